import { expect, test } from 'vitest'
import { grantAnswerIn, tokenIn } from './grant-answer.ts'

const pageIn = (redirect: string): string | undefined => {
  const onward = { uri: 'https://auth.example/continue', access_token: { value: 'c' } }
  return grantAnswerIn({ interact: { redirect, finish: 'f' }, continue: onward })?.interact?.redirect
}

test('the URL of the consent page is one line of ASCII, whatever the server sends', () => {
  expect(pageIn('https://auth.example/consent?id=1')).toBe('https://auth.example/consent?id=1')
  expect(pageIn('https://auth.example/\nhttps://other.example/')).toBe(
    'https://auth.example/https://other.example/',
  )
  expect(pageIn('https://auth.example/ "`\u202e\u001b[2J\ud800')).toMatch(/^https:\/\/auth\.example\/[!-~]+$/)
})

test.each(['javascript:alert(1)', 'file:///etc/passwd', ' https://auth.example/', '--version', ''])(
  '%j is not accepted as a consent page',
  (redirect) => expect(pageIn(redirect)).toBeUndefined(),
)

test('a token that cannot stand in a header is not accepted, neither for a grant nor for its continuation', () => {
  for (const value of ['a\r\nx-owned: 1', 'a b', '\u00e9', '', 1, 'a'.repeat(70_000)]) {
    const onward = { uri: 'https://auth.example/continue', access_token: { value } }
    expect([tokenIn({ value }), grantAnswerIn({ continue: onward })]).toEqual([undefined, undefined])
  }
})
