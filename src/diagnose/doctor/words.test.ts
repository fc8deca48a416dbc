import { expect, test } from 'vitest'
import type { TriedAnswer } from './trials.ts'
import { answerOf, soundsLike } from './words.ts'

const refused = (body: string, challenge = '', status = 401): TriedAnswer => ({
  exchange: 1,
  method: 'GET',
  url: 'http://server/quotes',
  response: { status, headers: {}, text: body, json: undefined },
  says: { body, challenge },
  sent: 0,
  received: 0,
})

test.each([
  ['{"error":{"code":"token","description":"No such token"}}', '401: No such token'],
  ['{"error":"invalid_token","error_description":"It has expired"}', '401: It has expired'],
  ['{"error":"invalid_client"}', '401: invalid_client'],
  ['{"message":"Unauthorized","requestId":"1"}', '401: Unauthorized'],
  ['"Unauthorized"', '401: Unauthorized'],
  ['Unauthorized', '401: Unauthorized'],
  ['<html><h1>Unauthorized</h1></html>', '401'],
  ['{"anything":1}', '401'],
  ['', '401'],
  ['{"message":"red\\u001b[31m"}', '401: red\\u{1b}[31m'],
])('the words of %s are %s', (body, words) => {
  expect(answerOf(refused(body))).toBe(words)
})

test('the words of a challenge are used where the body has none', () => {
  const challenge = 'Bearer realm="x", error="invalid_token"'
  expect(answerOf(refused('', challenge))).toBe('401: error="invalid_token"')
})

test.each([
  ['the same words', '{"message":"bad signature"}', '{"message":"bad signature"}', true],
  [
    'another name in quotes',
    '{"message":"key \\"a\\" is unknown"}',
    '{"message":"key \\"b\\" is unknown"}',
    true,
  ],
  [
    'another id with digits',
    '{"message":"request a1-b2 failed"}',
    '{"message":"request c3-d4 failed"}',
    true,
  ],
  [
    'another number in the same body',
    '{"message":"no","requestId":1}',
    '{"message":"no","requestId":2}',
    true,
  ],
  ['other words', '{"message":"unknown key"}', '{"message":"bad signature"}', false],
  ['another code under the same words', '{"code":"a","message":"no"}', '{"code":"b","message":"no"}', false],
])('refusals with %s are compared by their words and codes, not by ids and numbers', (_, a, b, alike) => {
  expect(soundsLike(refused(a), refused(b))).toBe(alike)
})

test('refusals with another status or challenge do not sound alike', () => {
  expect(soundsLike(refused('no'), refused('no', '', 403))).toBe(false)
  expect(soundsLike(refused('no', 'GNAP error=a'), refused('no', 'GNAP error=b'))).toBe(false)
})
