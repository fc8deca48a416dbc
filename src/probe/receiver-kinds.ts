import { type Amount, type Asset, inWords, numberOf, sameAmount, sameAsset } from '../core/amount.ts'
import { asText, isObject } from '../core/json.ts'
import type { Receiver, ReceiverKind } from '../core/receiver.ts'
import { amountIn } from './wallet-document.ts'

/** An incoming payment in full form, with the fields that show its kind. */
export interface Payment {
  incomingAmount?: Amount
  receivedAmount?: Amount
  completed: boolean
  /** Milliseconds. The member is missing if the server sent no readable time. */
  expiresAt?: number
}

/**
 * Reads an incoming payment from JSON. Returns undefined if only the public form is shown, or nothing that could be an
 * incoming payment.
 */
export function paymentIn(json: unknown): Payment | undefined {
  if (!isObject(json) || typeof json['completed'] !== 'boolean') return undefined
  const incomingAmount = amountIn(json['incomingAmount'])
  const receivedAmount = amountIn(json['receivedAmount'])
  const expiresAt = Date.parse(asText(json['expiresAt']))
  return {
    completed: json['completed'],
    ...(incomingAmount ? { incomingAmount } : {}),
    ...(receivedAmount ? { receivedAmount } : {}),
    ...(Number.isNaN(expiresAt) ? {} : { expiresAt }),
  }
}

/** The facts that a payment is compared with. */
export interface Standard {
  given: Receiver
  asset?: Asset | undefined
  maxDebitValue: bigint
  /** The server's time, in milliseconds. */
  now: number
}

/** Says why an incoming payment is not of its kind, in words that follow its name. Returns undefined if it is. */
export function misfitOf(kind: ReceiverKind, payment: Payment, standard: Standard): string | undefined {
  const { completed, expiresAt, receivedAmount, incomingAmount } = payment
  const { asset, now } = standard
  switch (kind) {
    case 'open':
    case 'expiring':
      if (incomingAmount) return 'has an incomingAmount'
      return whyUnpayable(payment, now) ?? foreign(payment, standard)
    case 'fixed':
      return whyUnpayable(payment, now) ?? unfixed(payment, standard)
    case 'otherAsset':
      return asset && receivedAmount && sameAsset(asset, receivedAmount)
        ? "is in the wallet's own asset"
        : whyUnpayable(payment, now)
    case 'expired':
      return expiresAt !== undefined && expiresAt <= now ? undefined : `has not expired${until(expiresAt)}`
    case 'completed':
      return completed ? undefined : 'is not completed'
    case 'failing':
      return whyUnpayable(payment, now)
  }
}

/** Says why nothing can be paid in any more, in words that follow the name of the payment. */
export function whyUnpayable({ completed, expiresAt }: Payment, now: number): string | undefined {
  if (completed) return 'is completed'
  return expiresAt !== undefined && expiresAt <= now ? `has expired${until(expiresAt)}` : undefined
}

const foreign = ({ receivedAmount }: Payment, { asset }: Standard): string | undefined =>
  asset && receivedAmount && !sameAsset(asset, receivedAmount)
    ? `is in another asset (${receivedAmount.assetCode} with scale ${receivedAmount.assetScale}) than the wallet's`
    : undefined

const until = (expiresAt: number | undefined): string =>
  expiresAt === undefined ? '' : ` (expiresAt ${new Date(expiresAt).toISOString()})`

const unfixed = (
  { incomingAmount, receivedAmount }: Payment,
  { given, asset, maxDebitValue }: Standard,
): string | undefined => {
  if (!incomingAmount) return 'has no incomingAmount'
  if (given.incomingAmount && !sameAmount(given.incomingAmount, incomingAmount))
    return `has a different incomingAmount (${inWords(incomingAmount)}) than the target file says`
  const missing = numberOf(incomingAmount) - (receivedAmount ? numberOf(receivedAmount) : 0n)
  if (missing <= 0n) return 'has received all of its incomingAmount'
  const isDear = asset && sameAsset(asset, incomingAmount) && missing > maxDebitValue
  return isDear ? `asks for more (${missing}) than limits.maxDebitValue allows (${maxDebitValue})` : undefined
}
