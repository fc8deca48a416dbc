import type { Amount, Asset } from '../core/amounts.ts'
import { amountOf } from '../core/amounts.ts'
import type { Grant, IncomingPayment, OutgoingPayment, Quote, Token } from './resources.ts'

/** A moment at which a payment goes on: then so many of its equal parts are done. */
export interface Step {
  payment: OutgoingPayment
  at: number
  done: number
  of: number
}

/** What a grant has spent, as its payments show it. */
export interface GrantSpent {
  debitAmount: Amount
  receiveAmount: Amount
}

/** The books of all payments: what is still to come of them, what they have promised, used up and spent. */
export interface Ledger {
  /** The steps still to come, by time. */
  agenda: Step[]
  /** By receiver, what payments under way have still to bring. */
  promised: Map<IncomingPayment, bigint>
  /** The quotes that payments have been made from. */
  paid: Set<Quote>
  /** By grant and asset, what its payments deducted and delivered. */
  debits: Map<Token | Grant, Sums>
  receipts: Map<Token | Grant, Sums>
}

type Sums = Map<string, Sum>

interface Sum {
  /** Of the payments that were sent in full. */
  spent: bigint
  /** With what payments under way have still to spend, and failed ones did. */
  committed: bigint
}

/** The books after payments that are all over. */
export function ledgerOf(past: readonly OutgoingPayment[]): Ledger {
  const ledger: Ledger = {
    agenda: [],
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

/** A token that no grant has given is a grant of its own. */
export function grantOf(token: Token): Token | Grant {
  return token.grant ?? token
}

const sumOf = (sums: Map<Token | Grant, Sums>, token: Token, asset: Asset): Sum =>
  sums.get(grantOf(token))?.get(key(asset)) ?? none

export function debitedBy({ debits }: Ledger, token: Token, asset: Asset): Sum {
  return sumOf(debits, token, asset)
}

export function receivedBy({ receipts }: Ledger, token: Token, asset: Asset): Sum {
  return sumOf(receipts, token, asset)
}

const add = (
  sums: Map<Token | Grant, Sums>,
  token: Token,
  { value, ...asset }: Amount,
  to: keyof Sum,
): void => {
  const grant = grantOf(token)
  const byAsset = sums.get(grant) ?? new Map<string, Sum>()
  sums.set(grant, byAsset)
  const sum = byAsset.get(key(asset)) ?? none
  byAsset.set(key(asset), { ...sum, [to]: sum[to] + value })
}

/** Books a payment that begins: its amounts are reserved until it has delivered them or failed. */
export function bookBegin(ledger: Ledger, payment: OutgoingPayment): void {
  const { quote, receiver, token, debitAmount, receiveAmount } = payment
  if (quote) ledger.paid.add(quote)
  promise(ledger, receiver, undelivered(payment))
  add(ledger.debits, token, debitAmount, 'committed')
  add(ledger.receipts, token, receiveAmount, 'committed')
}

/** Books what has arrived of a payment in all. */
export function bookDelivery(ledger: Ledger, payment: OutgoingPayment, delivered: Amount): void {
  const before = undelivered(payment)
  payment.deliveredAmount = delivered
  promise(ledger, payment.receiver, undelivered(payment) - before)
}

/** Books a payment that was sent in full. */
export function bookSuccess(ledger: Ledger, payment: OutgoingPayment): void {
  const { token, receiver, debitAmount, receiveAmount } = payment
  promise(ledger, receiver, -undelivered(payment))
  add(ledger.debits, token, debitAmount, 'spent')
  add(ledger.receipts, token, receiveAmount, 'spent')
}

/** Books a payment that failed: what it did not spend is free again. */
export function bookFailure(ledger: Ledger, payment: OutgoingPayment): void {
  const { token, receiver, debitAmount, sentAmount, receiveAmount } = payment
  promise(ledger, receiver, -undelivered(payment))
  const unsent = debitAmount.value - sentAmount.value
  add(ledger.debits, token, amountOf(-unsent, debitAmount), 'committed')
  add(ledger.receipts, token, amountOf(-undelivered(payment), receiveAmount), 'committed')
}

const undelivered = ({ receiveAmount, deliveredAmount }: OutgoingPayment): bigint => {
  const left = receiveAmount.value - deliveredAmount.value
  return left > 0n ? left : 0n
}

/** What the payment's grant has spent by payments that were sent in full. */
export function grantSpentOf(ledger: Ledger, payment: OutgoingPayment): GrantSpent {
  const { token, debitAmount, receiveAmount } = payment
  return {
    debitAmount: amountOf(debitedBy(ledger, token, debitAmount).spent, debitAmount),
    receiveAmount: amountOf(receivedBy(ledger, token, receiveAmount).spent, receiveAmount),
  }
}
