import type { PassiveCheck, RunFacts, Seen, TestedClaim } from '../../src/check/kinds/passive.ts'
import { createMemory } from '../../src/check/memory.ts'
import { type Observed, resourcesIn } from '../../src/check/resource.ts'
import { type Amount, inWords, sameAmount } from '../../src/core/amount.ts'
import { asText } from '../../src/core/json.ts'
import { isSameUrl } from '../../src/core/urls.ts'
import { asAmount, asMoment } from '../support/fields.ts'
import { creatingPayment, creatingQuote } from '../support/operations.ts'
import {
  creationsOf,
  keptAmount,
  keptMetadata,
  keptUrl,
  type MadeFrom,
  noMetadataOfOthers,
  shown,
} from './asked.ts'

const given = (value: unknown): boolean => value !== undefined && value !== null

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

const about = (sentence: string): string => `create-outgoing-payment.${sentence}`

const notFailed = 'outgoing-payment.failed.false-at-creation'

export const paymentIsAsAskedFor: PassiveCheck = {
  id: 'rules/payment-is-as-asked-for',
  title: 'Every new payment is as requested and has not failed',
  detects: 'payment-from-the-wallet-of-the-token',
  claims: () => [
    about('wallet-address.kept'),
    about('quote-id.kept'),
    about('quote.receiver-kept'),
    about('quote.amounts-kept'),
    about('direct.receiver-kept'),
    about('direct.debit-amount-kept'),
    about('metadata.kept'),
    about('metadata.odd-kept'),
    notFailed,
  ],
  operations: ['create-quote', 'get-quote', 'create-outgoing-payment'],
  needs: creatingPayment.needs,
  shownBy: ['payments/unknown-wallet-address'],
  start: (facts) => {
    const creationIn = creationsOf('outgoing-payment')
    const quotes = createMemory<QuoteAsShown>()
    const ofOthers = noMetadataOfOthers(about('metadata.kept'))
    return (seen) => {
      learnQuotes(quotes, seen)
      const creation = creationIn(seen)
      if (!creation) return []
      const quote = quotes.get(asText(creation.asked['quoteId']))
      return [
        ...(creation.isRepeated ? [] : [...asCreated(creation), ...ofOthers(creation)]),
        ...(quote && !isOfItsWallet(creation, quote)
          ? []
          : keptUrl(about('wallet-address.kept'), creation, 'walletAddress')),
        ...keptVariant(creation, quote, facts),
      ]
    }
  },
}

/** The claims about a payment that was created by this very request. */
const asCreated = (creation: MadeFrom): TestedClaim[] => {
  const { failed } = creation.made.fields
  return [
    shown(notFailed, creation.made, failed !== true, 'failed not true', `failed ${asText(failed)}`),
    ...keptMetadata(about('metadata.'), creation),
  ]
}

/** A request that names both a quote and a direct payment does not say which of them counts. It is not judged. */
const keptVariant = (creation: MadeFrom, quote: QuoteAsShown | undefined, facts: RunFacts): TestedClaim[] => {
  const { asked } = creation
  const { incomingPayment, debitAmount } = facts.profile.directPayment
  const directly = [incomingPayment, debitAmount].filter((name) => given(asked[name]))
  if (!given(asked['quoteId']) && directly.length === 2)
    return [
      ...keptUrl(about('direct.receiver-kept'), creation, incomingPayment, 'receiver'),
      ...keptAmount(about('direct.debit-amount-kept'), creation, facts, debitAmount, 'debitAmount'),
    ]
  if (!quote || directly.length > 0 || !isOfItsWallet(creation, quote)) return []
  return [...keptUrl(about('quote-id.kept'), creation, 'quoteId'), ...keptQuote(creation.made, quote)]
}

/** A quote as it was first shown. */
interface QuoteAsShown {
  walletAddress: unknown
  receiver: unknown
  amounts: ReadonlyArray<readonly [name: string, amount: Amount | undefined]>
  expiresAt: number | undefined
  number: number
}

const learnQuotes = (quotes: ReturnType<typeof createMemory<QuoteAsShown>>, seen: Seen): void => {
  for (const { id, fields } of resourcesIn(seen, 'quote')) {
    if (quotes.get(id)) continue
    const { walletAddress, receiver, expiresAt } = fields
    const amounts = ['debitAmount', 'receiveAmount'].map((name) => [name, asAmount(fields[name])] as const)
    quotes.set(id, {
      walletAddress,
      receiver,
      amounts,
      expiresAt: asMoment(expiresAt),
      number: seen.exchange.number,
    })
  }
}

const isOfItsWallet = ({ asked }: MadeFrom, { walletAddress }: QuoteAsShown): boolean =>
  isSameUrl(asText(asked['walletAddress']), asText(walletAddress))

/** Milliseconds. The clocks of several machines may differ a little. */
const tolerance = 1000

/** The server need not pay an expired quote at its amounts, and must not. So only the receiver is compared then. */
const keptQuote = (made: Observed, quote: QuoteAsShown): TestedClaim[] => {
  const { receiver, createdAt } = made.fields
  const at = asMoment(createdAt)
  const isInTime = at !== undefined && at < (quote.expiresAt ?? Number.POSITIVE_INFINITY) - tolerance
  const kept = (requirement: string, held: boolean, want: string, got: string): TestedClaim => ({
    ...shown(requirement, made, held, want, got),
    earlier: quote.number,
  })
  const receiverKept =
    typeof receiver === 'string' && typeof quote.receiver === 'string'
      ? [
          kept(
            about('quote.receiver-kept'),
            isSameUrl(receiver, quote.receiver),
            `receiver ${quote.receiver}`,
            `receiver ${receiver}`,
          ),
        ]
      : []
  if (!isInTime) return receiverKept
  return [
    ...receiverKept,
    ...quote.amounts.flatMap(([name, wanted]) => {
      const came = asAmount(made.fields[name])
      if (!wanted || !came) return []
      const [want, got] = [wanted, came].map((amount) => `${name} ${inWords(amount)}`)
      return [kept(about('quote.amounts-kept'), sameAmount(wanted, came), want ?? '', got ?? '')]
    }),
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
  needs: {},
  shownBy: ['incoming-payment-bodies/unknown-wallet-address'],
  start: (facts) => {
    const creationIn = creationsOf('incoming-payment')
    const ofOthers = noMetadataOfOthers('create-incoming-payment.metadata.kept')
    return (seen) => {
      const creation = creationIn(seen)
      if (!creation) return []
      return [
        ...keptUrl('create-incoming-payment.wallet-address.kept', creation, 'walletAddress'),
        ...keptAmount('create-incoming-payment.incoming-amount.kept', creation, facts, 'incomingAmount'),
        ...(creation.isRepeated
          ? []
          : [...keptMetadata('create-incoming-payment.metadata.', creation), ...ofOthers(creation)]),
      ]
    }
  },
}
