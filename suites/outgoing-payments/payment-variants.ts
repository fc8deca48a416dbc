import { each } from '../../src/check/given.ts'
import { otherWallet, receiver } from '../../src/check/need.ts'
import type { Session } from '../../src/check/session.ts'
import { nextOfItsClass } from '../../src/generate/altered.ts'
import { brokenAt } from '../../src/generate/broken-values.ts'
import { lastSegment } from '../../src/http/path-segment.ts'
import { idIn } from '../support/operations.ts'
import { controlAmount, createQuote } from '../support/requests.ts'
import { unknownId, unknownIds } from '../support/unknown-id.ts'
import { invalid, type Whole, withAmount } from './invalid-payment.ts'
import { quoteToPay } from './payments.ts'

const freshQuote = async (session: Session, whole: Whole): Promise<string> => {
  const { id } = await quoteToPay(session, { receiver: whole.receiver, debitAmount: controlAmount(session) })
  return id
}

export const bothVariants = invalid({
  id: 'both-variants',
  title: 'A payment both from a quote and directly is refused',
  requirement: 'create-outgoing-payment.variants.both',
  guard: 'without-payment-variants-both',
  row: 'recommended-refusal',
  body: async (whole, _, __, session) => ({
    ...whole.wallet,
    ...whole.incomingPayment,
    ...whole.debitAmount,
    quoteId: await freshQuote(session, whole),
  }),
})

export const neitherVariant = invalid({
  id: 'neither-variant',
  title: 'A payment neither from a quote nor directly is refused',
  requirement: 'create-outgoing-payment.variants.neither',
  guard: 'without-payment-variants-neither',
  body: ({ wallet }) => wallet,
})

export const incomingPaymentAlone = invalid({
  id: 'incoming-payment-alone',
  title: 'A direct payment without debitAmount is refused',
  requirement: 'create-outgoing-payment.variants.incoming-payment-alone',
  guard: 'without-payment-incoming-payment-alone',
  body: ({ wallet, incomingPayment }) => ({ ...wallet, ...incomingPayment }),
})

export const debitAmountAlone = invalid({
  id: 'debit-amount-alone',
  title: 'A direct payment without incomingPayment is refused',
  requirement: 'create-outgoing-payment.variants.debit-amount-alone',
  guard: 'without-payment-debit-amount-alone',
  body: ({ wallet, debitAmount }) => ({ ...wallet, ...debitAmount }),
})

export const quoteAndDebitAmount = invalid({
  id: 'quote-and-debit-amount',
  title: 'What a payment from a quote with a debitAmount gets',
  requirement: 'create-outgoing-payment.variants.quote-and-debit-amount',
  guard: 'quote-and-debit-amount-answered-500',
  row: 'open',
  body: async (whole, _, __, session) => ({
    ...whole.wallet,
    ...whole.debitAmount,
    quoteId: await freshQuote(session, whole),
  }),
})

export const unknownQuote = invalid({
  id: 'unknown-quote',
  title: 'A payment from a quote that does not exist is refused',
  requirement: 'create-outgoing-payment.quote-id.unknown',
  guard: 'without-payment-quote-known',
  given: unknownIds,
  body: async (whole, how, _, session) => ({
    ...whole.wallet,
    quoteId: unknownId(await freshQuote(session, whole), how),
  }),
})

export const quoteIdOfSomethingElse = invalid({
  id: 'quote-id-of-something-else',
  title: 'A payment whose quoteId names no quote is refused',
  requirement: 'create-outgoing-payment.quote-id.no-quote',
  guard: 'without-payment-quote-id-of-quote',
  body: ({ wallet, receiver: named }) => ({ ...wallet, quoteId: named }),
})

export const quoteIdNoUri = invalid({
  id: 'quote-id-that-is-no-uri',
  title: 'A payment whose quoteId is no URI is refused',
  requirement: 'create-outgoing-payment.quote-id.uri',
  guard: 'without-payment-quote-id-uri',
  given: each(...brokenAt('CreateOutgoingPaymentFromQuote.quoteId').edges),
  body: ({ wallet }, quoteId) => ({ ...wallet, quoteId }),
})

