import { invariant } from '../../../src/check/kinds/rule.ts'
import type { Observed } from '../../../src/check/resource.ts'
import { type Amount, inWords, isAtMost, numberOf, sameWorth } from '../../../src/core/amount.ts'
import { asText } from '../../../src/core/json.ts'
import { asAmount } from '../../support/fields.ts'
import { aboutOutgoingPayments } from '../about.ts'

const amountOf = ({ fields }: Observed, name: string): Amount | undefined => asAmount(fields[name])

export const sentAmountIsWithinDebitAmount = invariant({
  ...aboutOutgoingPayments,
  id: 'rules/sent-amount-within-debit-amount',
  title: 'The sent amount of a payment never exceeds its debit amount',
  detects: 'sent-amount-passes-debit-amount',
  verifies: 'outgoing-payment.sent-amount.within-debit',
  holds: (payment) => {
    const [sent, debit] = [amountOf(payment, 'sentAmount'), amountOf(payment, 'debitAmount')]
    if (!sent || !debit) return undefined
    const held = isAtMost(sent, debit)
    if (held === undefined) return undefined
    return { held, want: `sentAmount of at most ${inWords(debit)}`, got: `sentAmount ${inWords(sent)}` }
  },
})

interface InOneAsset {
  id: string
  title: string
  detects: string
  verifies: string
  name: string
  /** The amount in whose asset the named one has to be. */
  other: string
  /** Set if the named amount may be missing. */
  optional?: true
}

/** Creates the rule that two amounts of one response are in one asset. */
const inOneAsset = ({ name, other, optional, ...rule }: InOneAsset) =>
  invariant({
    ...aboutOutgoingPayments,
    ...rule,
    holds: (payment) => {
      const [amount, measure] = [amountOf(payment, name), amountOf(payment, other)]
      const want = measure && `${name} in the asset of ${other}, ${inWords(measure)}`
      if (want && optional && payment.fields[name] === undefined)
        return { held: true, want, got: `no ${name}` }
      if (!amount || !measure || !want) return undefined
      const held = amount.assetCode === measure.assetCode && amount.assetScale === measure.assetScale
      return { held, want, got: `${name} ${inWords(amount)}` }
    },
  })

export const sentAmountIsInTheAssetOfDebitAmount = inOneAsset({
  id: 'rules/sent-amount-in-the-asset-of-debit-amount',
  title: 'The sent amount of a payment is in the asset of its debit amount',
  detects: 'sent-amount-in-another-asset',
  verifies: 'outgoing-payment.sent-amount.asset',
  name: 'sentAmount',
  other: 'debitAmount',
})

export const spentDebitAmountIsInTheAssetOfDebitAmount = inOneAsset({
  id: 'rules/grant-spent-debit-amount-in-the-asset-of-debit-amount',
  title: 'The spent amount of a grant is in the asset of the debit amount',
  detects: 'grant-spent-debit-amount-in-another-asset',
  verifies: 'outgoing-payment.grant-spent-debit-amount.asset',
  name: 'grantSpentDebitAmount',
  other: 'debitAmount',
  optional: true,
})

export const spentReceiveAmountIsInTheAssetOfReceiveAmount = inOneAsset({
  id: 'rules/grant-spent-receive-amount-in-the-asset-of-receive-amount',
  title: 'The delivered amount of a grant is in the asset of the receive amount',
  detects: 'grant-spent-receive-amount-in-another-asset',
  verifies: 'outgoing-payment.grant-spent-receive-amount.asset',
  name: 'grantSpentReceiveAmount',
  other: 'receiveAmount',
  optional: true,
})

/** A payment of nothing may fail: it shows its full amount as sent from the beginning. */
export const sentInFullHasNotFailed = invariant({
  ...aboutOutgoingPayments,
  id: 'rules/sent-in-full-has-not-failed',
  title: 'A payment that sent its full debit amount has not failed',
  detects: 'failed-although-sent',
  verifies: 'outgoing-payment.failed.not-when-sent',
  // A server may hold every payment for review.
  otherwise: 'a server that sends an outgoing payment in full: it showed none',
  holds: (payment) => {
    const [sent, debit] = [amountOf(payment, 'sentAmount'), amountOf(payment, 'debitAmount')]
    if (!sent || !debit || !sameWorth(sent, debit) || numberOf(debit) === 0n) return undefined
    const { failed } = payment.fields
    return {
      held: failed !== true,
      want: `failed not true, because ${sent.value} was sent`,
      got: `failed ${asText(failed)}`,
    }
  },
})
