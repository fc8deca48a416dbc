import { adding, after, always, changed, head, json, put, where } from './answering.ts'
import { attack } from './attacks.ts'
import type { Answering, Hostile, Message } from './behaviour.ts'

const noHttp = 'What came is not HTTP/1.1, so there is nothing to judge.'
const allowed = 'HTTP allows it, and the interface says nothing of it.'
const nothingAccepted = 'The first valid request is not accepted, so nothing is judged.'

/** Puts these bytes among the headers of a response. */
const among = (bytes: string): Answering =>
  put(({ status, headers, body }) => {
    const whole = head(status, [...headers, ['content-length', String(body.length)]])
    return Buffer.concat([whole.subarray(0, -2), Buffer.from(bytes, 'latin1'), Buffer.from('\r\n'), body])
  })

const status = (line: string): Answering =>
  put(({ headers, body }) => {
    const whole = head(200, [...headers, ['content-length', String(body.length)]]).toString('latin1')
    return Buffer.concat([Buffer.from(whole.replace(/^.*\r\n/, `${line}\r\n`), 'latin1'), body])
  })

const answered = (code: number, headers: Message['headers'] = [], body = ''): Buffer =>
  Buffer.concat([head(code, [...headers, ['content-length', String(body.length)]]), Buffer.from(body)])

const isPost = ({ method }: { method: string }): boolean => method === 'POST'

const redirecting =
  (code: number, location: (stranger: string, path: string) => string): Answering =>
  ({ write, stranger, path }) =>
    void write(answered(code, [['location', location(stranger, path)]]))

const noRedirect = 'No redirection is followed: a credential is for the origin that the target file names.'

const dated = (years: number): Answering =>
  changed(({ headers }) => ({
    headers: [
      ...headers.filter(([name]) => name !== 'date'),
      ['date', new Date(Date.now() + years * 365 * 86_400_000).toUTCString()],
    ],
  }))

const aDay: Message['headers'] = [['retry-after', '86400']]

