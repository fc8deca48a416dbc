import { each } from '../../../src/check/cases/given.ts'
import { otherWallet, receiver } from '../../../src/check/needs/need.ts'
import type { Amount } from '../../../src/core/amount.ts'
import { type Alteration, altered, nextOfItsClass } from '../../../src/generate/altered.ts'
import { lastSegment } from '../../../src/http/path-segment.ts'
import { idIn } from '../../support/operations.ts'
import { amountAbroad } from '../../support/pay-abroad.ts'
import { needClosed } from '../../support/receiving.ts'
import { controlAmount, createQuote } from '../../support/requests.ts'
import {
  type Elsewhere,
  mayCount,
  unknownId,
  unknownIds,
  unknownOfSameForm,
  unknownWallet,
  urlElsewhere,
} from '../../support/unknown-id.ts'
import { freshQuote, invalid, quoteToMisname, withAmount } from './invalid-payment.ts'

export const bothVariants = invalid({
  id: 'payments/both-variants',
  title: 'A payment both from a quote and directly is refused',
  requirement: 'create-outgoing-payment.variants.both',
  detects: 'without-payment-variants-both',
  body: async (whole, _, __, session) => ({
    ...whole.wallet,
    ...whole.incomingPayment,
    ...whole.debitAmount,
    quoteId: await freshQuote(session, whole.receiver),
  }),
})

export const quoteAndDebitAmount = invalid({
  id: 'payments/quote-and-debit-amount',
  title: 'A payment from a quote with a debitAmount is refused where the two variants of the body are closed',
  requirement: 'create-outgoing-payment.variants.quote-and-debit-amount',
  detects: 'quote-and-debit-amount-answered-500',
  row: 'closed',
  body: async (whole, _, __, session) => ({
    ...whole.wallet,
    ...whole.debitAmount,
    quoteId: await freshQuote(session, whole.receiver),
  }),
})

export const unknownQuote = invalid({
  id: 'payments/unknown-quote',
  title: 'A payment from a quote that does not exist is refused',
  requirement: 'create-outgoing-payment.quote-id.unknown',
  detects: 'without-payment-quote-known',
  cases: each<Elsewhere>(
    'its last characters altered',
    'its first character altered',
    'cut at its end',
    'with something behind it',
    'on another host',
  ),
  body: async (whole, how, _, session) => ({
    ...whole.wallet,
    quoteId: urlElsewhere(await quoteToMisname(session, whole.receiver), how),
  }),
})

export const quoteIdOfSomethingElse = invalid({
  id: 'payments/quote-id-of-something-else',
  title: 'A payment whose quoteId does not name a quote is refused',
  requirement: 'create-outgoing-payment.quote-id.no-quote',
  detects: 'without-payment-quote-id-of-quote',
  body: ({ wallet, receiver: named }) => ({ ...wallet, quoteId: named }),
})

/** Last segments that no server uses as the id of a quote. */
const oddTails = ['no-such-id', '0', '%00', '..%2Fquotes%2F']

export const quoteIdWithOddTail = invalid({
  id: 'payments/quote-id-with-a-malformed-tail',
  title: 'A payment whose quoteId ends in something that is not an id is refused',
  requirement: 'create-outgoing-payment.quote-id.unknown',
  detects: 'without-payment-quote-id-form',
  cases: each(...oddTails),
  body: async (whole, tail, _, session) => {
    const id = await quoteToMisname(session, whole.receiver)
    const odd = id.slice(0, id.length - lastSegment(id).length) + tail
    return { ...whole.wallet, quoteId: mayCount(tail) && mayCount(id) ? unknownOfSameForm(id) : odd }
  },
})

type OfOtherWallet = 'the quote' | 'the wallet address'

/** A server that finds the wallet address in the quote may overlook that the body names another one. */
export const quoteOfOtherWallet = invalid<{ otherWallet: typeof otherWallet }, OfOtherWallet>({
  id: 'payments/quote-of-another-wallet',
  title: 'A payment is refused if its quote and its wallet address belong to different wallets',
  requirement: 'create-outgoing-payment.quote-id.other-wallet',
  detects: 'without-payment-quote-of-wallet',
  needs: { otherWallet },
  cases: each<OfOtherWallet>('the quote', 'the wallet address'),
  body: async (whole, other, needs, session) => {
    const { walletAddress, token, quotes = token } = needs.otherWallet
    if (other === 'the wallet address')
      return { walletAddress, quoteId: await freshQuote(session, whole.receiver) }
    const asked = { walletAddress, receiver: whole.receiver, debitAmount: controlAmount(session) }
    const quote = await session.send({ ...createQuote(session, asked), token: quotes })
    return { ...whole.wallet, quoteId: idIn(quote, 'no quote of otherWallet could be created') }
  },
})

export const otherAssetCode = invalid({
  id: 'payments/debit-amount-in-another-asset',
  title: "A direct payment whose debitAmount does not have the wallet's assetCode is refused",
  requirement: 'create-outgoing-payment.direct.asset-code',
  detects: 'without-payment-debit-amount-asset-code',
  cases: each<OtherCode>('another last character', 'with something behind it', 'an empty text'),
  body: (whole, how, _, session) =>
    withAmount(whole, session, { assetCode: otherCode(controlAmount(session).assetCode, how) }),
})