/** What no server gives a quote for an id. */
const oddTails = ['no-such-id', '0', '%00', '..%2Fquotes%2F']

export const quoteIdWithOddTail = invalid({
  id: 'quote-id-with-a-malformed-tail',
  title: 'A payment whose quoteId ends in something that is not an id is refused',
  requirement: 'create-outgoing-payment.quote-id.unknown',
  guard: 'without-payment-quote-id-form',
  given: each(...oddTails),
  body: async (whole, tail, _, session) => {
    const id = await freshQuote(session, whole)
    return { ...whole.wallet, quoteId: id.slice(0, id.length - lastSegment(id).length) + tail }
  },
})

export const quoteWithoutWallet = invalid({
  id: 'no-wallet-address',
  title: 'A payment from a quote without walletAddress is refused',
  requirement: 'create-outgoing-payment.wallet-address.required',
  guard: 'without-payment-wallet-address-required',
  body: async (whole, _, __, session) => ({ quoteId: await freshQuote(session, whole) }),
})

export const quoteWithOddWallet = invalid({
  id: 'a-wallet-address-that-is-no-uri',
  title: 'A payment from a quote whose walletAddress is not a URI is refused',
  requirement: 'create-outgoing-payment.wallet-address.uri',
  guard: 'without-payment-wallet-address-uri',
  given: each(...brokenAt('CreateOutgoingPaymentFromQuote.walletAddress').edges),
  body: async (whole, walletAddress, _, session) => ({
    walletAddress,
    quoteId: await freshQuote(session, whole),
  }),
})

export const quoteOfOtherWallet = invalid({
  id: 'quote-of-another-wallet',
  title: 'A payment from a quote of another wallet is refused',
  requirement: 'create-outgoing-payment.quote-id.other-wallet',
  guard: 'without-payment-quote-of-wallet',
  needs: { otherWallet },
  body: async (whole, _, needs, session) => {
    const { walletAddress, token } = needs.otherWallet
    const asked = { walletAddress, receiver: whole.receiver, debitAmount: controlAmount(session) }
    const quote = await session.send({ ...createQuote(session, asked), token })
    return { ...whole.wallet, quoteId: idIn(quote, 'a quote of otherWallet could not be made') }
  },
})

export const otherAssetCode = invalid({
  id: 'debit-amount-in-another-asset',
  title: "A direct payment whose debitAmount has not the wallet's assetCode is refused",
  requirement: 'create-outgoing-payment.direct.asset-code',
  guard: 'without-payment-debit-amount-asset-code',
  body: (whole, _, __, session) => withAmount(whole, session, { assetCode: nearly(session) }),
})

/** A code that begins as the wallet's does. */
const nearly = (session: Session): string => controlAmount(session).assetCode.replace(/.$/, nextOfItsClass)

export const otherAssetScale = invalid({
  id: 'debit-amount-at-another-scale',
  title: "A direct payment whose debitAmount has not the wallet's assetScale is refused",
  requirement: 'create-outgoing-payment.direct.asset-scale',
  guard: 'without-payment-debit-amount-asset-scale',
  body: (whole, _, __, session) =>
    withAmount(whole, session, { assetScale: controlAmount(session).assetScale + 1 }),
})

const unpayable = (kind: 'expired' | 'completed') =>
  invalid({
    id: `${kind}-receiver`,
    title: `A payment into a receiver that is ${kind} is refused`,
    requirement: 'create-outgoing-payment.receiver.unpayable-refused',
    guard: `without-payment-receiver-not-${kind}`,
    row: 'recommended-refusal',
    needs: { unpayable: receiver(kind) },
    body: (whole, _, needs, session) => ({
      ...whole.wallet,
      ...whole.debitAmount,
      [session.target.profile.directPayment.incomingPayment]: needs.unpayable.url,
    }),
  })

export const expiredReceiver = unpayable('expired')
export const completedReceiver = unpayable('completed')
