import { expect, test } from 'vitest'
import { against, brokenIn } from '../testing/against-mock.ts'

test.each([
  ['access tokens', 'token-compared-as-a-member-of-every-object', 'tokens/unknown', 'token.known'],
  [
    'key ids',
    'key-id-compared-as-a-member-of-every-object',
    'signatures/unknown-keyid',
    'signature.keyid.known',
  ],
])('a server that finds what objects inherit among its %s fails', async (_, fault, check, requirement) => {
  const events = await against({ only: [check], faults: [fault] })
  expect([...brokenIn(events)]).toEqual([[requirement, 'failure']])
})

test.each(['signatures/component-of-a-similar-name', 'signatures/content-digest-of-a-similar-name'])(
  '%s notices a server that finds the name of a component among the parameters',
  async (check) => {
    const events = await against({ only: [check], faults: ['component-found-among-the-parameters'] })
    expect([...brokenIn(events)]).toEqual([['signature.several.one-whole', 'failure']])
  },
)
