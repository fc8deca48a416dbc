import type { PassiveCheck, RunFacts, TestedClaim } from '../../src/check/kinds/passive.ts'
import { asText } from '../../src/core/json.ts'
import { creatingQuote } from '../support/operations.ts'
import {
  creationsOf,
  given,
  keptAmount,
  keptMetadata,
  keptUrl,
  type MadeFrom,
  noMetadataOfOthers,
  shown,
} from './asked.ts'

const quoteClaims = [
  'create-quote.wallet-address.kept',
  'create-quote.receiver.kept',
  'create-quote.method.kept',
  'create-quote.fixed-send',
  'create-quote.fixed-receive',
]

export const quoteIsAsAskedFor: PassiveCheck = {
  id: 'rules/quote-is-as-asked-for',
  title: 'Every new quote has the requested wallet address, receiver, method and fixed amount',
  detects: 'quote-for-the-wallet-of-the-token',
  claims: () => quoteClaims,
  operations: ['create-quote'],
  needs: creatingQuote.needs,
  shownBy: ['ids/unknown-wallet-address'],
  start: (facts) => {
    const creationIn = creationsOf('quote')
    return (seen) => {
      const creation = creationIn(seen)
      if (!creation) return []
      return [
        ...keptUrl('create-quote.wallet-address.kept', creation, 'walletAddress'),
        ...keptUrl('create-quote.receiver.kept', creation, 'receiver'),
        ...keptMethod(creation),
        ...keptSide(creation, facts),
      ]
    }
  },
}

/** The interface leaves open what a server does with a method other than ilp. */
const keptMethod = ({ asked, made }: MadeFrom): TestedClaim[] => {
  const { method } = made.fields
  if (asked['method'] !== 'ilp' || typeof method !== 'string') return []
  return [shown('create-quote.method.kept', made, method === 'ilp', 'method ilp', `method ${method}`)]
}

/**
 * The interface leaves open what an amount does if the receiver has an incomingAmount, or if both amounts are
 * requested.
 */
const keptSide = (creation: MadeFrom, facts: RunFacts): TestedClaim[] => {
  const { asked } = creation
  const kind = facts.receiverKind(asText(asked['receiver']))
  if (kind !== 'open' && kind !== 'expiring') return []
  if (given(asked['debitAmount']) && given(asked['receiveAmount'])) return []
  return [
    ...keptAmount('create-quote.fixed-send', creation, facts, 'debitAmount'),
    ...keptAmount('create-quote.fixed-receive', creation, facts, 'receiveAmount'),
  ]
}

export const incomingPaymentIsAsAskedFor: PassiveCheck = {
  id: 'rules/incoming-payment-is-as-asked-for',
  title: 'Every new incoming payment has the requested wallet address, amount and metadata',
  detects: 'incoming-payment-on-the-wallet-of-the-token',
  claims: () => [
    'create-incoming-payment.wallet-address.kept',
    'create-incoming-payment.incoming-amount.kept',
    'create-incoming-payment.metadata.kept',
    'create-incoming-payment.metadata.odd-kept',
  ],
  operations: ['create-incoming-payment'],
  shownBy: ['incoming-payment-bodies/unknown-wallet-address'],
  start: (facts) => {
    const creationIn = creationsOf('incoming-payment')
    const ofOthers = noMetadataOfOthers('incoming-payment', 'create-incoming-payment.metadata.kept')
    return (seen) => {
      const creation = creationIn(seen)
      const others = ofOthers(seen, creation)
      if (!creation) return others
      return [
        ...others,
        ...keptUrl('create-incoming-payment.wallet-address.kept', creation, 'walletAddress'),
        ...keptAmount('create-incoming-payment.incoming-amount.kept', creation, facts, 'incomingAmount'),
        ...(creation.isRepeated ? [] : keptMetadata('create-incoming-payment.metadata.', creation)),
      ]
    }
  },
}
