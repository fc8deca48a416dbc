import { expect, test } from 'vitest'
import { readHar } from './read-har.ts'

const request = { method: 'GET', url: 'https://server.example/quotes/1', headers: [] }
const startedDateTime = '2026-01-01T00:00:00.000Z'
const har = (...entries: object[]): string => JSON.stringify({ log: { entries } })

test('an entry is read with its fields, its body and its answer', () => {
  const [read] = readHar(
    har({
      startedDateTime,
      time: 12.5,
      request: {
        method: 'POST',
        url: 'https://server.example/quotes',
        headers: [
          { name: ':authority', value: 'server.example' },
          { name: 'Authorization', value: 'GNAP t' },
          { name: 'Accept', value: 'a' },
          { name: 'accept', value: 'b' },
        ],
        postData: { mimeType: 'application/json', text: '{"é":1}' },
      },
      response: {
        status: 201,
        headers: [{ name: 'Content-Type', value: 'application/json' }],
        content: { size: 4, mimeType: 'application/json', text: 'eyLDqSI=', encoding: 'base64' },
      },
    }),
    'x.har',
  )
  expect(read).toEqual({
    request: {
      method: 'POST',
      url: 'https://server.example/quotes',
      headers: { authorization: 'GNAP t', accept: 'a, b' },
      body: Buffer.from('{"é":1}'),
    },
    response: { status: 201, headers: { 'content-type': 'application/json' }, text: '{"é"' },
    at: Date.parse(startedDateTime),
    milliseconds: 12.5,
  })
})

test.each<[string, object | undefined]>([
  ['no answer', undefined],
  ['status 0', { status: 0, headers: [], content: { size: 0 } }],
  ['a body that the archive leaves out', { status: 200, headers: [], content: { size: 17 } }],
])('%s is read as no answer', (_name, response) => {
  const [read] = readHar(har({ startedDateTime, time: 1, request, response }), 'x.har')
  expect(read).not.toHaveProperty('response')
})

test.each<[string, string, string]>([
  ['no JSON', 'x', 'x.har: the file is not an HTTP Archive'],
  ['no entries', '{"log":{}}', 'it has no log.entries'],
  ['an entry without a request', har({ startedDateTime }), 'x.har: log.entries[0] has no request'],
  [
    'an entry without a time',
    har({ startedDateTime, request }, { request }),
    'x.har: log.entries[1] has no request',
  ],
])('a file with %s is refused, with the place and the next step', (_name, text, message) => {
  expect(() => readHar(text, 'x.har')).toThrow(message)
})
