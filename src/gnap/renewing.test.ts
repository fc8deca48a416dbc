import { expect, test } from 'vitest'
import type { GrantedToken } from './grant-answer.ts'
import { renewing } from './put-token.ts'

const token = (value: string, expiresIn?: number): GrantedToken => ({
  value,
  access: [],
  ...(expiresIn === undefined ? {} : { expiresIn }),
})

/** Creates a token that lives for a hundred seconds, and a clock. */
const scene = (
  next: Array<GrantedToken | string | undefined> = [token('second', 100_000), token('third', 100_000)],
) => {
  let now = 0
  const renewed: string[] = []
  const source = renewing(token('first', 100_000), {
    now: () => now,
    renew: async ({ value }) => {
      renewed.push(value)
      return next.shift()
    },
  })
  const use = async () => {
    const release = await source.hold?.()
    const value = await source.value()
    return { value, release: () => release?.() }
  }
  const pass = (milliseconds: number): void => {
    now += milliseconds
  }
  return { source, renewed, use, pass }
}

test('a token is renewed a tenth of its life before it expires', async () => {
  const { use, pass } = scene()
  pass(89_999)
  const before = await use()
  before.release()
  pass(1)
  expect([before.value, (await use()).value]).toEqual(['first', 'second'])
})

test('a token stays the same while a request uses it, and further requests wait for the new one', async () => {
  const { use, pass, renewed } = scene()
  const early = await use()
  pass(95_000)
  const late = [use(), use()]
  await new Promise((done) => setTimeout(done, 5))
  expect(renewed).toEqual([])
  early.release()
  expect((await Promise.all(late)).map(({ value }) => value)).toEqual(['second', 'second'])
  expect(renewed).toEqual(['first'])
})

test('a token that the server refuses early is renewed once', async () => {
  const { source, renewed } = scene()
  expect(await source.renewed?.('first')).toBe(true)
  expect(await source.renewed?.('first')).toBe(true)
  expect(await source.renewed?.('second')).toBe(false)
  expect(renewed).toEqual(['first'])
})

test('a token that replaced a refused one is renewed again once it is known to be dead', async () => {
  const { source, renewed } = scene()
  await source.renewed?.('first')
  expect(await source.renewed?.('second')).toBe(false)
  expect(await source.renewed?.('second', true)).toBe(true)
  expect([await source.value(), renewed]).toEqual(['third', ['first', 'second']])
})

test('a token that cannot be renewed is used as it is', async () => {
  const { use, pass, renewed } = scene([undefined])
  pass(200_000)
  expect([(await use()).value, (await use()).value, renewed.length]).toEqual(['first', 'first', 1])
})

test('a token without an expiry is never renewed by time', async () => {
  const source = renewing(token('only'), {
    now: () => 1e15,
    renew: () => Promise.reject(new Error('renewed')),
  })
  await source.hold?.()
  expect(await source.value()).toBe('only')
})

test('a token that cannot be renewed says why', async () => {
  const { source, use, pass } = scene(['the server is gone'])
  pass(95_000)
  const { value } = await use()
  expect([value, source.unrenewed?.()]).toEqual(['first', 'the server is gone'])
})
