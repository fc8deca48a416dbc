import {
  adding,
  after,
  always,
  changed,
  closingAfter,
  endlessly,
  head,
  json,
  put,
  resettingAfter,
  rightly,
  slowly,
  speaking,
  where,
  written,
} from './answering.ts'
import type { Answering, Hostile, Message } from './behaviour.ts'

const chunk = (bytes: Buffer | string, extension = ''): string =>
  `${Buffer.byteLength(bytes).toString(16)}${extension}\r\n${bytes}\r\n`

const inChunks = ({ status, headers, body }: Message, chunks: string): Buffer =>
  Buffer.concat([
    head(status, [...headers, ['transfer-encoding', 'chunked']]),
    Buffer.from(chunks.replace('BODY', body.toString())),
  ])

const framed = (make: (message: Message) => string): Answering =>
  put((message) => inChunks(message, make(message)))

const informational = (count: number, status = '103 Early Hints', lines = ''): string =>
  `HTTP/1.1 ${status}\r\n${lines}\r\n`.repeat(count)

const before = (bytes: string): Answering =>
  put((message) => Buffer.concat([Buffer.from(bytes), written(message)]))

/** Replaces the length headers of a response without changing its body. */
const lengths = (...headers: Message['headers']): Answering =>
  put(({ status, headers: own, body }) => Buffer.concat([head(status, [...own, ...headers]), body]))

const noHttp = 'What came is not HTTP/1.1, so there is nothing to judge.'
const broken = 'The connection ends before the answer is whole.'
const incomplete = 'A body of another length than it says is not JSON.'
const late = 'No complete answer comes within requestTimeout.'
const allowed = 'HTTP allows it, and the interface says nothing of it.'

const head200 = head(200, [json, ['content-length', '100']]).toString()

/** Answers the first request of each connection correctly, and the next ones with a response that was not asked for. */
const held = (): Answering => {
  const known = new WeakSet<object>()
  return (turn) => {
    if (known.has(turn.socket)) return void turn.write(`${head(200, [json, ['content-length', '2']])}{}`)
    known.add(turn.socket)
    return rightly(turn)
  }
}

