import { type Amount, inWords, numberOf } from '../../src/amount.ts'
import { broken, keep, rule } from '../../src/check/rule.ts'
import { asAmount } from '../fields.ts'
import { anIncomingPayment } from '../operations.ts'

const observing = {
  observes: 'incoming-payment' as const,
  operations: ['get-incoming-payment' as const, 'list-incoming-payments' as const],
  needs: {},
  otherwise: anIncomingPayment,
}

export const receivedAmountGrows = rule<Amount | undefined>({
  ...observing,
  id: 'rules/received-amount-grows',
  title: 'The received amount of an incoming payment never shrinks',
  notices: 'received-amount-shrinks',
  verifies: 'incoming-payment.received-amount.grows',
  start: ({ fields }) => asAmount(fields['receivedAmount']),
  next: (before, { fields }) => {
    const now = asAmount(fields['receivedAmount'])
    if (!before || !now || numberOf(now) >= numberOf(before)) return keep(now ?? before)
    return broken(before, `receivedAmount of at least ${before.value}`, `receivedAmount ${now.value}`)
  },
})

export const receivedAmountKeepsItsAsset = rule<Amount | undefined>({
  ...observing,
  id: 'rules/received-amount-keeps-its-asset',
  title: 'The received amount is in the asset of the incoming amount, and stays in it',
  notices: 'received-amount-in-another-asset',
  verifies: 'incoming-payment.received-amount.asset',
  start: ({ fields }) => asAmount(fields['incomingAmount']) ?? asAmount(fields['receivedAmount']),
  next: (measure, { fields }) => {
    const now = asAmount(fields['receivedAmount'])
    if (!measure || !now) return keep(measure ?? now)
    const held = now.assetCode === measure.assetCode && now.assetScale === measure.assetScale
    return held ? keep(measure) : broken(measure, `an amount like ${inWords(measure)}`, inWords(now))
  },
})
