import { expect, test } from 'vitest'
import { draft, ok, wired } from '../testing/wired.ts'

const flawed = {
  refuseFlawed: () => {
    throw new Error('its path is wrong')
  },
}

test('a request that is meant to be whole and has a flaw is not sent', async () => {
  const { wire, events } = await wired(ok, {}, flawed)
  await expect(wire.send('a/check', draft)).rejects.toThrow('its path is wrong')
  expect(events).toEqual([])
})

test('one that is invalid on purpose, or is of no operation, is sent as it is', async () => {
  const { wire, events } = await wired(ok, {}, flawed)
  const { operation: _, ...ofNone } = draft
  await wire.send('a/check', { ...draft, invalid: true })
  await wire.send('a/check', ofNone)
  expect(events).toHaveLength(2)
})

test('what is invalid after signing was whole before', async () => {
  const seen: string[] = []
  const refuseFlawed = (_: string, { url }: { url: string }): void => void seen.push(url)
  const { wire } = await wired(ok, {}, { refuseFlawed })
  await wire.send('a/check', draft, (message) => ({ ...message, url: `${message.url}?invalid` }))
  expect(seen).toEqual([expect.stringMatching(/\/quotes\/1$/)])
})
