import { expect, test } from 'vitest'
import { against, brokenIn } from '../../testing/against-mock.ts'

test('the events hide the whole token, even after a signature over the token without its end', async () => {
  let tokens: string[] = []
  const events = await against({
    only: ['tampering/authorization'],
    runs: 1,
    target: (target) => {
      tokens = target.secrets.filter(({ name }) => name.startsWith('tokens.')).map(({ value }) => value)
      return target
    },
  })
  const written = JSON.stringify(events)
  expect(tokens.filter((token) => written.includes(token.slice(-6)))).toEqual([])
  expect(written.includes('[an altered token ')).toBe(true)
})

test('a server that accepts a signature over another valid token fails', async () => {
  const events = await against({ only: ['tampering/authorization'], faults: ['signed-token-not-compared'] })
  expect([...brokenIn(events)]).toEqual([['signature.verifies', 'failure']])
})
