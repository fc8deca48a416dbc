import { expect, test } from 'vitest'
import type { PassiveCheck } from '../../../src/check/kinds/passive.ts'
import type { ExchangeEvent } from '../../../src/core/events.ts'
import { seenIn } from '../../../src/judge/seen.ts'
import { plainFacts } from '../../testing/fold.ts'
import { errorBodiesAreJson, errorBodiesTellNoStackTrace } from './error-bodies.ts'

const requirements = ['errors.body-json', 'errors.no-stack-trace']

const judged = ({ start }: PassiveCheck, status: number, body: string): boolean | undefined => {
  const facts = plainFacts
  const exchange = { type: 'exchange', response: { status, headers: {}, body } } as ExchangeEvent
  return start(facts)(seenIn(exchange)).find(({ requirement }) => requirements.includes(requirement))?.held
}

test.each<readonly [number, string, boolean | undefined]>([
  [401, '{"error":{"code":"x"}}', true],
  [404, '"not found"', true],
  [403, '', true],
  [400, '<html></html>', false],
  [500, 'Internal Server Error', false],
  ...[413, 414, 429, 431, 502, 503, 504].map((status) => [status, '<html></html>', undefined] as const),
  [200, '<html></html>', undefined],
])('status %i with body %j passes as JSON or an empty body: %s', (status, body, expected) => {
  expect(judged(errorBodiesAreJson, status, body)).toBe(expected)
})

test.each([
  [500, '{"error":"TypeError: x\\n    at handle (/app/server.js:10:5)"}', false],
  [500, 'Error: x\n    at Object.<anonymous> (/app/server.js:10:5)', false],
  [400, 'Traceback (most recent call last):\n  File "app.py", line 3', false],
  [500, 'panic: runtime error\n\ngoroutine 1 [running]:', false],
  [400, '{"error":{"description":"No amount at all (see /quotes)"}}', true],
  [
    400,
    String.raw`{"message":"Unexpected character\n at [Source: (String)\"{\"debitAmount\":{\"value\":100}\"; line: 1]"}`,
    true,
  ],
  [400, 'Unexpected character\n at [Source: (String)"{"walletAddress":"http://a:8080/b"', true],
  [404, '', true],
  [200, 'at handle (/app/server.js:10:5)', undefined],
])('status %i with body %j contains no stack trace: %s', (status, body, expected) => {
  expect(judged(errorBodiesTellNoStackTrace, status, body)).toBe(expected)
})

test.each([
  ['empty lines', '\n'.repeat(1_000_000)],
  ['beginnings of lines of a stack trace', '\\nat /'.repeat(160_000)],
])('the rule reads a mebibyte of %s quickly, and sees no stack trace in it', (_, body) => {
  expect(judged(errorBodiesTellNoStackTrace, 500, body)).toBe(true)
})
