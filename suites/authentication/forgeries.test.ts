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
