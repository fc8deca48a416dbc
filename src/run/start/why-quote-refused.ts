import { missingOf } from '../../check/needs/need.ts'
import type { Session } from '../../check/session.ts'
import type { Start } from '../../check/suite.ts'
import { sameAsset } from '../../core/amount.ts'
import { isRefused } from '../../http/answer.ts'
import { answerInFull } from '../../http/answer-in-full.ts'
import type { Contradiction } from '../../probe/contradiction.ts'
import { type FirstQuote, pricedAmount, priceOfOneUnit, receiverOf } from '../../probe/first-quote.ts'
import type { ReceiverSight } from '../../probe/look-at-receiver.ts'
import { assetOfQuote } from '../../probe/wallet-asset.ts'
import { placeOfKind } from '../session/baseline.ts'

interface Refused {
  start: Start
  quote: FirstQuote
  /** What the open receiver shows. */
  sight: ReceiverSight | undefined
  /** The wallet address document names the asset of the wallet. */
  isAssetKnown: boolean
}

/** What came of looking for the input that the server minds: a contradiction, or an amount that it takes instead. */
export type Why = { contradiction: Contradiction } | { controlValue: bigint } | undefined

/**
 * Why the plainest quote is refused, one input after the other. Undefined if each of them is confirmed: then the refusal is
 * the server's own.
 */
export async function whyQuoteRefused(session: Session, refused: Refused): Promise<Why> {
  const { quote } = refused
  if (!isRefused(quote.answer) || quote.answer.response?.status === 401) return undefined
  if (quote.answer.response?.status === 403) return { contradiction: noRight(quote) }
  const asset = await otherAsset(session, refused)
  if (asset !== 'confirmed' && asset !== 'unknown') return { contradiction: asset }
  const controlValue = await pricedAmount(session, quote)
  if (controlValue !== undefined) return { controlValue }
  const received = refused.sight?.payment?.receivedAmount ?? session.limits().wallet
  const price = await priceOfOneUnit(session, quote, received)
  if (price !== undefined)
    return price > session.limits().controlValue ? { contradiction: tooDear(session, price) } : undefined
  if (!refused.sight?.payment) return { contradiction: unseenReceiver(session, quote) }
  return asset === 'unknown' ? { contradiction: unknownAsset(quote) } : undefined
}

const noRight = ({ answer }: FirstQuote): Contradiction => ({
  place: ['tokens', 'full'],
  fact: `the server accepts a list request with tokens.full but refuses a quote (${answerInFull(answer)})`,
  next: 'give a token that allows every operation on walletAddress',
})

/** The asset that the server debits without being told one. */
const otherAsset = async (
  session: Session,
  { start, isAssetKnown }: Refused,
): Promise<'confirmed' | 'unknown' | Contradiction> => {
  if (isAssetKnown) return 'confirmed'
  const { quoteWithoutAmount } = start
  if (missingOf(quoteWithoutAmount.needs, session.target).length > 0) return 'unknown'
  const debited = assetOfQuote(await session.send(await quoteWithoutAmount.prepare(session)))
  if (!debited) return 'unknown'
  const { assetCode, assetScale } = debited
  if (sameAsset(debited, session.limits().wallet)) return 'confirmed'
  return {
    place: ['walletAsset'],
    fact: `the server debits walletAddress in ${assetCode} with scale ${assetScale}, not in walletAsset`,
    next: `set walletAsset: { assetCode: ${assetCode}, assetScale: ${assetScale} }`,
  }
}

const tooDear = ({ target: { limits } }: Session, price: bigint): Contradiction => ({
  place: ['limits', 'maxDebitValue'],
  fact: `the server debits ${price} to deliver 1, and accepts no quote that debits at most ${limits.maxDebitValue}`,
  next: `raise it above ${price}, with limits.controlValue and limits.debitBudget`,
})

const unseenReceiver = ({ target }: Session, quote: FirstQuote): Contradiction => ({
  place: placeOfKind('open', target),
  fact: `the server refuses a quote to ${receiverOf(quote)} (${answerInFull(quote.answer)}), and the run cannot see whether it exists and accepts payments`,
  next: 'give an incoming payment that this server can pay into, and receivers.access to read it',
})

const unknownAsset = (quote: FirstQuote): Contradiction => ({
  place: ['walletAsset'],
  fact: `the server refuses a quote in it (${answerInFull(quote.answer)}), and the run cannot see that the wallet has this asset`,
  next: 'set the asset of walletAddress, and give a receiver under receivers.fixed, so that a quote can show it',
})
