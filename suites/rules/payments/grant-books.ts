import type { RunFacts, Seen } from '../../../src/check/kinds/passive.ts'
import { createMemory, type Memory } from '../../../src/check/memory.ts'
import { type Observed, resourcesIn } from '../../../src/check/resource.ts'
import { type Amount, numberOf, sameAsset } from '../../../src/core/amount.ts'
import { asAmount } from '../../support/fields.ts'
import { orderIn, type PaymentOrder } from '../pages/orders.ts'

/**
 * The spender. No response shows what the interface calls a grant, so a token and the key of its client identify it.
 */
export interface Spender {
  token: string
  client: string
}

/** The sum that a grant has spent, as a newly created payment or the grant itself shows it. */
export interface SpentAnswer extends Spender {
  spent: Amount
  /** The id of the payment that shows the sum. */
  resource?: string
  exchange: number
  sent: number
  received: number
}

/**
 * The field whose amount a payment adds to the sum, and the field that counts instead if only that one is in the asset
 * of the sum.
 */
export interface Adding {
  adds: string
  otherwise?: string
}

/** A payment of this run, and when its amount was first seen to be sent, and to have arrived. */
interface BookedPayment extends Spender {
  receiver: string | undefined
  amount: Amount
  /**
   * True for a direct payment into another asset, whose received amount may be determined only when it settles.
   */
  isEstimate: boolean
  /**
   * The amount that the payment adds if the sum is in the asset of the wallet address, whatever the receiver's asset.
   */
  otherwise: Amount | undefined
  sent: number
  received: number
  sentInFull?: number
  arrived?: number
  failed?: true
}

export function spenderOf({ exchange: { request } }: Seen): Spender {
  return { token: request.token ?? '', client: request.signing?.key ?? '' }
}

export interface SumBounds {
  least: bigint
  /**
   * The upper bound, or undefined if a payment got no response (nobody knows whether it was made) or its amount is an
   * estimate.
   */
  most: bigint | undefined
}

/** Entries of the books so far. */
interface BookEntries {
  payments: Map<string, BookedPayment>
  /** The amounts that receivers showed before anything was paid into them. */
  receivers: Memory<bigint>
  /** Is true if a payment got no response. */
  unanswered: boolean
  /**
   * Is true if payments count when they arrive. Sent money may be on its way for hours, and the sender may still have
   * to book money that has arrived.
   */
  countsArrivals: boolean
}

/** Creates the books of a run: what each payment adds, and when it was seen to settle. */
export function createBooks(adding: Adding) {
  const noted: BookEntries = {
    payments: new Map(),
    receivers: createMemory(),
    unanswered: false,
    countsArrivals: adding.otherwise !== undefined,
  }
  return {
    take: (seen: Seen, facts: RunFacts): void => {
      take(noted, adding, seen, facts)
      const { received } = seen.exchange
      for (const payment of resourcesIn(seen, 'outgoing-payment')) look(noted, payment, received)
      if (!noted.countsArrivals) return
      for (const receiver of resourcesIn(seen, 'incoming-payment')) lookAtReceiver(noted, receiver, received)
    },
    /** Returns the least and the most that the payments between two responses add. */
    between: (base: SpentAnswer, next: SpentAnswer): SumBounds => between(noted, base, next),
  }
}

const take = (noted: BookEntries, { adds, otherwise }: Adding, seen: Seen, facts: RunFacts): void => {
  const order = orderIn(seen, facts)
  if (order?.outcome === 'unknown') noted.unanswered = true
  const amount = asAmount(order?.payment?.fields[adds])
  if (!order?.payment || !amount || noted.payments.has(order.payment.id)) return
  const { sent, received } = seen.exchange
  noted.payments.set(order.payment.id, {
    ...spenderOf(seen),
    receiver: order.receiver,
    amount,
    isEstimate: isEstimate(order, amount),
    otherwise: otherwise === undefined ? undefined : asAmount(order.payment.fields[otherwise]),
    sent,
    received,
  })
}

const look = ({ payments }: BookEntries, { id, fields }: Observed, received: number): void => {
  const paid = payments.get(id)
  if (!paid) return
  if (fields['failed'] === true) paid.failed = true
  else if (isSentInFull(fields)) paid.sentInFull ??= received
}

/** All payments to a receiver have arrived when it has received as much as they bring together. */
const lookAtReceiver = (noted: BookEntries, { id, fields }: Observed, received: number): void => {
  const { payments, receivers, unanswered } = noted
  const amount = asAmount(fields['receivedAmount'])
  if (!amount) return
  const into = [...payments.values()].filter(({ receiver }) => receiver === id)
  if (into.length === 0) receivers.set(id, numberOf(amount))
  const before = receivers.get(id)
  const expected = sumOf(into.filter(({ failed }) => !failed))
  if (before === undefined || unanswered || numberOf(amount) < before + expected) return
  for (const paid of into) paid.arrived ??= received
}

/** Returns when a payment was seen to be sent in full and, if arrivals count, to have arrived. Undefined until then. */
const settledAt = ({ sentInFull, arrived }: BookedPayment, countsArrivals: boolean): number | undefined => {
  if (!countsArrivals || sentInFull === undefined) return sentInFull
  return arrived && Math.max(sentInFull, arrived)
}

const between = (noted: BookEntries, base: SpentAnswer, next: SpentAnswer): SumBounds => {
  const { payments, unanswered, countsArrivals } = noted
  const all = [...payments.values()].map((paid) => ({ ...paid, settled: settledAt(paid, countsArrivals) }))
  const inAsset = all.filter(({ amount }) => sameAsset(amount, base.spent))
  const convertible = all.flatMap(({ amount, otherwise, ...payment }) =>
    otherwise && !sameAsset(amount, base.spent) && sameAsset(otherwise, base.spent)
      ? [{ ...payment, amount: otherwise, isEstimate: false }]
      : [],
  )
  const certain = inAsset.filter(
    ({ token, client, isEstimate, sent, settled, failed }) =>
      token === base.token &&
      client === base.client &&
      !isEstimate &&
      !failed &&
      sent > base.received &&
      (settled ?? next.sent) < next.sent,
  )
  // A client's tokens may be of one grant.
  const possible = [...inAsset, ...convertible].filter(
    ({ client, sent, settled }) =>
      client === base.client && sent < next.received && (settled ?? base.sent) >= base.sent,
  )
  // A payment that failed after it had counted may have been taken back.
  const takenBack = [...inAsset, ...convertible].filter(({ sent, failed }) => failed && sent < base.received)
  const isInOtherScale = all.some(
    ({ amount }) => amount.assetCode === base.spent.assetCode && !sameAsset(amount, base.spent),
  )
  const isOpen = unanswered || isInOtherScale || possible.some((payment) => payment.isEstimate)
  return { least: sumOf(certain) - sumOf(takenBack), most: isOpen ? undefined : sumOf(possible) }
}

const isEstimate = ({ quoteId, payment }: PaymentOrder, amount: Amount): boolean => {
  const debit = asAmount(payment?.fields['debitAmount'])
  return quoteId === undefined && debit !== undefined && !sameAsset(debit, amount)
}

const sumOf = (payments: ReadonlyArray<Pick<BookedPayment, 'amount'>>): bigint =>
  payments.reduce((sum, { amount }) => sum + numberOf(amount), 0n)

const isSentInFull = (fields: Observed['fields']): boolean => {
  const [sent, debit] = [asAmount(fields['sentAmount']), asAmount(fields['debitAmount'])]
  return sent !== undefined && debit !== undefined && numberOf(sent) === numberOf(debit)
}
