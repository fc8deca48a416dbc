import { expect, test } from 'vitest'
import type { Variant } from '../../../mock/changes/change.ts'
import { against, verdictsIn } from '../../testing/against-mock.ts'
import { heldOf, type Told } from '../../testing/fold.ts'
import { sentAmountIsWithinDebitAmount, sentInFullHasNotFailed } from './sent-amount.ts'

const holding: Variant = {
  id: 'payments-held',
  says: 'Every payment is held for review',
  override: ({ outgoingPayments: { show } }) => ({
    outgoingPayments: {
      show: (payment) => {
        const shown = show(payment)
        return { ...shown, failed: false, sentAmount: { ...Object(shown['sentAmount']), value: '0' } }
      },
    },
  }),
}

test('a server that sends no payment in full skips the rule about those that were', async () => {
  const rule = 'rules/sent-in-full-has-not-failed'
  const events = await against({ further: [holding], only: [rule, 'payments/direct'] })
  expect(verdictsIn(events).find(({ check }) => check === rule)?.verdict).toEqual({
    status: 'skipped',
    missing: ['a server that sends an outgoing payment in full: it showed none'],
  })
})

const amount = (value: string, assetScale = 2, assetCode = 'USD') => ({ value, assetCode, assetScale })

const shown = (sentAmount: object, debitAmount: object): Told => ({
  operation: 'list-outgoing-payments',
  at: [1, 2],
  told: { result: [{ id: 'a', failed: true, sentAmount, debitAmount }] },
})

test.each([
  ['9', amount('9'), amount('9'), [false]],
  ['8', amount('8'), amount('9'), []],
  ['0', amount('0'), amount('0'), []],
  ['9 at another scale', amount('9', 4), amount('9'), []],
  ['all of it at another scale', amount('900', 4), amount('9'), [false]],
])('a payment that failed when it had sent %s', (_name, sent, debit, expected) => {
  expect(heldOf(sentInFullHasNotFailed, [shown(sent, debit)])).toEqual([expected])
})

test.each([
  ['as much', amount('9'), amount('9'), [true]],
  ['more', amount('10'), amount('9'), [false]],
  ['less at another scale', amount('899', 4), amount('9'), [true]],
  ['more at another scale', amount('901', 4), amount('9'), [false]],
  ['an amount in another currency', amount('10', 2, 'EUR'), amount('9'), []],
])('a payment that has sent %s', (_name, sent, debit, expected) => {
  expect(heldOf(sentAmountIsWithinDebitAmount, [shown(sent, debit)])).toEqual([expected])
})
