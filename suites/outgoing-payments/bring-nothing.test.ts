import { expect, test } from 'vitest'
import type { Variant } from '../../mock/changes/change.ts'
import { against, brokenIn, verdictsIn } from '../testing/against-mock.ts'

/** Each reading of a receiver shows one unit more than the one before. */
const trickling = (): Variant => {
  let more = 0n
  return {
    id: 'paid-by-others',
    says: 'Somebody else pays into every receiver all the time',
    override: ({ incomingPayments: { show } }) => ({
      incomingPayments: {
        show: (payment) => {
          const shown = show(payment)
          const { value, ...asset } = Object(shown['receivedAmount'])
          return { ...shown, receivedAmount: { ...asset, value: String(BigInt(value) + ++more) } }
        },
      },
    }),
  }
}

test('money that also comes while nothing is sent is not blamed on the server', async () => {
  const check = 'refused-payments/bring-nothing'
  const own = verdictsIn(await against({ only: [check], further: [trickling()] })).filter(
    (one) => one.check === check,
  )
  expect(brokenIn(own)).toEqual(new Map())
  expect(own[0]?.verdict).toMatchObject({
    status: 'inconclusive',
    reason: expect.stringMatching(/^somebody else pays into \S+ during the run$/),
  })
})