export const headers: readonly Hostile[] = [
  { name: 'redirects to itself', exits: 3, why: noRedirect, answers: redirecting(307, (_, path) => path) },
  {
    name: 'redirects elsewhere',
    exits: 3,
    why: noRedirect,
    answers: redirecting(308, (stranger, path) => stranger + path),
  },
  {
    name: 'redirects elsewhere from the sixth answer on',
    exits: 3,
    why: 'What is redirected is neither accepted nor refused.',
    answers: after(
      5,
      redirecting(302, (stranger, path) => stranger + path),
    ),
  },
  {
    name: 'redirects of every POST elsewhere',
    exits: 1,
    why: 'A valid request has to be accepted, and a redirection accepts nothing.',
    answers: where(
      isPost,
      redirecting(307, (stranger, path) => stranger + path),
    ),
  },
  { name: 'redirects without a Location', exits: 3, why: noRedirect, answers: always(answered(301)) },
  {
    name: 'redirects to other schemes',
    exits: 3,
    why: noRedirect,
    answers: redirecting(303, () => 'javascript:alert(1)//file:///etc/passwd'),
  },
  {
    name: 'pointers elsewhere in Refresh, Link, Alt-Svc, Content-Location and cookies',
    exits: 0,
    why: allowed,
    answers: changed(({ headers }, { stranger }) => ({
      headers: [
        ...headers,
        ['refresh', `0; url=${stranger}`],
        ['link', `<${stranger}>; rel=preload`],
        ['alt-svc', `h2="${stranger.slice(7)}"; ma=86400`],
        ['content-location', `${stranger}/quotes/1`],
        ['set-cookie', 'session=owned; Domain=127.0.0.1; Path=/'],
        ['strict-transport-security', 'max-age=31536000'],
      ],
    })),
  },
  {
    name: 'headers named __proto__, constructor and toString',
    exits: 0,
    why: allowed,
    answers: adding(
      ['__proto__', 'x'],
      ['__proto__', 'y'],
      ['constructor', 'x'],
      ['toString', 'x'],
      ['hasOwnProperty', 'x'],
    ),
  },
  {
    name: 'a thousand cookies',
    exits: 0,
    why: allowed,
    answers: adding(
      ...Array.from({ length: 1000 }, (_, at) => ['set-cookie', `c${at}=${'x'.repeat(30)}`] as const),
    ),
  },
  {
    name: 'a cookie of 60,000 bytes',
    exits: 0,
    why: allowed,
    answers: adding(['set-cookie', `c=${'x'.repeat(60_000)}`]),
  },
  {
    name: 'headers of 100,000 bytes',
    exits: 3,
    why: 'Headers are read up to 64 KiB.',
    answers: adding(['x-note', 'x'.repeat(100_000)]),
  },
  {
    name: 'every header twice',
    exits: 0,
    why: allowed,
    answers: changed(({ headers }) => ({ headers: [...headers, ...headers] })),
  },
  {
    name: 'HTML and bytes beyond ASCII in headers',
    exits: 0,
    why: allowed,
    answers: adding(['x-note', attack], ['x-bytes', '\xff\xfe\x80\x9b31m']),
  },
  {
    name: 'a line break within a header',
    exits: 3,
    why: noHttp,
    answers: among('x-note: a\rset-cookie: b\r\n'),
  },
  { name: 'a NUL within a header', exits: 3, why: noHttp, answers: among('x-note: a\0b\r\n') },
  { name: 'an escape within a header', exits: 3, why: noHttp, answers: among('x-note: \x1b[2J\r\n') },
  { name: 'a header without a colon', exits: 3, why: noHttp, answers: among('x-note\r\n') },
  { name: 'a header without a name', exits: 3, why: noHttp, answers: among(': x\r\n') },
  { name: 'a header with a blank before its colon', exits: 3, why: noHttp, answers: among('x-note : x\r\n') },
  {
    name: 'a folded header',
    exits: 3,
    why: 'A server must not fold (RFC 9112, section 5.2), and the HTTP client does not unfold.',
    answers: among('x-note: a\r\n b\r\n'),
  },
  {
    name: 'no reason phrase',
    exits: 0,
    why: allowed,
    answers: put(({ status: code, headers, body }) =>
      Buffer.concat([
        Buffer.from(
          head(code, [...headers, ['content-length', String(body.length)]])
            .toString('latin1')
            .replace(' x\r\n', '\r\n'),
          'latin1',
        ),
        body,
      ]),
    ),
  },
  {
    name: 'HTML for a reason phrase',
    exits: 0,
    why: allowed,
    answers: put(({ status: code, headers, body }) =>
      Buffer.concat([
        Buffer.from(
          head(code, [...headers, ['content-length', String(body.length)]])
            .toString('latin1')
            .replace(' x\r\n', ` ${attack}\r\n`),
          'latin1',
        ),
        body,
      ]),
    ),
  },
  { name: 'an empty status', exits: 3, why: noHttp, answers: status('HTTP/1.1  OK') },
  { name: 'an empty status line', exits: 3, why: noHttp, answers: status('') },
  { name: 'a status of two digits', exits: 3, why: noHttp, answers: status('HTTP/1.1 20 OK') },
  { name: 'a status of four digits', exits: 3, why: noHttp, answers: status('HTTP/1.1 2000 OK') },
  {
    name: 'status 000',
    exits: 3,
    why: nothingAccepted,
    answers: always('HTTP/1.1 000 x\r\ncontent-length: 0\r\n\r\n'),
  },
  { name: 'status 999', exits: 3, why: nothingAccepted, answers: always(answered(999)) },
  {
    name: 'status 999 for every POST',
    exits: 1,
    why: 'A valid request has to be accepted.',
    answers: where(isPost, always(answered(999))),
  },
  {
    name: 'status 418',
    exits: 3,
    why: nothingAccepted,
    answers: always(answered(418, [json], '{"teapot":true}')),
  },
  {
    name: 'status 204 with a body',
    exits: 3,
    why: 'A 204 has no body (RFC 9110, section 15.3.5): the answer contradicts itself.',
    answers: put(({ body, headers }) => written204(204, headers, body)),
  },
  {
    name: 'status 205',
    exits: 1,
    why: 'The server asks for neither a token nor a signature.',
    answers: always(answered(205)),
  },
  {
    name: 'status 206 for what it accepts',
    exits: 1,
    why: 'Reads have to be answered 200, creations 201.',
    answers: changed(({ status: code, headers }) =>
      code < 300 ? { status: 206, headers: [...headers, ['content-range', 'bytes 0-1/9999']] } : {},
    ),
  },
  {
    name: 'status 304 with a body',
    exits: 3,
    why: nothingAccepted,
    answers: put(({ body, headers }) => written204(304, headers, body)),
  },
  {
    name: 'an upgrade to WebSocket',
    exits: 3,
    why: noHttp,
    answers: always(
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n\x81\x05hello',
    ),
  },
  {
    name: 'an upgrade to HTTP/2',
    exits: 3,
    why: noHttp,
    answers: always('HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n'),
  },
  {
    name: 'a Retry-After of a day',
    exits: 3,
    why: 'The run does not wait that long.',
    answers: always(answered(429, aDay)),
  },
  {
    name: 'a Retry-After of a day from the sixth answer on',
    exits: 3,
    why: 'The run does not wait that long.',
    answers: after(5, always(answered(429, aDay))),
  },
  {
    name: 'a Retry-After of more seconds than there are',
    exits: 3,
    why: 'The run does not wait that long.',
    answers: always(answered(429, [['retry-after', '9'.repeat(400)]])),
  },
  {
    name: 'a Retry-After in the year 9999',
    exits: 3,
    why: 'The run does not wait that long.',
    answers: always(answered(429, [['retry-after', 'Fri, 31 Dec 9999 23:59:59 GMT']])),
  },
  {
    name: 'an invalid Retry-After',
    exits: 3,
    why: 'The request is sent again after a second, and gets the same answer.',
    answers: always(answered(429, [['retry-after', '-1, soon']])),
    only: ['tokens/unknown'],
  },
  {
    name: '429 for the first request and the third',
    exits: 0,
    why: 'Each is sent again, newly signed, and then answered.',
    answers: where(
      ({ number }) => number === 1 || number === 3,
      always(answered(429, [['retry-after', '0']])),
    ),
  },
  { name: '503 with a Retry-After', exits: 3, why: nothingAccepted, answers: always(answered(503, aDay)) },
  {
    name: '500 from the sixth answer on',
    exits: 3,
    why: 'A valid request that was accepted before is now refused.',
    answers: after(5, always(answered(500, [json], '{}'))),
  },
  {
    name: '401 with challenges of 60,000 bytes',
    exits: 3,
    why: nothingAccepted,
    answers: always(answered(401, [['www-authenticate', `GNAP as_uri=${'a,as_uri ='.repeat(6000)}`]])),
  },
  {
    name: 'a Date a year behind',
    exits: 0,
    why: 'The interface says nothing of clocks.',
    answers: dated(-1),
  },
  {
    name: 'a Date a year ahead',
    exits: 0,
    why: 'The interface says nothing of clocks; what it pays is dated by createdAt.',
    answers: dated(1),
  },
  {
    name: 'an invalid Date',
    exits: 0,
    why: 'The interface says nothing of clocks.',
    answers: changed(({ headers }) => ({
      headers: [...headers.filter(([name]) => name !== 'date'), ['date', 'Sat, 99 Foo 99999 99:99:99 GMT']],
    })),
  },
]

function written204(code: number, own: Message['headers'], body: Buffer): Buffer {
  return Buffer.concat([head(code, [...own, ['content-length', String(body.length)]]), body])
}