export const assetOfReceiver = invalid({
  id: 'payments/debit-amount-in-the-asset-of-its-receiver',
  title: "A direct payment whose debitAmount is in its receiver's asset, not in the wallet's, is refused",
  requirement: 'create-outgoing-payment.direct.asset-code',
  detects: 'payment-debit-amount-in-the-asset-of-its-receiver',
  needs: { abroad: receiver('otherAsset') },
  sends: 1,
  body: async (whole, _, { abroad: { url } }, session) => {
    const { incomingPayment, debitAmount } = session.target.profile.directPayment
    return { ...whole.wallet, [incomingPayment]: url, [debitAmount]: await amountAbroad(session, url) }
  },
})

/** A server may take an empty text for a missing one, and use the wallet's code. */
type OtherCode = 'another last character' | 'an empty text' | Alteration

const otherCode = (code: string, how: OtherCode): string => {
  if (how === 'an empty text') return ''
  return how === 'another last character' ? code.replace(/.$/, nextOfItsClass) : altered(code, how)
}

export const otherAssetScale = invalid({
  id: 'payments/debit-amount-at-another-scale',
  title: "A direct payment whose debitAmount does not have the wallet's assetScale is refused",
  requirement: 'create-outgoing-payment.direct.asset-scale',
  detects: 'without-payment-debit-amount-asset-scale',
  cases: each<OtherScale>('a finer scale', 'a coarser scale'),
  body: (whole, scale, _, session) => withAmount(whole, session, atScale(controlAmount(session), scale)),
})

type OtherScale = 'a finer scale' | 'a coarser scale'

/**
 * Writes an amount at another scale, as far as possible so that a server can convert it exactly. It is worth no more than
 * before, even to a server that ignores the scale. The coarser scale is 0 if possible, because a server may take that for
 * a missing one.
 */
const atScale = ({ value, assetScale }: Amount, scale: OtherScale): Pick<Amount, 'value' | 'assetScale'> => {
  const steps = Math.min(assetScale, value.length - 1)
  if (scale === 'a coarser scale' && steps > 0)
    return { value: value.slice(0, -steps), assetScale: assetScale - steps }
  return { value: value.replace(/(?<=.)\d$/, '0'), assetScale: assetScale + 1 }
}

const unpayable = (kind: 'expired' | 'completed', { id, detects }: { id: string; detects: string }) =>
  invalid({
    id,
    title: `A payment to a receiver that is ${kind} is refused`,
    requirement: 'create-outgoing-payment.receiver.unpayable-refused',
    detects,
    row: 'recommended-refusal',
    needs: { unpayable: receiver(kind) },
    body: async (whole, _, needs, session) => {
      if (kind === 'completed') await needClosed(session, needs.unpayable.url)
      return {
        ...whole.wallet,
        ...whole.debitAmount,
        [session.target.profile.directPayment.incomingPayment]: needs.unpayable.url,
      }
    },
  })

export const expiredReceiver = unpayable('expired', {
  id: 'payments/expired-receiver',
  detects: 'without-payment-receiver-not-expired',
})
export const completedReceiver = unpayable('completed', {
  id: 'payments/completed-receiver',
  detects: 'without-payment-receiver-not-completed',
})

export const walletAddressUnknown = invalid({
  id: 'payments/unknown-wallet-address',
  title: 'A payment from a wallet address that does not exist is refused',
  requirement: 'create-outgoing-payment.wallet-address.known',
  detects: 'without-payment-wallet-known',
  row: 'recommended-refusal',
  cases: unknownIds,
  body: (whole, how) => ({
    ...whole.incomingPayment,
    ...whole.debitAmount,
    walletAddress: unknownWallet(String(whole.wallet['walletAddress']), how),
  }),
})

export const incomingPaymentUnknown = invalid({
  id: 'payments/unknown-incoming-payment',
  title: 'A direct payment to an incoming payment that does not exist is refused',
  requirement: 'create-outgoing-payment.direct.incoming-payment.known',
  detects: 'without-payment-receiver-known',
  row: 'recommended-refusal',
  body: (whole, _, __, session) => ({
    ...whole.wallet,
    ...whole.debitAmount,
    [session.target.profile.directPayment.incomingPayment]: unknownId(
      String(whole.receiver),
      'a character near its end altered',
    ),
  }),
})

export const furtherField = invalid({
  id: 'payments/further-field',
  title: 'A request for a payment with a field that the specification does not list is refused',
  requirement: 'create-outgoing-payment.body.closed',
  detects: 'without-create-outgoing-payment-fields-listed',
  row: 'further-field',
  cases: each('note', 'receiver'),
  body: (whole, field) => ({
    ...whole.wallet,
    ...whole.incomingPayment,
    ...whole.debitAmount,
    [field]: whole.receiver,
  }),
})
