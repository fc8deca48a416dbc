import type { PassiveCheck, Seen, TestedClaim } from '../../../src/check/kinds/passive.ts'
import { createMemory, type Memory } from '../../../src/check/memory.ts'
import { type Observed, resourcesIn } from '../../../src/check/resource.ts'
import { createServerDate } from '../../../src/check/server-date.ts'
import { numberOf } from '../../../src/core/amount.ts'
import { urlKey } from '../../../src/core/urls.ts'
import { asAmount, asMoment } from '../../support/fields.ts'
import { orderIn } from '../pages/orders.ts'

const nothingReceived = 'incoming-payment.expires-at.nothing-received'
const noPayments = 'incoming-payment.expires-at.no-payments'

/** Facts about a receiver, from the exchanges so far. */
interface KnownReceiver {
  expiresAt?: number
  /** The amount received when the receiver was first seen expired, and when that response came. */
  expired?: { value: bigint; received: number; number: number }
  /** The number of payments into it that may have been made before it expired. They may account for what arrives. */
  onTime: number
  /** The number of payments into it that were made after it expired. */
  late: number
}

/**
 * A receiver is expired if it had expired by the server's own time before the request was sent. A rise breaks the MUST
 * only if every payment of this run into the receiver came too late.
 */
export const nothingIsReceivedAfterExpiry: PassiveCheck = {
  id: 'rules/nothing-received-after-expiry',
  title: 'The received amount of an incoming payment does not rise after it has expired',
  detects: 'expired-receiver-paid',
  claims: () => [nothingReceived, noPayments],
  operations: [
    'create-outgoing-payment',
    'create-incoming-payment',
    'complete-incoming-payment',
    'get-incoming-payment',
    'list-incoming-payments',
  ],
  byDate: true,
  otherwise: 'receivers.expired in the target file, and receivers.access to read it',
  shownBy: ['settling/nothing-arrives-at-expired-receiver'],
  start: (facts) => {
    const date = createServerDate()
    const receivers = createMemory<KnownReceiver>()
    return (seen) => {
      const hadExpired = ({ expiresAt }: KnownReceiver): boolean =>
        expiresAt !== undefined && date.wasPast(expiresAt, seen.exchange.sent)
      const { receiver, outcome } = orderIn(seen, facts) ?? {}
      if (receiver !== undefined && outcome !== 'refused')
        countPayment(receivers, urlKey(receiver), outcome, hadExpired)
      const shown = resourcesIn(seen, 'incoming-payment').flatMap((payment) =>
        viewOf(receivers, payment, seen, hadExpired, facts.missingUpTo() > 0),
      )
      date.take(seen)
      return shown
    }
  },
}

const unknown: KnownReceiver = { onTime: 0, late: 0 }

const countPayment = (
  receivers: Memory<KnownReceiver>,
  receiver: string,
  outcome: 'made' | 'unknown' | undefined,
  hadExpired: (known: KnownReceiver) => boolean,
): void => {
  const known = receivers.get(receiver) ?? unknown
  const isLate = outcome === 'made' && hadExpired(known)
  receivers.set(
    receiver,
    isLate ? { ...known, late: known.late + 1 } : { ...known, onTime: known.onTime + 1 },
  )
}

const viewOf = (
  receivers: Memory<KnownReceiver>,
  payment: Observed,
  { exchange }: Seen,
  hadExpired: (known: KnownReceiver) => boolean,
  mayMissSome: boolean,
): TestedClaim[] => {
  const key = urlKey(payment.id)
  const before = receivers.get(key) ?? unknown
  const expiresAt = asMoment(payment.fields['expiresAt']) ?? before.expiresAt
  if (expiresAt === undefined)
    return [
      { requirement: nothingReceived, held: true, want: 'no payment after expiresAt', got: 'no expiresAt' },
    ]
  const known = { ...before, expiresAt }
  receivers.set(key, known)
  const amount = asAmount(payment.fields['receivedAmount'])
  if (!amount || !hadExpired(known)) return []
  const value = numberOf(amount)
  if (!before.expired) {
    receivers.set(key, {
      ...known,
      expired: { value, received: exchange.received, number: exchange.number },
    })
    return []
  }
  if (exchange.sent <= before.expired.received) return []
  const about = { resource: payment.id, earlier: before.expired.number }
  const { value: earlier } = before.expired
  // A payment that is not in the record may have been made in time.
  const onTime = before.onTime + (mayMissSome ? 1 : 0)
  return shownOf({ ...before, onTime }, earlier, value).map((shown) => ({ ...shown, ...about }))
}

const shownOf = ({ onTime, late }: KnownReceiver, before: bigint, now: bigint): TestedClaim[] => {
  const rose = now > before
  const seen = {
    held: !rose,
    want: `receivedAmount ${before}, because the incoming payment has expired`,
    got: `receivedAmount ${now}`,
  }
  const isJudged = late > 0 && (!rose || onTime === 0)
  return [
    { requirement: nothingReceived, ...seen },
    ...(isJudged ? [{ requirement: noPayments, ...seen }] : []),
  ]
}
