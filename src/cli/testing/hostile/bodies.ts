import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import {
  accepted,
  after,
  altering,
  always,
  changed,
  endlessly,
  head,
  inStrings,
  json,
  put,
  rewording,
  slowly,
} from './answering.ts'
import { attack, escapes } from './attacks.ts'
import type { Hostile, Message } from './behaviour.ts'

const chunked = head(200, [json, ['transfer-encoding', 'chunked']])
const untilClosed = head(200, [json])
const zeros = Buffer.alloc(100 * 1024 * 1024)

const packed = (encoding: string, pack: () => Buffer) => {
  const bytes = once(pack)
  return accepted(({ headers }) => ({ headers: [...headers, ['content-encoding', encoding]], body: bytes() }))
}

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const deepArrays = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
const padding = 'x'.repeat(900_000)

/**
 * Puts members in front of the fields of a resource or page, as text, so that no parser of the tests has to hold them.
 */
const beginning = (members: string) => rewording((text) => text.replace('{', `{${members},`))

const errorBodies = (body: string) =>
  changed(({ status }) => (status >= 400 ? { body: Buffer.from(body) } : {}))

const noJson = 'What is accepted has to be answered in JSON.'
const tooLarge = 'An answer is read up to 1 MiB; what is not read cannot be judged.'
const furtherFields = 'The interface allows further fields, so nothing judges them.'

