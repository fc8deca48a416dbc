import { type Amount, numberOf } from '../core/amount.ts'
import { type Answer, isAccepted } from '../http/answers/answer.ts'
import { fieldOf } from '../http/answers/shown.ts'
import { fieldsIn, type RequestDraft } from '../http/draft.ts'
import type { Prober } from './prober.ts'
import { amountIn } from './wallet-document.ts'

/** The simplest valid request with a body: a quote that debits the control value, to an open receiver. */
export interface FirstQuote {
  draft: RequestDraft
  answer: Answer
}

export function receiverOf({ draft }: FirstQuote): string {
  return String(fieldsIn(draft)['receiver'])
}

const asking = (draft: RequestDraft, change: Record<string, unknown>): RequestDraft => {
  const { debitAmount: _, ...others } = fieldsIn(draft)
  return { ...draft, body: { ...others, ...change } }
}

/** Returns the same quote without an amount. Only for a receiver with an incomingAmount can the server infer one. */
export function withoutAmount({ draft }: FirstQuote): RequestDraft {
  return asking(draft, {})
}

export function toReceiver({ draft }: FirstQuote, receiver: string): RequestDraft {
  return {
    ...draft,
    body: { ...fieldsIn(draft), receiver },
  }
}

const steps = 4

/** Returns increasing amounts between the refused one and the most that a payment may debit. */
function largerAmounts(value: bigint, most: bigint): bigint[] {
  if (value >= most) return []
  const doubled = Array.from({ length: steps - 1 }, (_, index) => value * 2n ** BigInt(index + 1))
  return [...doubled.filter((amount) => amount < most), most]
}

/** Returns the smallest of the larger amounts that the server creates a quote for. */
export async function pricedAmount(prober: Prober, { draft }: FirstQuote): Promise<bigint | undefined> {
  const asked = amountIn(fieldsIn(draft)['debitAmount'])
  if (!asked) return undefined
  for (const value of largerAmounts(numberOf(asked), prober.target.limits.maxDebitValue)) {
    const debitAmount = { ...asked, value: String(value) }
    if (isAccepted(await prober.send(asking(draft, { debitAmount })))) return value
  }
  return undefined
}

/** Returns what the server debits to deliver one unit, or undefined if it creates no such quote. */
export async function priceOfOneUnit(
  prober: Prober,
  { draft }: FirstQuote,
  asset: Omit<Amount, 'value'>,
): Promise<bigint | undefined> {
  const { assetCode, assetScale } = asset
  const answer = await prober.send(asking(draft, { receiveAmount: { value: '1', assetCode, assetScale } }))
  const debit = isAccepted(answer) ? amountIn(fieldOf(answer, 'debitAmount')) : undefined
  return debit && numberOf(debit)
}
