import { createHash, createPrivateKey, sign } from 'node:crypto'
import { connect } from 'node:net'
import fc from 'fast-check'
import { privateJwkOf } from '../state/clients.ts'
import { firstWallet, tokenOf } from '../state/lookup.ts'
import { askPayment, askQuote } from './requests.ts'
import { noon, type Running } from './running.ts'

/** The server's reaction to some bytes: the responses that it sent, possibly none. */
export interface Reaction {
  statuses: number[]
  /** Describes the first malformed response, or undefined if all are well-formed. */
  flaw?: string
}

/** Sends the bytes over a new connection, closes the sending side, and reads to the end. */
export function provoke(url: string, bytes: Uint8Array): Promise<Reaction> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    const pieces: Buffer[] = []
    socket.on('data', (piece) => pieces.push(piece))
    // A reset may follow the refusal of a request that the server has not read to its end.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (!['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) reject(error)
    })
    socket.on('end', () => socket.resetAndDestroy())
    socket.on('close', () => resolve(reactionIn(Buffer.concat(pieces).toString('latin1'), bytes)))
    socket.end(bytes)
  })
}

const reactionIn = (text: string, sent: Uint8Array): Reaction => {
  const statuses: number[] = []
  let rest = text
  while (rest !== '') {
    const [head, status, headers = ''] =
      /^HTTP\/1\.1 (\d{3}) [^\r\n]+\r\n((?:[\w-]+: ?[^\r\n]*\r\n)*)\r\n/.exec(rest) ?? []
    if (head === undefined) return { statuses, flaw: `no HTTP answer: ${rest.slice(0, 100)}` }
    statuses.push(Number(status))
    rest = rest.slice(head.length)
    const length = Number(/^content-length: (\d+)\r$/im.exec(headers)?.[1] ?? 0)
    // A response to HEAD announces a body in its headers but has none.
    if (/^(?:HTTP\/1\.1 |$)/.test(rest) && Buffer.from(sent).includes('HEAD')) continue
    const flaw = flawIn(Number(status), rest.slice(0, length), length)
    if (flaw !== undefined) return { statuses, flaw }
    rest = rest.slice(length)
  }
  return { statuses }
}

/** Checks that the body is complete, and that a refusal is JSON with the code of its guard and a description. */
const flawIn = (status: number, body: string, length: number): string | undefined => {
  if (body.length < length) return `${status} with ${body.length} of ${length} bytes`
  if (status < 400) return undefined
  const { error } = parsed(body) as { error?: { code?: unknown; description?: unknown } }
  const isNamed = typeof error?.code === 'string' && /^[a-z0-9-]+$/.test(error.code)
  return isNamed && typeof error?.description === 'string'
    ? undefined
    : `${status} with ${body.slice(0, 100)}`
}

const parsed = (body: string): object => {
  try {
    return Object(JSON.parse(body))
  } catch {
    return {}
  }
}

const methods = [
  'GET',
  'POST',
  'HEAD',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'QUERY',
  'get',
  'M-SEARCH',
  'FOO',
  '',
]
const paths = [
  '/quotes',
  '/quotes/1',
  '/outgoing-payments',
  '/incoming-payments',
  '/incoming-payments/1',
  '/alice',
  '/_control/clock',
  '/_control/nothing',
  '//quotes',
  '/quotes/..%2f..',
  '/quotes/%zz',
  '/quotes/%00',
  '/quotes/%ff',
  '/?a=%',
  '*',
  'http://elsewhere.example/quotes',
  'elsewhere.example:443',
]
const names = [
  'authorization',
  'signature',
  'signature-input',
  'content-digest',
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'host',
  'expect',
  'connection',
  'upgrade',
  'cookie',
  'access-control-request-headers',
  '__proto__',
]
const values = [
  'GNAP x',
  'sig1=("@method" "@target-uri");created=1;keyid="x"',
  'sig1=:AAAA:',
  'sha-512=:AAAA:',
  '100-continue',
  '200-later',
  'chunked',
  'gzip',
  'close',
  'websocket',
  '0',
  '-1',
  '99999999999',
  '()',
  '=',
  ';;;',
]

const latin1 = fc
  .array(fc.integer({ min: 0x20, max: 0xff }), { maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes))
const printable = latin1.map((text) => text.replace(/[\x7f-\x9f]/g, ''))
const name = fc.oneof(fc.constantFrom(...names), fc.stringMatching(/^[\w-]{1,12}$/))
const value = fc.oneof(fc.constantFrom(...values), printable, fc.integer().map(String))
const path = fc.oneof(
  fc.constantFrom(...paths),
  latin1.map((text) => `/${text.replace(/[ \x7f]/g, '')}`),
  fc.webPath(),
  fc.tuple(fc.constantFrom(...paths), fc.webQueryParameters()).map(([one, query]) => `${one}?${query}`),
)
const body = fc.oneof(
  fc.constant(''),
  fc.json(),
  latin1,
  fc.integer({ min: 1, max: 4000 }).map((depth) => '['.repeat(depth)),
)

interface Parts {
  method: string
  path: string
  version: string
  headers: ReadonlyArray<readonly [string, string]>
  body: string
}

