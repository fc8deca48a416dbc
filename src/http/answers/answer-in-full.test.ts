import { expect, test } from 'vitest'
import { answerInFull } from './answer-in-full.ts'

const answered = (text: string, headers: Record<string, string> = {}) =>
  answerInFull({
    exchange: 1,
    method: 'POST',
    url: 'https://wallet.example/quotes',
    response: { status: 400, headers, text, json: undefined },
  })

test.each([
  [
    '{"error":{"code":"invalid","description":"The receiver\\ndoes not exist"}}',
    'The receiver does not exist',
  ],
  ['{"message":"no such receiver"}', 'no such receiver'],
  ['{"error":"invalid_request"}', 'invalid_request'],
  ['"no such receiver"', 'no such receiver'],
  ['no such receiver\n', 'no such receiver'],
])('one line of %s is shown with the status', (text, line) => {
  expect(answered(text)).toBe(`status 400: ${line}`)
})

test('the error of a challenge is shown if the body says nothing', () => {
  expect(answered('', { 'www-authenticate': 'GNAP as_uri="x", error="invalid_token"' })).toBe(
    'status 400: error="invalid_token"',
  )
})

test.each(['', '{}', '<html>No</html>'])('the body %j adds nothing to the status', (text) =>
  expect(answered(text)).toBe('status 400'),
)

test('a long line is cut', () => expect(answered('x'.repeat(1000))).toBe(`status 400: ${'x'.repeat(200)}…`))
