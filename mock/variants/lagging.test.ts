import { expect, test } from 'vitest'
import { call } from '../testing/call.ts'
import { pathOfId, pay } from '../testing/requests.ts'
import { type Running, running } from '../testing/running.ts'
import { variantsNamed } from './index.ts'

/** The profile in which a client can read a single outgoing payment. */
const profile = 'open-payments-1.3'

/** Returns an outgoing payment as the list shows it. */
const listedOutgoing = async (mock: Running, id: unknown): Promise<unknown> => {
  const { json } = await call(mock, { path: '/outgoing-payments' })
  return Object(json).result.find((item: { id: unknown }) => item.id === id)
}

// The variant settled-slowly sends one half after 500 ms and the rest after 900 ms. The list shows the state of 120 ms
// ago.
test.each([
  [400, '0', '0'],
  [600, '50', '0'],
  [650, '50', '50'],
  [910, '100', '50'],
  [1010, '100', '50'],
  [1030, '100', '100'],
])('after %i ms a payment has sent %s, and the list shows %s', async (passed, sent, listed) => {
  const mock = await running({ profile, variants: variantsNamed(['settled-slowly', 'lists-show-what-was']) })
  const made = await pay(mock)
  mock.clock.advance(passed)
  const { json } = await call(mock, { path: pathOfId(mock, made) })
  expect(json).toMatchObject({ sentAmount: { value: sent } })
  const item = await listedOutgoing(mock, Object(made.json).id)
  expect(item).toMatchObject({ sentAmount: { value: listed } })
})
