import { expect, test } from 'vitest'
import { against, verdictsIn } from '../testing/against-mock.ts'

const id = 'overpaying/fixed-receiver'

test('a server that quotes only without an amount for a receiver with an incomingAmount is judged', async () => {
  const events = await against({ only: [id], variants: ['one-amount-on-fixed-refused'] })
  expect(verdictsIn(events).find(({ check }) => check === id)?.verdict).toEqual({ status: 'passed' })
})
