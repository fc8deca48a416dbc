import type { PassiveCheck, Seen } from '../../../src/check/kinds/passive.ts'
import { type RuleResult, ruleOf } from '../../../src/check/kinds/rule.ts'
import { createFirstTime, createMemory } from '../../../src/check/memory.ts'
import { inWords, numberOf } from '../../../src/core/amount.ts'
import { isObject } from '../../../src/core/json.ts'
import type { OperationId } from '../../../src/core/operations.ts'
import { asAmount } from '../../support/fields.ts'
import { creatingPayment } from '../../support/operations.ts'
import { type Adding, createBooks, type SpentAnswer, type SumBounds, spenderOf } from './grant-books.ts'

interface SpentField extends Adding {
  /** The operation and the field that show what a grant has spent. */
  shows: OperationId
  field: string
}

type SpentRule = SpentField &
  Required<Pick<PassiveCheck, 'id' | 'title' | 'detects' | 'shownBy'>> & { verifies: string }

/**
 * Creates the rule that the sum of a grant rises between two responses by what was paid. The lower bound is the
 * payments that began and were seen settled between the responses. The upper bound is everything that may have been
 * counted between them: payments of the same client that were not seen settled before the first response. Sums are compared
 * with the first response of an interval, because each response by itself leaves room for its own payment. Lists are
 * left out: the interface does not say whether an item shows the sum of its own time or of the time of reading.
 */
const rises = ({ id, title, detects, shownBy, verifies, ...spending }: SpentRule): PassiveCheck =>
  ruleOf({
    id,
    title,
    detects,
    shownBy,
    verifies,
    operations: [spending.shows],
    needs: creatingPayment.needs,
    start: (facts) => {
      const books = createBooks(spending)
      const intervals = createMemory<Interval>()
      const waiting: SpentAnswer[] = []
      const isFirst = createFirstTime()
      /** The stored answer to a repeated request shows the sum of an earlier time. */
      const isStored = ({ resource }: SpentAnswer): boolean => resource !== undefined && !isFirst(resource)
      return (seen) => {
        books.take(seen, facts)
        const answer = answerIn(seen, spending)
        if (answer === 'not shown') return [notShown(spending)]
        if (answer && !isStored(answer)) waiting.push(answer)
        const ready = waiting.filter(({ received }) => facts.isOver(received))
        waiting.splice(0, waiting.length, ...waiting.filter(({ received }) => !facts.isOver(received)))
        return ready.flatMap((next) => {
          const { token, client, spent } = next
          const key = JSON.stringify([token, client, spent.assetCode, spent.assetScale])
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

/** A span of time in which the sum of a grant rises: its first response, and the one with the highest sum. */
interface Interval {
  base: SpentAnswer
  highest: SpentAnswer
}

const isHigher = (one: SpentAnswer, other: SpentAnswer): boolean =>
  numberOf(one.spent) > numberOf(other.spent)

/** Returns true if the sum fell. Spending does not decrease, so the grant has begun to count anew. */
const isFall = ({ highest }: Interval, next: SpentAnswer): boolean =>
  next.sent > highest.received && isHigher(highest, next)

const notShown = ({ field }: SpentField): RuleResult => ({
  held: true,
  want: `${field} that rises by the spent amount`,
  got: `no ${field}`,
})

/** Reads the sum from a response. A grant that has not paid yet shows null, which leaves nothing to compare. */
const answerIn = (seen: Seen, { shows, field }: SpentField): SpentAnswer | 'not shown' | undefined => {
  const { operation, number: exchange, sent, received } = seen.exchange
  if (operation !== shows || !seen.accepted || !isObject(seen.json)) return undefined
  if (seen.json[field] === undefined) return 'not shown'
  const spent = asAmount(seen.json[field])
  const { id } = seen.json
  const payment = typeof id === 'string' ? { resource: id } : {}
  return spent && { ...spenderOf(seen), spent, ...payment, exchange, sent, received }
}

const compared = (
  { field }: SpentField,
  base: SpentAnswer,
  next: SpentAnswer,
  { least, most }: SumBounds,
): RuleResult => {
  const rise = numberOf(next.spent) - numberOf(base.spent)
  const upTo = most === undefined ? '' : ` and at most ${most}`
  return {
    held: rise >= least && (most === undefined || rise <= most),
    want: `${field} at least ${least}${upTo} above ${inWords(base.spent)}, which exchange ${base.exchange} showed`,
    got: `${field} ${inWords(next.spent)}, which is ${rise} above it`,
    ...(next.resource === undefined ? {} : { resource: next.resource }),
    exchange: next.exchange,
    earlier: base.exchange,
  }
}

export const grantSpentDebitRises = rises({
  id: 'rules/grant-spent-debit-amount-rises',
  title: 'The spent amount of a grant rises by the amounts that its payments debit',
  detects: 'grant-spent-debit-never-rises',
  shownBy: ['settling/one-after-another'],
  verifies: 'outgoing-payment.grant-spent-debit-amount.rises',
  shows: 'create-outgoing-payment',
  field: 'grantSpentDebitAmount',
  adds: 'debitAmount',
})

export const grantSpentReceiveRises = rises({
  id: 'rules/grant-spent-receive-amount-rises',
  title: 'The delivered amount of a grant rises by the amounts that its payments deliver',
  detects: 'grant-spent-receive-counted-twice',
  shownBy: ['settling/one-after-another'],
  verifies: 'outgoing-payment.grant-spent-receive-amount.rises',
  shows: 'create-outgoing-payment',
  field: 'grantSpentReceiveAmount',
  adds: 'receiveAmount',
  otherwise: 'debitAmount',
})

export const spentDebitAmountRises = rises({
  id: 'rules/spent-debit-amount-rises',
  title: 'The spent amount that a grant reports rises by the amounts that its payments debit',
  detects: 'spentDebitAmount-counted-twice',
  shownBy: ['grant-spent/rises-with-a-payment'],
  verifies: 'outgoing-payment-grant.spent-debit-amount.rises',
  shows: 'get-outgoing-payment-grant',
  field: 'spentDebitAmount',
  adds: 'debitAmount',
})

export const spentReceiveAmountRises = rises({
  id: 'rules/spent-receive-amount-rises',
  title: 'The delivered amount that a grant reports rises by the amounts that its payments deliver',
  detects: 'spentReceiveAmount-counted-twice',
  shownBy: ['grant-spent/rises-with-a-payment'],
  verifies: 'outgoing-payment-grant.spent-receive-amount.rises',
  shows: 'get-outgoing-payment-grant',
  field: 'spentReceiveAmount',
  adds: 'receiveAmount',
  otherwise: 'debitAmount',
})
