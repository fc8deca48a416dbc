import { createMemory } from '../../src/check/memory.ts'
import type { PassiveCheck, RunFacts, Seen, Shown } from '../../src/check/passive.ts'
import { type Observed, resourcesIn } from '../../src/check/resource.ts'
import { type Amount, inWords, numberOf, sameAsset } from '../../src/core/amount.ts'
import { isObject } from '../../src/core/json.ts'
import type { OperationId } from '../../src/core/operations.ts'
import { asAmount } from '../support/fields.ts'
import { creatingPayment } from '../support/operations.ts'
import { orderIn } from './orders.ts'

/** What a grant has spent, as a payment that was just created or the grant itself shows it. */
interface Answer {
  grant: string
  spent: Amount
  /** The payment that shows it. */
  resource?: string
  exchange: number
  sent: number
  received: number
}

/** A payment of this run, and when it was first seen sent in full. */
interface Paid {
  grant: string
  amount: Amount
  /** What it adds where the sum is in the asset of the wallet address, whatever the asset of the receiver. */
  otherwise: Amount | undefined
  sent: number
  received: number
  settled?: number
  failed?: true
}

interface Spending {
  requirement: string
  /** The operation and the field that show what a grant has spent. */
  shows: OperationId
  field: string
  /** The field of what each payment adds to it, and the one that it may add if its asset alone is the one of the sum. */
  adds: string
  otherwise?: string
}

/**
 * Between two answers to creations under one grant, its sum rises at least by what was begun and seen settled between
 * them, at most by whatever may have been counted between them: what was not seen settled before the first, whatever
 * grant it is of. Counted from the first answer of an interval, as each answer by itself leaves room for its own
 * payment. Lists are left aside: whether an item shows the sum of its own moment or of the reading is open.
 */
const rises = (
  spending: Spending,
  head: Pick<PassiveCheck, 'id' | 'title' | 'detects' | 'shownBy'>,
): PassiveCheck => ({
  ...head,
  claims: () => [spending.requirement],
  operations: [spending.shows],
  needs: creatingPayment.needs,
  start: (facts) => {
    const books = createBooks(spending)
    const intervals = createMemory<Interval>()
    const waiting: Answer[] = []
    return (seen) => {
      books.take(seen, facts)
      const answer = answerIn(seen, spending)
      if (answer === 'not shown') return [notShown(spending)]
      if (answer) waiting.push(answer)
      const ready = waiting.filter(({ received }) => facts.isOver(received))
      waiting.splice(0, waiting.length, ...waiting.filter(({ received }) => !facts.isOver(received)))
      return ready.flatMap((next) => {
        const key = `${next.grant} ${next.spent.assetCode}/${next.spent.assetScale}`
        const interval = intervals.get(key)
        if (interval && next.sent < interval.base.received) return []
        if (!interval || isFall(interval, next) || interval.base.sent <= facts.missingUpTo()) {
          intervals.set(key, { base: next, highest: next })
          return []
        }
        const { base, highest } = interval
        intervals.set(key, { base, highest: isHigher(next, highest) ? next : highest })
        return [compared(spending, base, next, books.between(base, next))]
      })
    }
  },
})

/** A span of time over which a grant adds up. */
interface Interval {
  base: Answer
  highest: Answer
}

const isHigher = (one: Answer, other: Answer): boolean => numberOf(one.spent) > numberOf(other.spent)

/** What was spent does not get less: the grant begins to count anew. */
const isFall = ({ highest }: Interval, next: Answer): boolean =>
  next.sent > highest.received && isHigher(highest, next)

const notShown = ({ requirement, field }: Spending): Shown => ({
  requirement,
  held: true,
  want: `${field} that rises by the spent amount`,
  got: `no ${field}`,
})

/** By token and key: what the interface calls a grant is not shown. */
const grantOf = ({ exchange: { request } }: Seen): string => `${request.token} ${request.signing?.key ?? ''}`

/** A grant that has not paid yet shows null: nothing to compare. */
const answerIn = (seen: Seen, { shows, field }: Spending): Answer | 'not shown' | undefined => {
  const { operation, number: exchange, sent, received } = seen.exchange
  if (operation !== shows || !seen.accepted || !isObject(seen.json)) return undefined
  if (seen.json[field] === undefined) return 'not shown'
  const spent = asAmount(seen.json[field])
  const { id } = seen.json
  const payment = typeof id === 'string' ? { resource: id } : {}
  return spent && { grant: grantOf(seen), spent, ...payment, exchange, sent, received }
}

interface Bounds {
  least: bigint
  /** Undefined where a payment got no answer: nobody knows whether it was made. */
  most: bigint | undefined
}