export const framing: readonly Hostile[] = [
  {
    name: 'HTTP/1.0',
    exits: 0,
    why: allowed,
    answers: async (turn) => closingAfter(written(await turn.right(), '1.0'))(turn),
  },
  {
    name: 'early hints before every answer',
    exits: 0,
    why: allowed,
    answers: before(informational(3, '103 Early Hints', 'link: </style.css>; rel=preload\r\n')),
  },
  {
    name: 'a thousand times 102 before every answer',
    exits: 0,
    why: allowed,
    answers: before(informational(1000, '102 Processing')),
  },
  { name: '1xx without end', exits: 3, why: late, answers: endlessly('', informational(100)), hasty: true },
  {
    name: 'a 100 that was not asked for',
    exits: 3,
    why: 'The HTTP client takes it for an answer out of turn; a run that cannot begin is not judged.',
    answers: before(informational(1, '100 Continue')),
  },
  {
    name: 'trailers',
    exits: 0,
    why: allowed,
    answers: framed(({ body }) => `${chunk(body)}0\r\nx-checksum: 7\r\nx-note: done\r\n\r\n`),
  },
  {
    name: 'trailers without end',
    exits: 3,
    why: 'They are more than an answer may have.',
    answers: endlessly(
      inChunks({ status: 200, headers: [json], body: Buffer.from('{}') }, `${chunk('{}')}0\r\n`),
      'x-note: done\r\n'.repeat(100),
    ),
    hasty: true,
  },
  {
    name: 'chunk extensions',
    exits: 0,
    why: allowed,
    answers: framed(({ body }) => `${chunk(body, ';note="x"')}0\r\n\r\n`),
  },
  {
    name: 'a chunk for every byte',
    exits: 0,
    why: allowed,
    answers: put(({ status, headers, body }) =>
      Buffer.concat([
        head(status, [...headers, ['transfer-encoding', 'chunked']]),
        ...[...body].map((byte) =>
          Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]),
        ),
        Buffer.from('0\r\n\r\n'),
      ]),
    ),
  },
  {
    name: 'a chunk size that is not a number',
    exits: 1,
    why: incomplete,
    answers: framed(({ body }) => `xyz\r\n${body}\r\n0\r\n\r\n`),
  },
  {
    name: 'a chunk size beyond 64 bits',
    exits: 1,
    why: incomplete,
    answers: framed(({ body }) => `fffffffffffffffff\r\n${body}`),
  },
  {
    name: 'a negative chunk size',
    exits: 1,
    why: incomplete,
    answers: framed(({ body }) => `-5\r\n${body}`),
  },
  {
    name: 'a chunk longer than its size',
    exits: 1,
    why: incomplete,
    answers: framed(({ body }) => `2\r\n${body}\r\n0\r\n\r\n`),
  },
  {
    name: 'chunks that never end',
    exits: 3,
    why: late,
    answers: framed(({ body }) => chunk(body)),
    hasty: true,
  },
  {
    name: 'a connection closed within a chunk',
    exits: 1,
    why: incomplete,
    answers: closingAfter(`${head(200, [json, ['transfer-encoding', 'chunked']])}ff\r\n{`),
  },
  {
    name: 'a Content-Length above what comes',
    exits: 3,
    why: late,
    answers: lengths(['content-length', '999999']),
    hasty: true,
  },
  {
    name: 'a Content-Length above what comes before it closes',
    exits: 1,
    why: incomplete,
    answers: async (turn) => {
      const { status, headers, body } = await turn.right()
      closingAfter(Buffer.concat([head(status, [...headers, ['content-length', '999999']]), body]))(turn)
    },
  },
  {
    name: 'a Content-Length below what comes',
    exits: 1,
    why: 'What is left of the body is not JSON, and the rest belongs to nobody.',
    answers: lengths(['content-length', '10']),
  },
  {
    name: 'two different Content-Lengths',
    exits: 3,
    why: noHttp,
    answers: lengths(['content-length', '10'], ['content-length', '11']),
  },
  { name: 'a negative Content-Length', exits: 3, why: noHttp, answers: lengths(['content-length', '-1']) },
  {
    name: 'a Content-Length beyond 64 bits',
    exits: 3,
    why: noHttp,
    answers: lengths(['content-length', '9'.repeat(30)]),
  },
  {
    name: 'both Content-Length and chunks',
    exits: 3,
    why: noHttp,
    answers: put(({ status, headers, body }) =>
      Buffer.concat([
        head(status, [...headers, ['content-length', '5'], ['transfer-encoding', 'chunked']]),
        Buffer.from(`${chunk(body)}0\r\n\r\n`),
      ]),
    ),
  },
  {
    name: 'an unsolicited second answer behind every answer',
    exits: 0,
    why: 'It belongs to no request: the connection is given up, and the answers before it are whole.',
    answers: put((message) => Buffer.concat([written(message), written({ ...message, status: 401 })])),
  },
  {
    name: 'an unsolicited answer to the second request of each connection',
    exits: 1,
    why: 'Its answers belong to other requests, and a quote that was asked for is answered 200 without its fields.',
    answers: held(),
  },
  {
    name: 'a connection that it closes after every answer',
    exits: 0,
    why: allowed,
    answers: async (turn) => {
      const message = await turn.right()
      closingAfter(written({ ...message, headers: [...message.headers, ['connection', 'close']] }))(turn)
    },
  },
  {
    name: 'a body that ends with the connection',
    exits: 0,
    why: allowed,
    answers: async (turn) => {
      const { status, headers, body } = await turn.right()
      closingAfter(Buffer.concat([head(status, headers), body]))(turn)
    },
  },
  {
    name: 'a Keep-Alive of a year',
    exits: 0,
    why: allowed,
    answers: adding(['keep-alive', 'timeout=31536000, max=-1']),
  },
  {
    name: 'an endless header',
    exits: 3,
    why: 'Headers are read up to 64 KiB.',
    answers: endlessly('HTTP/1.1 200 OK\r\nx-note: ', 'x'.repeat(0x4000)),
  },
  {
    name: 'endless headers',
    exits: 3,
    why: 'Headers are read up to 64 KiB.',
    answers: endlessly('HTTP/1.1 200 OK\r\n', 'x-note: x\r\n'.repeat(1000)),
  },
  {
    name: 'an endless status line',
    exits: 3,
    why: late,
    answers: endlessly('HTTP/1.1 200 ', 'x'.repeat(0x4000)),
    hasty: true,
  },
  {
    name: 'headers of one byte a second',
    exits: 3,
    why: late,
    answers: slowly('HTTP/1.1 200 OK\r\nx-note: ', 'x'),
    hasty: true,
  },
  { name: 'a status line of one byte a second', exits: 3, why: late, answers: slowly('', 'H'), hasty: true },
  { name: 'no answer at all', exits: 3, why: late, answers: () => undefined, hasty: true },
  {
    name: 'no answer from the sixth request on',
    exits: 3,
    why: late,
    answers: after(5, () => undefined),
    hasty: true,
  },
  {
    name: 'a body without status line and headers',
    exits: 3,
    why: noHttp,
    answers: closingAfter('{"result":[]}'),
  },
  { name: 'HTTP/9.9', exits: 3, why: noHttp, answers: put((message) => written(message, '9.9')) },
  {
    name: 'the frames of HTTP/2',
    exits: 3,
    why: noHttp,
    speaks: speaking(Buffer.from('000000040000000000', 'hex')),
  },
  {
    name: 'the greeting of another protocol',
    exits: 3,
    why: noHttp,
    speaks: speaking('220 smtp.example ESMTP\r\n'),
  },
  {
    name: 'random bytes',
    exits: 3,
    why: noHttp,
    answers: always(Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * at * 31 + 7) % 256))),
  },
  {
    name: 'a reset as soon as it is connected to',
    exits: 3,
    why: broken,
    speaks: (socket) => void socket.resetAndDestroy(),
  },
  {
    name: 'a connection closed as soon as it is made',
    exits: 3,
    why: broken,
    speaks: (socket) => void socket.end(),
  },
  { name: 'a reset instead of an answer', exits: 3, why: broken, answers: resettingAfter('') },
  { name: 'a reset within the status line', exits: 3, why: broken, answers: resettingAfter('HTTP/1.1 2') },
  {
    name: 'a reset within the headers',
    exits: 3,
    why: broken,
    answers: resettingAfter('HTTP/1.1 200 OK\r\ncontent-'),
  },
  { name: 'a reset before the body', exits: 1, why: incomplete, answers: resettingAfter(head200) },
  { name: 'a reset within the body', exits: 1, why: incomplete, answers: resettingAfter(`${head200}{"id":`) },
  { name: 'resets from the sixth request on', exits: 3, why: broken, answers: after(5, resettingAfter('')) },
  {
    name: 'a reset for every POST',
    exits: 1,
    why: 'A valid request has to be accepted, and the server is there: it accepts others.',
    answers: where(({ method }) => method === 'POST', resettingAfter('')),
  },
  {
    name: 'a pause before every answer',
    exits: 0,
    why: 'It is slow, and within requestTimeout.',
    answers: async (turn) => {
      await new Promise((go) => setTimeout(go, 50))
      await rightly(turn)
    },
    only: ['answers', 'tokens/unknown'],
  },
  { name: 'nothing amiss', exits: 0, why: 'The front itself changes nothing.', answers: changed(() => ({})) },
]
