import type { GenerationLimits } from '../check/cases/given.ts'
import { type Asset, sameAsset } from '../core/amount.ts'
import { isRefused } from '../http/answers/answer.ts'
import { answerInFull } from '../http/answers/answer-in-full.ts'
import { type FirstQuote, pricedAmount, priceOfOneUnit, receiverOf } from './first-quote.ts'
import type { ReceiverView } from './look-at-receiver.ts'
import { type Contradiction, type Prober, placeOfKind } from './prober.ts'

interface RefusedQuote {
  quote: FirstQuote
  limits: GenerationLimits
  /** Returns the asset that the server debits for a quote without an amount, if that can be asked. */
  debited: () => Promise<Asset | undefined>
  /** The state of the open receiver, as far as the server shows it. */
  view: ReceiverView | undefined
  /** Set if the wallet address document names the asset of the wallet. */
  isAssetKnown: boolean
}

/**
 * The result of looking for the input that the server objects to: a contradiction, or an amount that it accepts
 * instead.
 */
export type Why = { contradiction: Contradiction } | { controlValue: bigint } | undefined

/**
 * Finds out why the simplest quote is refused, one input after the other. Returns undefined if each of them is
 * confirmed: then the refusal is the server's own.
 */
export async function whyQuoteRefused(prober: Prober, refused: RefusedQuote): Promise<Why> {
  const { quote, limits } = refused
  if (!isRefused(quote.answer) || quote.answer.response?.status === 401) return undefined
  if (quote.answer.response?.status === 403) return { contradiction: noRight(quote) }
  const asset = await otherAsset(refused)
  if (asset !== 'confirmed' && asset !== 'unknown') return { contradiction: asset }
  const controlValue = await pricedAmount(prober, quote)
  if (controlValue !== undefined) return { controlValue }
  const received = refused.view?.payment?.receivedAmount ?? limits.wallet
  const price = await priceOfOneUnit(prober, quote, received)
  if (price !== undefined)
    return price > limits.controlValue ? { contradiction: tooDear(prober, price) } : undefined
  if (!refused.view?.payment) return { contradiction: unseenReceiver(prober, quote) }
  return asset === 'unknown' ? { contradiction: unknownAsset(quote) } : undefined
}

const noRight = ({ answer }: FirstQuote): Contradiction => ({
  place: ['tokens', 'full'],
  fact: `the server accepts a list request with tokens.full but refuses a quote (${answerInFull(answer)})`,
  next: 'give a token that allows every operation on walletAddress',
})

/** Compares walletAsset with the asset that the server debits without being told one. */
const otherAsset = async ({
  isAssetKnown,
  debited,
  limits: { wallet },
}: RefusedQuote): Promise<'confirmed' | 'unknown' | Contradiction> => {
  if (isAssetKnown) return 'confirmed'
  const asset = await debited()
  if (!asset) return 'unknown'
  return sameAsset(asset, wallet) ? 'confirmed' : debitsOtherAsset(asset)
}

export function debitsOtherAsset({ assetCode, assetScale }: Asset): Contradiction {
  return {
    place: ['walletAsset'],
    fact: `the server debits walletAddress in ${assetCode} with scale ${assetScale}, not in walletAsset`,
    next: `set walletAsset: { assetCode: ${assetCode}, assetScale: ${assetScale} }`,
  }
}

const tooDear = ({ target: { limits } }: Prober, price: bigint): Contradiction => ({
  place: ['limits', 'maxDebitValue'],
  fact: `the server debits ${price} to deliver 1, and accepts no quote that debits at most ${limits.maxDebitValue}`,
  next: `raise it above ${price}, with limits.controlValue and limits.debitBudget`,
})

const unseenReceiver = ({ target }: Prober, quote: FirstQuote): Contradiction => ({
  place: placeOfKind('open', target),
  fact: `the server refuses a quote to ${receiverOf(quote)} (${answerInFull(quote.answer)}), and the run cannot see whether it exists and accepts payments`,
  next: 'give an incoming payment that this server can pay into, and receivers.access to read it',
})

const unknownAsset = (quote: FirstQuote): Contradiction => ({
  place: ['walletAsset'],
  fact: `the server refuses a quote in it (${answerInFull(quote.answer)}), and the run cannot see that the wallet has this asset`,
  next: 'set the asset of walletAddress, and give a receiver under receivers.fixed, so that a quote can show it',
})
