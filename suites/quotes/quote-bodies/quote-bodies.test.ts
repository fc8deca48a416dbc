import { expect, test } from 'vitest'
import { against, brokenIn } from '../../testing/against-mock.ts'

test('a server that takes null for an object fails', async () => {
  const only = ['quote-bodies/no-json-object', 'payments/no-json-object']
  const events = await against({ only, faults: ['null-taken-for-an-object'] })
  expect(Object.fromEntries(brokenIn(events))).toEqual({
    'create-quote.body.json': 'failure',
    'create-outgoing-payment.body.json': 'failure',
  })
})