const requestText = ({ method, path, version, headers, body }: Parts): string =>
  [`${method} ${path} ${version}`, ...headers.map(([one, its]) => `${one}: ${its}`), '', body].join('\r\n')

/** Requests of which every part is arbitrary. */
const anyRequest = fc
  .record({
    method: fc.constantFrom(...methods),
    path,
    version: fc.oneof(
      { weight: 20, arbitrary: fc.constant('HTTP/1.1') },
      fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/1.9', ''),
    ),
    headers: fc.array(fc.tuple(name, value), { maxLength: 6 }),
    body,
    framed: fc.boolean(),
    addressed: fc.boolean(),
  })
  .map(({ framed, addressed, ...parts }) => {
    const headers = [
      ...(addressed ? [['host', 'mock'] as const] : []),
      ...parts.headers,
      ...(framed ? [['content-length', String(Buffer.byteLength(parts.body, 'latin1'))] as const] : []),
    ]
    return Buffer.from(requestText({ ...parts, headers }), 'latin1')
  })

const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((array) => Buffer.from(array))

/** Replaces, removes or inserts some bytes of a valid request. */
const damaged = (whole: () => Buffer) =>
  fc
    .array(fc.tuple(fc.nat(), fc.nat(3), fc.uint8Array({ maxLength: 4 })), { minLength: 1, maxLength: 3 })
    .map((changes) => {
      let bytes = whole()
      for (const [place, removed, added] of changes) {
        const at = place % bytes.length
        bytes = Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + removed)])
      }
      return bytes
    })

/** Correctly signed requests with any JSON in their fields. */
const signedRequest = (mock: Running) => {
  const fields = (name: fc.Arbitrary<string>) =>
    fc.dictionary(
      name,
      fc.oneof(fc.jsonValue(), fc.constantFrom('', '-1', '99999999999999999999', 'x'.repeat(5000))),
    )
  const quote = fields(
    fc.constantFrom('walletAddress', 'receiver', 'method', 'receiveAmount', 'metadata', 'x'),
  )
  const payment = fields(
    fc.constantFrom('walletAddress', 'quoteId', 'incomingPayment', 'debitAmount', 'metadata'),
  )
  return fc.oneof(
    quote.map((differs) => signed(mock, '/quotes', { ...Object(askQuote(mock).body), ...differs })),
    payment.map((differs) =>
      signed(mock, '/outgoing-payments', { ...Object(askPayment(mock).body), ...differs }),
    ),
    fc.jsonValue().map((any) => signed(mock, '/quotes', any)),
    fc.webQueryParameters().map((query) => signed(mock, `/incoming-payments?${query}`)),
    fc
      .tuple(fc.constantFrom('first', 'last', 'cursor', 'wallet-address'), value)
      .map(([key, its]) => signed(mock, `/outgoing-payments?${key}=${encodeURIComponent(its)}`)),
  )
}

const signed = (mock: Running, path: string, body?: unknown): Buffer => {
  const { world } = mock
  const { signing } = world.clients
  const text = body === undefined ? '' : JSON.stringify(body)
  const method = body === undefined ? 'GET' : 'POST'
  const digest = `sha-512=:${createHash('sha512').update(text).digest('base64')}:`
  const token = `GNAP ${tokenOf(world, firstWallet(world)).value}`
  const covered: Array<readonly [string, string]> = [
    ['@method', method],
    ['@target-uri', world.publicUrl + path],
    ['authorization', token],
    ...(body === undefined ? [] : [['content-digest', digest] as const]),
  ]
  const input = `(${covered.map(([component]) => `"${component}"`).join(' ')});created=${noon / 1000};keyid="${signing.key.keyId}"`
  const base = [
    ...covered.map(([component, its]) => `"${component}": ${its}`),
    `"@signature-params": ${input}`,
  ]
  const key = createPrivateKey({ key: privateJwkOf(signing), format: 'jwk' })
  const signature = sign(null, Buffer.from(base.join('\n')), key).toString('base64')
  return Buffer.from(
    requestText({
      method,
      path,
      version: 'HTTP/1.1',
      headers: [
        ['host', new URL(world.publicUrl).host],
        ['authorization', token],
        ['content-type', 'application/json'],
        ...(body === undefined
          ? []
          : ([
              ['content-digest', digest],
              ['content-length', String(Buffer.byteLength(text))],
            ] as const)),
        ['signature-input', `sig1=${input}`],
        ['signature', `sig1=:${signature}:`],
      ],
      body: text,
    }),
  )
}

/**
 * Arbitrary input: random bytes, arbitrary requests, damaged valid requests, and correctly signed requests with any
 * content.
 */
export function abuse(mock: Running): fc.Arbitrary<Buffer> {
  const whole = signed(mock, '/quotes', askQuote(mock).body)
  return fc.oneof(
    { weight: 1, arbitrary: bytes },
    { weight: 4, arbitrary: anyRequest },
    { weight: 3, arbitrary: damaged(() => whole) },
    { weight: 2, arbitrary: signedRequest(mock) },
  )
}
