import { expect, test } from 'vitest'
import { serverWords } from './server-words.ts'

test.each([
  [
    '{"error":{"code":"invalid_receiver","description":"receiver does not exist"}}',
    'receiver does not exist',
  ],
  ['{"error":"invalid_token"}', 'invalid_token'],
  ['{"message":"No such wallet"}', 'No such wallet'],
  ['"in a string"', 'in a string'],
  ['plain text\n', 'plain text'],
  ['<html><body>500</body></html>', undefined],
  ['{"error":{"message":{}}}', undefined],
  ['', undefined],
])('reads from %j the words %j', (body, words) => expect(serverWords(body)).toBe(words))

test('a finding takes the words from the challenge if the body has none', () =>
  expect(serverWords('', 'GNAP as_uri="https://auth.example", error="invalid_token"')).toBe(
    'error="invalid_token"',
  ))
