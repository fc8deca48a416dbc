import type { PassiveCheck, TestedClaim } from '../../../src/check/kinds/passive.ts'
import { createFirstTime } from '../../../src/check/memory.ts'
import { type Observed, resourcesIn } from '../../../src/check/resource.ts'
import { inWords, numberOf } from '../../../src/core/amount.ts'
import { isBefore } from '../../../src/http/answers/server-date.ts'
import { asAmount } from '../../support/fields.ts'
import { shown } from '../asked.ts'
import { showingIn } from '../showing.ts'

const nothingReceived = 'create-incoming-payment.nothing-received'
const notCompleted = 'create-incoming-payment.not-completed'

/**
 * Judges only incoming payments that were not shown before, because a server may answer an equal request with an
 * earlier one.
 */
export const newIncomingPaymentIsNew: PassiveCheck = {
  id: 'rules/new-incoming-payment-is-new',
  title: 'Every new incoming payment has received nothing and is not completed',
  detects: 'created-completed',
  claims: () => [nothingReceived, notCompleted],
  operations: ['create-incoming-payment'],
  shownBy: ['create-incoming-payment/plain'],
  start: () => {
    const isFirst = createFirstTime()
    return (seen) =>
      resourcesIn(seen, 'incoming-payment').flatMap((payment) => {
        const isNew = isFirst(payment.id) && seen.exchange.operation === 'create-incoming-payment'
        return isNew ? shownOf(payment, showingIn(seen).date) : []
      })
  },
}

const shownOf = (made: Observed, now: number): TestedClaim[] => {
  const received = asAmount(made.fields['receivedAmount'])
  const { completed } = made.fields
  const claims: TestedClaim[] = []
  if (received) {
    const got = `receivedAmount ${inWords(received)}`
    claims.push(shown(nothingReceived, made, numberOf(received) === 0n, 'a receivedAmount of 0', got))
  }
  if (typeof completed === 'boolean' && !mayBeOver(made, now))
    claims.push(shown(notCompleted, made, !completed, 'completed false', `completed ${completed}`))
  return claims
}

/** A server may complete what has expired, and has to complete what has room for nothing, however new it is. */
const mayBeOver = ({ fields: { incomingAmount, expiresAt } }: Observed, now: number): boolean => {
  const most = asAmount(incomingAmount)
  return (most && numberOf(most) === 0n) || (typeof expiresAt === 'string' && !isBefore(now, expiresAt))
}
