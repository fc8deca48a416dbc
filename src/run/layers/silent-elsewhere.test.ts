import { expect, test } from 'vitest'
import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { sparingSilentServers } from './silent-elsewhere.ts'

const draft = (baseUrl?: string): RequestDraft => ({
  method: 'GET',
  path: '/',
  ...(baseUrl ? { baseUrl } : {}),
})

const answered = (code?: 'timeout' | 'connection'): Answer =>
  ({ exchange: 1, method: 'GET', url: '/', ...(code ? { failure: { code, message: code } } : {}) }) as Answer

/** Counts how often a server is asked in three requests that all get the same answer. */
const askedOf = async (baseUrl: string | undefined, answer: Answer): Promise<number> => {
  let asked = 0
  const send = sparingSilentServers({ baseUrl: 'https://target.example' })(async () => {
    asked++
    return answer
  })
  for (let count = 0; count < 3; count++) expect(await send(draft(baseUrl))).toBe(answer)
  return asked
}

test('another server that does not answer in time is asked only once', async () => {
  expect(await askedOf('https://other.example', answered('timeout'))).toBe(1)
})

test.each([
  ['the target itself', undefined, answered('timeout')],
  ['the target by its name', 'https://target.example', answered('timeout')],
  ['another server that answers', 'https://other.example', answered()],
])('%s is asked each time', async (_, baseUrl, answer) => {
  expect(await askedOf(baseUrl, answer)).toBe(3)
})
