import { attack, escapes } from '../attacks.ts'
import { deepJson, type Foreign, manyKeys, nulls, put } from './foreign.ts'

const server = 'http://127.0.0.1:9'

/** Runs `audit` on a HAR with this text. */
const har =
  (text: string | Buffer): Foreign['given'] =>
  (cwd) => {
    put(cwd, 'x.har', text)
    return { argv: ['audit', 'x.har', '--base-url', server] }
  }

const response = (body: string): object => ({
  status: 200,
  headers: [{ name: 'content-type', value: 'application/json' }],
  content: { mimeType: 'application/json', text: body },
})

const entry = (differs: object = {}, body = '{}'): object => ({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  time: 1,
  request: {
    method: 'GET',
    url: `${server}/quotes/1`,
    headers: [{ name: 'authorization', value: 'GNAP x' }],
  },
  response: response(body),
  ...differs,
})

const entries = (...list: readonly unknown[]): Foreign['given'] =>
  har(JSON.stringify({ log: { entries: list } }))

const noEntries = 'It is no HAR.'
const broken = 'The answers in it break something.'

const unreadable = Object.entries({
  'headers of null': { request: { method: 'GET', url: server, headers: null } },
  'headers of numbers': { request: { method: 'GET', url: server, headers: [7, null] } },
  'a header that is an object': {
    request: { method: 'GET', url: server, headers: [{ name: 'x', value: {} }] },
  },
  'a body that is a list': { request: { method: 'POST', url: server, headers: [], postData: { text: [1] } } },
}).map(
  ([name, differs]): Foreign => ({
    name: `a HAR with ${name}`,
    exits: 3,
    why: 'It shows no request of the interface, so that there is nothing to judge.',
    given: entries(entry(differs)),
  }),
)

const unfit = Object.entries({
  'an answer with headers of text': { response: { status: 200, headers: 'x', content: {} } },
  'an answer with a body of a number': { response: { status: 200, headers: [], content: { text: 7 } } },
  'a time of text': { time: 'x' },
}).map(
  ([name, differs]): Foreign => ({
    name: `a HAR with ${name}`,
    exits: 1,
    why: broken,
    given: entries(entry(differs)),
  }),
)

export const hars: readonly Foreign[] = [
  {
    name: 'a HAR of 200,000 nulls',
    exits: 2,
    why: noEntries,
    given: har(`{"log":{"entries":${nulls(200_000)}}}`),
  },
  {
    name: 'a HAR nested 100,000 deep',
    exits: 2,
    why: noEntries,
    given: har(`{"log":{"entries":${deepJson}}}`),
  },
  { name: 'a HAR of 60,000 keys', exits: 2, why: noEntries, given: har(manyKeys(60_000)) },
  {
    name: 'a HAR whose entries are those of its __proto__',
    exits: 2,
    why: noEntries,
    given: har('{"__proto__":{"log":{"entries":[]}}}'),
  },
  { name: 'a HAR of 50 MB of blanks', exits: 2, why: noEntries, given: har(' '.repeat(50_000_000)) },
  {
    name: 'a HAR in UTF-16',
    exits: 2,
    why: noEntries,
    given: har(Buffer.from('{"log":{"entries":[]}}', 'utf16le')),
  },
  {
    name: 'a HAR of random bytes',
    exits: 2,
    why: noEntries,
    given: har(Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * at * 31 + 7) % 256))),
  },
  {
    name: 'a HAR with a body of 900 kB that is no resource',
    exits: 1,
    why: broken,
    given: entries(entry({}, `{"id":"${'x'.repeat(900_000)}"}`)),
  },
  {
    name: 'a HAR with a body nested 100,000 deep',
    exits: 1,
    why: broken,
    given: entries(entry({}, deepJson)),
  },
  {
    name: 'a HAR with a body of 60,000 keys',
    exits: 1,
    why: broken,
    given: entries(entry({}, manyKeys(60_000))),
  },
  {
    name: 'a HAR of 20,000 exchanges',
    exits: 1,
    why: broken,
    given: entries(...Array(20_000).fill(entry())),
  },
  {
    name: 'a HAR with HTML and terminal sequences everywhere',
    exits: 1,
    why: broken,
    given: entries(
      entry(
        {
          request: {
            method: escapes,
            url: `${server}/quotes/${attack}`,
            headers: [{ name: escapes, value: attack }],
          },
        },
        JSON.stringify({ id: attack + escapes }),
      ),
      entry({}, JSON.stringify({ id: attack + escapes, [escapes]: attack })),
    ),
  },
  ...unreadable,
  ...unfit,
  {
    name: 'a HAR with a status that is an object',
    exits: 3,
    why: 'It shows no answer, so that there is nothing to judge.',
    given: entries(entry({ response: { status: {}, headers: [], content: {} } })),
  },
  {
    name: 'a HAR with a start that is a list',
    exits: 2,
    why: 'Without times nobody can say what came first.',
    given: entries(entry({ startedDateTime: ['2026-01-01'] })),
  },
  {
    name: 'a HAR with headers called __proto__ and constructor',
    exits: 1,
    why: broken,
    given: entries(
      entry({
        request: {
          method: 'GET',
          url: `${server}/quotes/1`,
          headers: ['__proto__', 'constructor', 'toString'].map((name) => ({ name, value: 'x' })),
        },
      }),
    ),
  },
  {
    name: 'a HAR with a body that is declared as base64 but is not',
    exits: 1,
    why: broken,
    given: entries(
      entry({
        response: {
          ...response('%%%'),
          content: { mimeType: 'application/json', text: '%%%', encoding: 'base64' },
        },
      }),
    ),
  },
]
