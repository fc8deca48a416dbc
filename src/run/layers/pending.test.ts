import { expect, test } from 'vitest'
import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { pending } from './pending.ts'

const quote: RequestDraft = { operation: 'create-quote', method: 'POST', path: '/quotes' }

test('a request that may create something is pending while it is under way', async () => {
  const creating = new Set<Promise<unknown>>()
  const sent = pending(creating)(async () => ({}) as Answer)(quote)
  expect(creating.size).toBe(1)
  await sent
  expect(creating.size).toBe(0)
})

test('a failed request is no longer pending', async () => {
  const creating = new Set<Promise<unknown>>()
  await expect(pending(creating)(() => Promise.reject(new Error('lost')))(quote)).rejects.toThrow('lost')
  expect(creating.size).toBe(0)
})

test('a request that creates nothing is never pending', () => {
  const creating = new Set<Promise<unknown>>()
  pending(creating)(async () => ({}) as Answer)({ operation: 'get-quote', method: 'GET', path: '/' })
  expect(creating.size).toBe(0)
})
