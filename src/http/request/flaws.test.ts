import { expect, test } from 'vitest'
import { draft, ok, wired } from '../testing/wired.ts'

const flawed = {
  refuseFlawed: () => {
    throw new Error('its path is wrong')
  },
}

test('the wire does not send a request that is meant to be valid but has a flaw', async () => {
  const { wire, events } = await wired(ok, {}, flawed)
  await expect(wire.send('a/check', draft)).rejects.toThrow('its path is wrong')
  expect(events).toEqual([])
})

test('the wire sends a request as it is if it is invalid on purpose or has no operation', async () => {
  const { wire, events } = await wired(ok, {}, flawed)
  const { operation: _, ...ofNone } = draft
  await wire.send('a/check', { ...draft, invalid: true })
  await wire.send('a/check', ofNone)
  expect(events).toHaveLength(2)
})

test('looks for flaws in the request as it was before a tamper', async () => {
  const seen: string[] = []
  const refuseFlawed = (_: string, { url }: { url: string }): void => void seen.push(url)
  const { wire } = await wired(ok, {}, { refuseFlawed })
  await wire.send('a/check', draft, (message) => ({ ...message, url: `${message.url}?invalid` }))
  expect(seen).toEqual([expect.stringMatching(/\/quotes\/1$/)])
})
