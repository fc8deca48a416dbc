import { expect, test } from 'vitest'
import type { Waiting } from '../core/environment.ts'
import type { GrantedSource } from '../target-file/target.ts'
import { putExpired, putRotated } from './dead-tokens.ts'
import type { Requesting } from './requested-tokens.ts'

/** Puts a token that lives for twenty seconds in the place of the expired one. */
const put = async (overrides: Partial<Requesting> = {}) => {
  const [notes, waits]: [string[], number[]] = [[], []]
  let source: GrantedSource | undefined
  const put = (_: string, one: GrantedSource) => {
    source = one
  }
  const target = { tokens: { expired: {} }, limits: { maxWait: 30_000 } }
  const putting = {
    target,
    ledger: { gone: () => undefined },
    grants: { book: { put }, now: () => 0 },
    wait: async (milliseconds: number) => void waits.push(milliseconds),
    note: (text: string) => notes.push(text),
    ...overrides,
  }
  await putExpired(
    { value: 'secret', access: [], expiresIn: 20_000 },
    { revoke: async () => undefined } as unknown as Parameters<typeof putExpired>[1],
    putting as unknown as Requesting,
  )
  return { source, notes, waits, isUsed: target.tokens.expired !== undefined }
}

test('a user of the expired token waits until it has expired, and reports the wait', async () => {
  const { source, waits } = await put()
  const told: Array<Waiting | 'over'> = []
  await source?.hold?.((waiting) => {
    told.push(waiting)
    return () => void told.push('over')
  })
  expect(waits).toEqual([21_000])
  expect(told).toEqual([{ what: 'tokens.expired to expire', left: 21_000 }, 'over'])
})

test('nobody waits for the expiry if the clock of the server can be moved', async () => {
  const moved: number[] = []
  const { source, waits } = await put({ advance: async (milliseconds) => moved.push(milliseconds) })
  await source?.hold?.()
  expect([await source?.value(), moved, waits]).toEqual(['secret', [21_000], []])
})

test('a failure to move the clock is noted, and the expiry is waited for instead', async () => {
  const { source, notes, waits } = await put({ advance: () => Promise.reject(new Error('clock: no answer')) })
  await source?.hold?.()
  expect([notes, waits]).toEqual([['clock: no answer'], [21_000]])
})

const before = { value: 'first', access: [] }

const rotate = async (rotated: Parameters<typeof putRotated>[1]) => {
  const notes: string[] = []
  const sources: GrantedSource[] = []
  const target = { tokens: { rotated: {} } }
  const grants = { book: { put: (_: string, one: GrantedSource) => sources.push(one) } }
  const note = (text: string) => notes.push(text)
  await putRotated(before, rotated, { target, grants, note } as unknown as Parameters<typeof putRotated>[2])
  return { value: await sources[0]?.value(), notes, isUsed: target.tokens.rotated !== undefined }
}

test('tokens.rotated gets the value from before the rotation', async () => {
  const seen = await rotate(async (token) => ({ ...token, value: 'second' }))
  expect(seen).toEqual({ value: 'first', notes: [], isUsed: true })
})

test.each([
  ['the server gave the same value again', async () => before],
  ['404 invalid_rotation', () => Promise.reject(new Error('404 invalid_rotation'))],
])('a token that cannot be rotated is not used: %s', async (why, rotated) => {
  expect(await rotate(rotated)).toEqual({
    value: undefined,
    notes: [`tokens.rotated is not used: ${why}`],
    isUsed: false,
  })
})