export const bodies: readonly Hostile[] = [
  {
    name: 'an endless body, in chunks',
    exits: 3,
    why: tooLarge,
    answers: endlessly(chunked, `4000\r\n${'x'.repeat(0x4000)}\r\n`),
  },
  {
    name: 'an endless body of unknown length, from the sixth answer on',
    exits: 3,
    why: tooLarge,
    answers: after(5, endlessly(untilClosed, 'x'.repeat(0x4000))),
  },
  {
    name: 'an endless body of empty lines',
    exits: 3,
    why: tooLarge,
    answers: endlessly(untilClosed, '\n'.repeat(0x4000)),
  },
  {
    name: 'a body of one byte a second',
    exits: 3,
    why: 'No complete answer comes within requestTimeout.',
    answers: slowly(head(200, [json, ['content-length', '1000']]).toString(), ' '),
    hasty: true,
  },
  {
    name: 'a body of one byte a second, from the sixth answer on',
    exits: 3,
    why: 'No complete answer comes within requestTimeout.',
    answers: after(5, slowly(chunked.toString(), '1\r\n \r\n')),
    hasty: true,
  },
  {
    name: 'a gzip bomb',
    exits: 3,
    why: tooLarge,
    answers: packed('gzip', () => gzipSync(zeros)),
  },
  {
    name: 'a brotli bomb',
    exits: 3,
    why: tooLarge,
    answers: packed('br', () =>
      brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
    ),
  },
  {
    name: 'a gzip bomb in a gzip bomb',
    exits: 3,
    why: tooLarge,
    answers: packed('gzip, gzip', () => gzipSync(gzipSync(zeros))),
  },
  {
    name: 'gzip that was not asked for',
    exits: 0,
    why: 'A request that says nothing of codings leaves every one to the server (RFC 9110, 12.5.3).',
    answers: changed(({ headers, body }) => ({
      headers: [...headers, ['content-encoding', 'gzip']],
      body: gzipSync(body),
    })),
  },
  {
    name: 'a thousand content codings around every answer',
    exits: 3,
    why: 'More than three codings are a failure: each of them may unpack 1 MiB, and no deadline interrupts that.',
    answers: packed(Array(1000).fill('gzip').join(','), () => gzipSync(Buffer.alloc(2 ** 20))),
  },
  {
    name: 'a content-encoding that nobody knows',
    exits: 0,
    why: 'What came is JSON as it stands.',
    answers: changed(({ headers }) => ({ headers: [...headers, ['content-encoding', 'x-none']] })),
  },
  {
    name: 'two mebibytes of blanks around every answer',
    exits: 3,
    why: tooLarge,
    answers: changed(({ body }) => ({ body: Buffer.concat([Buffer.alloc(2 ** 21, ' '), body]) })),
  },
  {
    name: '900 kB more in every answer',
    exits: 0,
    why: furtherFields,
    mebibytes: 400,
    answers: beginning(`"padding":"${padding}"`),
  },
  {
    name: '900 kB more in every answer, and nothing right',
    exits: 1,
    why: 'Every answer breaks something, and stands in the reports as evidence.',
    mebibytes: 400,
    answers: altering(() => ({ id: 7, walletAddress: padding, createdAt: null, receiver: [] })),
  },
  { name: 'empty bodies', exits: 1, why: noJson, answers: accepted(() => ({ body: Buffer.alloc(0) })) },
  {
    name: 'null for every body',
    exits: 1,
    why: 'A resource is an object.',
    answers: rewording(() => 'null'),
  },
  {
    name: 'a list for every body',
    exits: 1,
    why: 'A resource is an object.',
    answers: rewording((t) => `[${t}]`),
  },
  {
    name: '100,000 empty objects for items',
    exits: 1,
    why: 'An item has the fields of its resource.',
    mebibytes: 400,
    answers: rewording((text) => text.replace(/"result":\[.*\]/s, `"result":[${'{},'.repeat(99_999)}{}]`)),
  },
  {
    name: '200,000 nulls for items',
    exits: 1,
    why: 'An item is an object.',
    mebibytes: 600,
    answers: rewording((text) =>
      text.replace(/"result":\[.*\]/s, `"result":[${'null,'.repeat(199_999)}null]`),
    ),
  },
  {
    name: 'metadata nested 900 deep, 400 times',
    exits: 0,
    why: 'Metadata may hold any values.',
    mebibytes: 300,
    answers: beginning(`"metadata":{"deep":[${Array(400).fill(nested(900)).join()}]}`),
  },
  {
    name: 'metadata nested 100,000 deep',
    exits: 1,
    why: 'No parser has to follow so far (RFC 8259, section 9), and ours does not.',
    answers: rewording((text) => text.replace('"id":', `"metadata":{"deep":${deepArrays}},"id":`)),
  },
  {
    name: 'JSON nested 100,000 deep',
    exits: 1,
    why: 'No parser has to follow so far (RFC 8259, section 9), and ours does not.',
    answers: beginning(`"deep":${deepArrays}`),
  },
  {
    name: 'half of a JSON nested 100,000 deep',
    exits: 1,
    why: noJson,
    answers: rewording(() => '[{"a":'.repeat(100_000)),
  },
  {
    name: 'numbers of 10,000 digits beside its fields',
    exits: 0,
    why: furtherFields,
    answers: beginning(`"a":${'7'.repeat(10_000)},"b":-0.${'7'.repeat(10_000)},"c":7e${'7'.repeat(10_000)}`),
  },
  {
    name: 'keys like __proto__ and constructor',
    exits: 0,
    why: furtherFields,
    answers: beginning(
      '"__proto__":{"id":1,"result":7},"constructor":{"prototype":{"id":1}},"toString":1,"hasOwnProperty":null',
    ),
  },
  {
    name: 'the fields of a resource in its __proto__ only',
    exits: 1,
    why: 'A key of that name is not a field of the resource.',
    answers: rewording((text) => `{"__proto__":${text}}`),
  },
  {
    name: 'every key twice',
    exits: 0,
    why: 'The last one counts, as in most parsers; that one is right.',
    answers: rewording((text) => text.replace(/"(\w+)":/g, '"$1":7,"$1":')),
  },
  {
    name: '60,000 more keys in every answer',
    exits: 0,
    why: furtherFields,
    mebibytes: 400,
    answers: beginning(Array.from({ length: 60_000 }, (_, index) => `"k${index}":${index}`).join()),
  },
  {
    name: 'invalid UTF-8 beside its fields',
    exits: 0,
    why: 'The interface says nothing of encodings, and no field of its own is touched.',
    answers: accepted(({ body }) => ({
      body: Buffer.concat([
        Buffer.from('{"note":"\xff\xc0\x80\xed\xa0\x80\xf5",', 'latin1'),
        body.subarray(1),
      ]),
    })),
  },
  {
    name: 'invalid UTF-8 in every string',
    exits: 1,
    why: 'A URL holds no such characters.',
    answers: accepted(({ body }) => ({
      body: Buffer.from(body.toString().replaceAll('":"', '":"\xff\xc0\x80'), 'latin1'),
    })),
  },
  {
    name: 'UTF-16',
    exits: 1,
    why: noJson,
    answers: accepted(({ body }) => ({ body: Buffer.from(body.toString(), 'utf16le') })),
  },
  {
    name: 'a byte order mark',
    exits: 1,
    why: 'JSON must not begin with one (RFC 8259, section 8.1).',
    answers: rewording((text) => `\ufeff${text}`),
  },
  { name: 'a guard before its JSON', exits: 1, why: noJson, answers: rewording((text) => `)]}',\n${text}`) },
  {
    name: 'lone surrogates, NUL and line separators beside its fields',
    exits: 0,
    why: furtherFields,
    answers: beginning('"note":"\\ud800 \\udfff \\u0000 \u2028 \u2029 \\uffff"'),
  },
  {
    name: 'HTML and 200 for everything',
    exits: 1,
    why: 'The server asks for neither a token nor a signature, and its answer is not JSON.',
    answers: always(page(200)),
  },
  {
    name: 'HTML for what it accepts',
    exits: 1,
    why: noJson,
    answers: accepted(() => ({ headers: [['content-type', 'text/html']], body: Buffer.from(attack) })),
  },
  {
    name: 'HTML beside its fields, in cursors and in headers',
    exits: 0,
    why: 'A text that nobody reads may be any.',
    answers: put(({ status, headers, body }, turn) => plainly(status, headers, body, attack, turn.stranger)),
  },
  {
    name: 'HTML in every string',
    exits: 1,
    why: 'The URLs, dates and amounts are no longer valid.',
    answers: rewording((text) => JSON.stringify(inStrings(JSON.parse(text), (own) => own + attack))),
  },
  {
    name: 'HTML instead of every string',
    exits: 1,
    why: 'The URLs, dates and amounts are no longer valid.',
    answers: rewording((text) => JSON.stringify(inStrings(JSON.parse(text), () => attack))),
  },
  {
    name: 'terminal sequences beside its fields',
    exits: 0,
    why: furtherFields,
    answers: altering(() => ({ note: escapes, [escapes]: { [escapes]: escapes } })),
  },
  {
    name: 'terminal sequences in every string',
    exits: 1,
    why: 'The URLs, dates and amounts are no longer valid.',
    answers: rewording((text) => JSON.stringify(inStrings(JSON.parse(text), (own) => own + escapes))),
  },
  {
    name: 'a mebibyte of empty lines in every refusal',
    exits: 0,
    why: 'A refusal that is not JSON is a warning.',
    answers: errorBodies('\n'.repeat(1_000_000)),
  },
  {
    name: 'a mebibyte of what looks like stack traces in every refusal',
    exits: 0,
    why: 'A refusal that is not JSON, and one that tells a stack trace, are warnings.',
    answers: errorBodies('\\nat /'.repeat(170_000)),
  },
]

function page(status: number): Buffer {
  const body = Buffer.from(`<!doctype html><title>Welcome</title>${attack}`)
  return Buffer.concat([
    head(status, [
      ['content-type', 'text/html'],
      ['content-length', String(body.length)],
    ]),
    body,
  ])
}

/** Puts HTML into all places that do not matter to a run. */
const plainly = (
  status: number,
  headers: Message['headers'],
  body: Buffer,
  html: string,
  stranger: string,
): Buffer => {
  const text = body.toString().replace('{', `{"note":${JSON.stringify(html)},`)
  const added: Message['headers'] = [
    ['x-note', html.replace(/[^\x20-\x7e]/g, '')],
    ['link', `<${stranger}/>; rel=preload`],
  ]
  const bytes = Buffer.from(text)
  return Buffer.concat([
    head(status, [...headers, ...added, ['content-length', String(bytes.length)]]),
    bytes,
  ])
}
