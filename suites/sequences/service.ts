import { expectThat } from '../../src/check/expect-answer.ts'
import type { Observed } from '../../src/check/resource.ts'
import { type Amount, numberOf, sameAsset } from '../../src/core/amount.ts'
import type { Receiver } from '../../src/core/receiver.ts'
import type { Answer } from '../../src/http/answers/answer.ts'
import { asAmount } from '../support/fields.ts'
import type { Received } from '../support/receiving.ts'
import type { StepUnderWay } from './sequence.ts'
import type { To } from './steps.ts'

type ResourceFields = Observed['fields']

/** A receiver as a sequence found it, and as it was last read. */
export interface Into extends Receiver {
  before: Received | undefined
  last: Received | undefined
}

/** A quote that a step made. */
export interface StepQuote {
  id: string
  into: Into
  shown: ResourceFields
  /** The payment that was made from it. */
  paidBy?: string
}

/** A payment that a step made. */
export interface MadeInModel {
  id: string
  into: Into
  isFromQuote: boolean
  /** The response to its creation, and the fields as that shows them. */
  answer: Answer
  shown: ResourceFields
  /** The fields as they were last shown. */
  now: ResourceFields
}

/** State that the service has to know, as far as the steps of one sequence show it. */
export interface Service {
  receivers: Map<To, Into>
  /** The quotes, by the place of the step that made them. */
  quotes: Map<number, StepQuote>
  payments: MadeInModel[]
  /** Incoming payments on the wallet itself, as a step last listed them. */
  listed: ResourceFields[]
  /** Is true if a request for a payment got no response: the payment may have been made. */
  isUncertain: boolean
}

export function newService(): Service {
  return {
    receivers: new Map(),
    quotes: new Map(),
    payments: [],
    listed: [],
    isUncertain: false,
  }
}

export interface Here extends StepUnderWay {
  service: Service
}

export interface SequencePlace extends Here {
  /** Returns the receiver of the sequence, or undefined if the target file has none of that kind. */
  supply: (kind: To) => Promise<Into | undefined>
}

/** Observes one fact of a response, and names the step that showed it. */
export function expectOf(
  { session, step }: StepUnderWay,
  answer: Answer,
  requirement: string,
  { want, ...shown }: { held: boolean; want: string; got: string },
): void {
  expectThat(session, answer, requirement, { ...shown, want: `${step}: ${want}` })
}

export function debitOf({ shown }: MadeInModel | StepQuote): Amount | undefined {
  return asAmount(shown['debitAmount'])
}

/**
 * Returns the amount that a payment brings, if it is fixed. Without a quote, the price in another asset may be
 * determined only when the payment settles.
 */
export function receiveOf(payment: MadeInModel): Amount | undefined {
  const { shown, now, isFromQuote } = payment
  const [receive, debit] = [asAmount(shown['receiveAmount']), asAmount(shown['debitAmount'])]
  if (isFromQuote || (receive && debit && sameAsset(receive, debit))) return receive
  return isOver(payment) ? asAmount(now['receiveAmount']) : undefined
}

/** Returns true if the payment failed or was sent in full, so that nothing more will come of it. */
export function isOver(payment: MadeInModel): boolean {
  const [sent, debit] = [asAmount(payment.now['sentAmount']), debitOf(payment)]
  if (payment.now['failed'] === true) return true
  return sent !== undefined && debit !== undefined && numberOf(sent) === numberOf(debit)
}

export function paymentsInto({ payments }: Service, into: Into): MadeInModel[] {
  return payments.filter((payment) => payment.into === into)
}

/** Returns the most that can have arrived from each payment, or undefined if the amounts cannot be added up. */
export function mostArrived(service: Service, into: Into, received: Amount): bigint[] | undefined {
  if (service.isUncertain) return undefined
  const amounts = paymentsInto(service, into).map(receiveOf)
  const whole = amounts.flatMap((amount) => (amount && sameAsset(amount, received) ? [numberOf(amount)] : []))
  return whole.length === amounts.length && whole.length > 0 ? whole : undefined
}

/**
 * Returns the amount that payments that were sent in full have to bring a receiver. It is taken from their latest
 * state, because the price of a payment may be determined only when it settles. Undefined if one of them failed, is
 * under way, or brings another asset than was received before.
 */
export function dueAt(service: Service, into: Into, { receivedAmount }: Received): bigint | undefined {
  const payments = paymentsInto(service, into)
  const brought = payments.flatMap((payment) => {
    const receive = asAmount(payment.now['receiveAmount'])
    if (!receive || !sameAsset(receive, receivedAmount)) return []
    return isOver(payment) && payment.now['failed'] !== true ? [numberOf(receive)] : []
  })
  if (brought.length < payments.length || brought.length === 0) return undefined
  return brought.reduce((sum, each) => sum + each, 0n)
}

/** The most different sums that are looked at. */
const mostSums = 10_000

/** Returns true if the excess is the sum of some of the payments, as if these had arrived once more. */
export function isSumOfSome(amounts: readonly bigint[], excess: bigint): boolean {
  let sums = new Set([0n])
  for (const amount of amounts) {
    if (sums.has(excess) || sums.size > mostSums) break
    sums = new Set([...sums, ...[...sums].map((sum) => sum + amount)].filter((sum) => sum <= excess))
  }
  return excess > 0n && sums.has(excess)
}
