import type { PassiveCheck, RunFacts, Seen, TestedClaim } from '../../src/check/kinds/passive.ts'
import { createMemory } from '../../src/check/memory.ts'
import { type Observed, operationsShowing, resourcesIn } from '../../src/check/resource.ts'
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
    about('direct.quote-kept'),
    about('metadata.kept'),
    about('metadata.odd-kept'),
    notFailed,
  ],
  operations: ['create-quote', 'get-quote', ...operationsShowing('outgoing-payment')],
  needs: creatingPayment.needs,
  shownBy: ['payments/unknown-wallet-address'],
  start: (facts) => {
    const creationIn = creationsOf('outgoing-payment')
    const quotes = createMemory<QuoteAsShown>()
    const origins = createMemory<Origin>()
    const ofOthers = noMetadataOfOthers(about('metadata.kept'))
    const later = (made: Observed): TestedClaim[] => namedLater(made, origins.get(made.id), quotes)
    return (seen) => {
      learnQuotes(quotes, seen)
      const creation = creationIn(seen)
      if (!creation) return resourcesIn(seen, 'outgoing-payment').flatMap(later)
      const origin = originOf(creation, facts)
      if (!creation.isRepeated) origins.set(creation.made.id, origin)
      const quote = quotes.get(asText(creation.asked['quoteId']))
      return [
        ...(creation.isRepeated ? [] : [...asCreated(creation), ...ofOthers(creation)]),
        ...(quote && !isOfItsWallet(creation, quote)
          ? []
          : keptUrl(about('wallet-address.kept'), creation, 'walletAddress')),
        ...keptVariant(creation, quote, facts),
        ...(origin === 'direct' ? later(creation.made) : []),
      ]
    }
  },
}

/** How a payment was requested: from a quote, directly, or in a way that can be read as both. */
type Origin = { quoteId: unknown } | 'direct' | 'unclear'

const originOf = ({ asked }: MadeFrom, { profile }: RunFacts): Origin => {
  const { incomingPayment, debitAmount } = profile.directPayment
  const isDirect = [incomingPayment, debitAmount].map((name) => given(asked[name]))
  if (given(asked['quoteId'])) return isDirect.includes(true) ? 'unclear' : { quoteId: asked['quoteId'] }
  return isDirect.includes(false) ? 'unclear' : 'direct'
}

/**
 * Judges the quoteId of a payment wherever it is shown, because the response that creates the payment may leave it out.
 */
const namedLater = (
  made: Observed,
  origin: Origin = 'unclear',
  quotes: ReturnType<typeof createMemory<QuoteAsShown>>,
): TestedClaim[] => {
  if (origin === 'unclear') return []
  if (origin !== 'direct')
    return keptUrl(about('quote-id.kept'), { asked: origin, made, isRepeated: true }, 'quoteId')
  const quote = quotes.get(asText(made.fields['quoteId']))
  return quote ? keptAmounts(about('direct.quote-kept'), made, quote) : []
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

const keptQuote = (made: Observed, quote: QuoteAsShown): TestedClaim[] => {
  const { receiver } = made.fields
  const receiverKept =
    typeof receiver === 'string' && typeof quote.receiver === 'string'
      ? [
          keptOf(quote, {
            requirement: about('quote.receiver-kept'),
            made,
            held: isSameUrl(receiver, quote.receiver),
            want: `receiver ${quote.receiver}`,
            got: `receiver ${receiver}`,
          }),
        ]
      : []
  return [...receiverKept, ...keptAmounts(about('quote.amounts-kept'), made, quote)]
}

/** The server need not pay an expired quote at its amounts, and must not. So these are not compared then. */
const keptAmounts = (requirement: string, made: Observed, quote: QuoteAsShown): TestedClaim[] => {
  const at = asMoment(made.fields['createdAt'])
  const isInTime = at !== undefined && at < (quote.expiresAt ?? Number.POSITIVE_INFINITY) - tolerance
  if (!isInTime) return []
  return quote.amounts.flatMap(([name, wanted]) => {
    const came = asAmount(made.fields[name])
    if (!wanted || !came) return []
    const [want = '', got = ''] = [wanted, came].map((amount) => `${name} ${inWords(amount)}`)
    return [keptOf(quote, { requirement, made, held: sameAmount(wanted, came), want, got })]
  })
}

interface KeptOfQuote {
  requirement: string
  made: Observed
  held: boolean
  want: string
  got: string
}

const keptOf = (quote: QuoteAsShown, { requirement, made, held, want, got }: KeptOfQuote): TestedClaim => ({
  ...shown(requirement, made, held, want, got),
  earlier: quote.number,
})

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