/** The payments of a run: what each adds, and what is known of when. */
const createBooks = ({ adds, otherwise }: Spending) => {
  const payments = new Map<string, Paid>()
  let unanswered = false

  const look = ({ id, fields }: Observed, received: number): void => {
    const paid = payments.get(id)
    if (!paid) return
    if (fields['failed'] === true) paid.failed = true
    else if (isSentInFull(fields)) paid.settled ??= received
  }
  return {
    take: (seen: Seen, facts: RunFacts): void => {
      const order = orderIn(seen, facts)
      if (order?.outcome === 'unknown') unanswered = true
      const { sent, received } = seen.exchange
      const amount = asAmount(order?.payment?.fields[adds])
      if (order?.payment && amount && !payments.has(order.payment.id))
        payments.set(order.payment.id, {
          grant: grantOf(seen),
          amount,
          otherwise: otherwise === undefined ? undefined : asAmount(order.payment.fields[otherwise]),
          sent,
          received,
        })
      for (const payment of resourcesIn(seen, 'outgoing-payment')) look(payment, received)
    },
    between: (base: Answer, next: Answer): Bounds => {
      const all = [...payments.values()]
      const inAsset = all.filter(({ amount }) => sameAsset(amount, base.spent))
      const convertible = all.flatMap(({ amount, otherwise, ...payment }) =>
        otherwise && !sameAsset(amount, base.spent) && sameAsset(otherwise, base.spent)
          ? [{ ...payment, amount: otherwise }]
          : [],
      )
      const certain = inAsset.filter(
        ({ grant, sent, settled, failed }) =>
          grant === base.grant && !failed && sent > base.received && (settled ?? next.sent) < next.sent,
      )
      const possible = [...inAsset, ...convertible].filter(
        ({ sent, settled }) => sent < next.received && (settled ?? base.sent) >= base.sent,
      )
      // One that counted before it failed may have been taken back.
      const takenBack = [...inAsset, ...convertible].filter(
        ({ sent, failed }) => failed && sent < base.received,
      )
      return { least: sumOf(certain) - sumOf(takenBack), most: unanswered ? undefined : sumOf(possible) }
    },
  }
}

const sumOf = (payments: ReadonlyArray<Pick<Paid, 'amount'>>): bigint =>
  payments.reduce((sum, { amount }) => sum + numberOf(amount), 0n)

const isSentInFull = (fields: Observed['fields']): boolean => {
  const [sent, debit] = [asAmount(fields['sentAmount']), asAmount(fields['debitAmount'])]
  return sent !== undefined && debit !== undefined && numberOf(sent) === numberOf(debit)
}

const compared = (
  { requirement, field }: Spending,
  base: Answer,
  next: Answer,
  { least, most }: Bounds,
): Shown => {
  const rise = numberOf(next.spent) - numberOf(base.spent)
  const upTo = most === undefined ? '' : ` and at most ${most}`
  return {
    requirement,
    held: rise >= least && (most === undefined || rise <= most),
    want: `${field} at least ${least}${upTo} above ${inWords(base.spent)}, which exchange ${base.exchange} showed`,
    got: `${field} ${inWords(next.spent)}, which is ${rise} above it`,
    ...(next.resource === undefined ? {} : { resource: next.resource }),
    exchange: next.exchange,
    earlier: base.exchange,
  }
}

export const grantSpentDebitRises = rises(
  {
    requirement: 'outgoing-payment.grant-spent-debit-amount.rises',
    shows: 'create-outgoing-payment',
    field: 'grantSpentDebitAmount',
    adds: 'debitAmount',
  },
  {
    id: 'rules/grant-spent-debit-amount-rises',
    title: 'The spent amount of a grant rises by the amounts that its payments debit',
    detects: 'grant-spent-debit-never-rises',
    shownBy: ['settling/one-after-another'],
  },
)

export const grantSpentReceiveRises = rises(
  {
    requirement: 'outgoing-payment.grant-spent-receive-amount.rises',
    shows: 'create-outgoing-payment',
    field: 'grantSpentReceiveAmount',
    adds: 'receiveAmount',
    otherwise: 'debitAmount',
  },
  {
    id: 'rules/grant-spent-receive-amount-rises',
    title: 'The delivered amount of a grant rises by the amounts that its payments deliver',
    detects: 'grant-spent-receive-counted-twice',
    shownBy: ['settling/one-after-another'],
  },
)

export const spentDebitAmountRises = rises(
  {
    requirement: 'outgoing-payment-grant.spent-debit-amount.rises',
    shows: 'get-outgoing-payment-grant',
    field: 'spentDebitAmount',
    adds: 'debitAmount',
  },
  {
    id: 'rules/spent-debit-amount-rises',
    title: 'The spent amount that a grant reports rises by the amounts that its payments debit',
    detects: 'spentDebitAmount-counted-twice',
    shownBy: ['grant-spent/rises-with-a-payment'],
  },
)

export const spentReceiveAmountRises = rises(
  {
    requirement: 'outgoing-payment-grant.spent-receive-amount.rises',
    shows: 'get-outgoing-payment-grant',
    field: 'spentReceiveAmount',
    adds: 'receiveAmount',
    otherwise: 'debitAmount',
  },
  {
    id: 'rules/spent-receive-amount-rises',
    title: 'The delivered amount that a grant reports rises by the amounts that its payments deliver',
    detects: 'spentReceiveAmount-counted-twice',
    shownBy: ['grant-spent/rises-with-a-payment'],
  },
)
