import { type Amount, type Asset, amountOf } from '../core/amounts.ts'
import type { Access, Fate, Grant, IncomingPayment, OutgoingPayment, Quote, Token } from './resources.ts'

/** A moment at which a payment progresses. From then on, `done` of its `of` equal parts are done. */
export interface SettlingStep {
  payment: OutgoingPayment
  at: number
  done: number
  of: number
}

/** The amounts that a grant has spent, as its payments show them. */
export interface GrantSpent {
  debitAmount: Amount
  receiveAmount: Amount
}

/** The books of all payments: their steps still to come, and what they have promised, used up and spent. */
export interface Ledger {
  /** The steps still to come, ordered by time. */
  agenda: SettlingStep[]
  /** The fates that were ordered for the next payments. */
  fates: Fate[]
  /** The amount that payments under way have still to bring, by receiver. */
  promised: Map<IncomingPayment, bigint>
  /** The quotes that payments have been made from. */
  paid: Set<Quote>
  /** The amounts that payments deducted and delivered, by grant and by item of its access, and by asset. */
  debits: Map<Payer, Sums>
  receipts: Map<Payer, Sums>
}

/** Everything that the amounts of a payment count towards: its token or grant, and the access item that allows it. */
type Payer = Token | Grant | Access

type Sums = Map<string, Sum>

interface Sum {
  /** The sum of the payments that were sent in full. */
  spent: bigint
  /** The sum of all payments, including what payments under way have still to spend and what failed ones did spend. */
  committed: bigint
}

/** Returns the books after past payments, all of which have ended. */
export function ledgerOf(past: readonly OutgoingPayment[]): Ledger {
  const ledger: Ledger = {
    agenda: [],
    fates: [],
    promised: new Map(),
    paid: new Set(),
    debits: new Map(),
    receipts: new Map(),
  }
  for (const payment of past) {
    bookBegin(ledger, payment)
    if (payment.failed) bookFailure(ledger, payment)
    else bookSuccess(ledger, payment)
  }
  return ledger
}

export function promisedTo({ promised }: Ledger, receiver: IncomingPayment): bigint {
  return promised.get(receiver) ?? 0n
}

const promise = ({ promised }: Ledger, receiver: IncomingPayment, value: bigint): void => {
  const sum = (promised.get(receiver) ?? 0n) + value
  if (sum > 0n) promised.set(receiver, sum)
  else promised.delete(receiver)
}

const none: Sum = { spent: 0n, committed: 0n }

const key = ({ assetCode, assetScale }: Asset): string => `${assetCode}/${assetScale}`

/** Returns the grant of a token. A token that no grant has given counts as a grant of its own. */
export function grantOf(token: Token): Token | Grant {
  return token.grant ?? token
}

const sumOf = (sums: Map<Payer, Sums>, by: Token | Access, asset: Asset): Sum =>
  sums.get('value' in by ? grantOf(by) : by)?.get(key(asset)) ?? none

/** Returns the sum debited by the grant of a token, or by one item of its access. */
export function debitedBy({ debits }: Ledger, by: Token | Access, asset: Asset): Sum {
  return sumOf(debits, by, asset)
}

export function receivedBy({ receipts }: Ledger, by: Token | Access, asset: Asset): Sum {
  return sumOf(receipts, by, asset)
}

const add = (
  sums: Map<Payer, Sums>,
  { token, access }: OutgoingPayment,
  { value, ...asset }: Amount,
  to: keyof Sum,
): void => {
  for (const payer of access ? [grantOf(token), access] : [grantOf(token)]) {
    const byAsset = sums.get(payer) ?? new Map<string, Sum>()
    sums.set(payer, byAsset)
    const sum = byAsset.get(key(asset)) ?? none
    byAsset.set(key(asset), { ...sum, [to]: sum[to] + value })
  }
}

/** Books the beginning of a payment. Its amounts are reserved until it has delivered them or failed. */
export function bookBegin(ledger: Ledger, payment: OutgoingPayment): void {
  const { quote, receiver, debitAmount, receiveAmount } = payment
  if (quote) ledger.paid.add(quote)
  promise(ledger, receiver, undelivered(payment))
  add(ledger.debits, payment, debitAmount, 'committed')
  add(ledger.receipts, payment, receiveAmount, 'committed')
}

/** Books the total of a payment that has arrived so far. */
export function bookDelivery(ledger: Ledger, payment: OutgoingPayment, delivered: Amount): void {
  const before = undelivered(payment)
  payment.deliveredAmount = delivered
  promise(ledger, payment.receiver, undelivered(payment) - before)
}

/** Books a payment that was sent in full. */
export function bookSuccess(ledger: Ledger, payment: OutgoingPayment): void {
  const { receiver, debitAmount, receiveAmount } = payment
  promise(ledger, receiver, -undelivered(payment))
  add(ledger.debits, payment, debitAmount, 'spent')
  add(ledger.receipts, payment, receiveAmount, 'spent')
}

/** Books a payment that failed. The part that it did not spend becomes available again. */
export function bookFailure(ledger: Ledger, payment: OutgoingPayment): void {
  const { receiver, debitAmount, sentAmount, receiveAmount } = payment
  promise(ledger, receiver, -undelivered(payment))
  const unsent = debitAmount.value - sentAmount.value
  add(ledger.debits, payment, amountOf(-unsent, debitAmount), 'committed')
  add(ledger.receipts, payment, amountOf(-undelivered(payment), receiveAmount), 'committed')
}

const undelivered = ({ receiveAmount, deliveredAmount }: OutgoingPayment): bigint => {
  const left = receiveAmount.value - deliveredAmount.value
  return left > 0n ? left : 0n
}

/** Returns the amounts that the payment's grant has spent with payments that were sent in full. */
export function grantSpentOf(ledger: Ledger, payment: OutgoingPayment): GrantSpent {
  const { token, debitAmount, receiveAmount } = payment
  return {
    debitAmount: amountOf(debitedBy(ledger, token, debitAmount).spent, debitAmount),
    receiveAmount: amountOf(receivedBy(ledger, token, receiveAmount).spent, receiveAmount),
  }
}
