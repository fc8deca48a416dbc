import type { PassiveCheck, RunFacts, Seen, TestedClaim } from '../../../src/check/kinds/passive.ts'
import { createMemory, type Memory } from '../../../src/check/memory.ts'
import { type Observed, operationsShowing, resourcesIn } from '../../../src/check/resource.ts'
import { type Amount, inWords, sameAmount } from '../../../src/core/amount.ts'
import { asText } from '../../../src/core/json.ts'
import { isSameUrl } from '../../../src/core/urls.ts'
import { asAmount } from '../../support/fields.ts'
import { creatingPayment } from '../../support/operations.ts'
import { isPaidInTime } from '../../support/paid-in-time.ts'
import {
  creationsOf,
  given,
  keptAmount,
  keptMetadata,
  keptUrl,
  type MadeFrom,
  noMetadataOfOthers,
  shown,
} from '../asked.ts'

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
    const ofOthers = noMetadataOfOthers('outgoing-payment', about('metadata.kept'))
    const later = (made: Observed): TestedClaim[] => namedLater(quotes, made, origins.get(made.id))
    return (seen) => {
      learnQuotes(quotes, seen)
      const creation = creationIn(seen)
      const others = ofOthers(seen, creation)
      if (!creation) return [...resourcesIn(seen, 'outgoing-payment').flatMap(later), ...others]
      const origin = originOf(creation, facts)
      if (!creation.isRepeated) origins.set(creation.made.id, origin)
      const quote = quotes.get(asText(creation.asked['quoteId']))
      return [
        ...(creation.isRepeated ? [] : [notFailedIn(creation)]),
        // A quote makes one payment, so its second request may be answered with the first payment.
        ...(creation.isRepeated && origin !== 'direct' ? [] : keptMetadata(about('metadata.'), creation)),
        ...others,
        ...(quote && !isOfItsWallet(creation, quote)
          ? []
          : keptUrl(about('wallet-address.kept'), creation, 'walletAddress')),
        ...keptVariant(creation, origin, quote, facts),
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
  quotes: Memory<QuoteAsShown>,
  made: Observed,
  origin: Origin = 'unclear',
): TestedClaim[] => {
  if (origin === 'unclear') return []
  if (origin !== 'direct')
    return keptUrl(about('quote-id.kept'), { asked: origin, made, isRepeated: true }, 'quoteId')
  const quote = quotes.get(asText(made.fields['quoteId']))
  return quote ? keptAmounts(about('direct.quote-kept'), made, quote) : []
}

/** The claim about the state of a payment that was created by this very request. */
const notFailedIn = ({ made }: MadeFrom): TestedClaim => {
  const { failed } = made.fields
  return shown(notFailed, made, failed !== true, 'failed not true', `failed ${asText(failed)}`)
}

/** A request that names both a quote and a direct payment does not say which of them counts. It is not judged. */
const keptVariant = (
  creation: MadeFrom,
  origin: Origin,
  quote: QuoteAsShown | undefined,
  facts: RunFacts,
): TestedClaim[] => {
  const { incomingPayment, debitAmount } = facts.profile.directPayment
  if (origin === 'direct')
    return [
      ...keptUrl(about('direct.receiver-kept'), creation, incomingPayment, 'receiver'),
      ...keptAmount(about('direct.debit-amount-kept'), creation, facts, debitAmount, 'debitAmount'),
    ]
  if (origin === 'unclear' || !quote || !isOfItsWallet(creation, quote)) return []
  return [...keptUrl(about('quote-id.kept'), creation, 'quoteId'), ...keptQuote(creation.made, quote)]
}

/** A quote as it was first shown. */
interface QuoteAsShown {
  walletAddress: unknown
  receiver: unknown
  amounts: ReadonlyArray<readonly [name: string, amount: Amount | undefined]>
  expiresAt: unknown
  number: number
}

const learnQuotes = (quotes: Memory<QuoteAsShown>, seen: Seen): void => {
  for (const { id, fields } of resourcesIn(seen, 'quote')) {
    if (quotes.get(id)) continue
    const { walletAddress, receiver, expiresAt } = fields
    const amounts = ['debitAmount', 'receiveAmount'].map((name) => [name, asAmount(fields[name])] as const)
    quotes.set(id, {
      walletAddress,
      receiver,
      amounts,
      expiresAt,
      number: seen.exchange.number,
    })
  }
}

const isOfItsWallet = ({ asked }: MadeFrom, { walletAddress }: QuoteAsShown): boolean =>
  isSameUrl(asText(asked['walletAddress']), asText(walletAddress))

const keptQuote = (made: Observed, quote: QuoteAsShown): TestedClaim[] => {
  const { receiver } = made.fields
  const receiverKept =
    typeof receiver === 'string' && typeof quote.receiver === 'string'
      ? [
          shown(
            about('quote.receiver-kept'),
            made,
            isSameUrl(receiver, quote.receiver),
            `receiver ${quote.receiver}`,
            `receiver ${receiver}`,
          ),
        ]
      : []
  return [
    ...receiverKept.map((claim) => ({ ...claim, earlier: quote.number })),
    ...keptAmounts(about('quote.amounts-kept'), made, quote),
  ]
}

const keptAmounts = (requirement: string, made: Observed, quote: QuoteAsShown): TestedClaim[] => {
  if (!isPaidInTime(made.fields, quote)) return []
  return quote.amounts.flatMap(([name, wanted]) => {
    const came = asAmount(made.fields[name])
    if (!wanted || !came) return []
    const [want = '', got = ''] = [wanted, came].map((amount) => `${name} ${inWords(amount)}`)
    return [{ ...shown(requirement, made, sameAmount(wanted, came), want, got), earlier: quote.number }]
  })
}
