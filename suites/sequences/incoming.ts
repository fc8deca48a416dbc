import type { Session } from '../../src/check/session.ts'
import { type Asset, inWords, numberOf, sameAsset } from '../../src/core/amount.ts'
import type { Answer } from '../../src/http/answers/answer.ts'
import { asAmount, asFlag } from '../support/fields.ts'
import type { Received } from '../support/receiving.ts'
import { expectSame } from './compare.ts'
import { expectReceived, noMoreThanPaid } from './receiver-steps.ts'
import { expectOf, type Here, type Into, type MadeInModel, paymentsInto, receiveOf } from './service.ts'

type IncomingFields = Record<string, unknown>

/** An incoming payment that a step created. */
export interface Created extends Into {
  /** The place of the step that created it. */
  place: number
  /** The response to its creation, and the fields as that shows them. */
  answer: Answer
  shown: IncomingFields
  /** Is true once its completion was requested: it may have completed since. */
  isToComplete: boolean
  /** The step that showed it completed, in words: by the response to the completion, or by another response. */
  completedBy?: string
  completedIn?: string
  /** Payments that were made after it was shown completed. */
  late: MadeInModel[]
}

/** A step that is under way, in the name of whoever pays. The incoming payments belong to the owner. */
export interface IncomingPlace extends Here {
  owner: Session
  created: Map<number, Created>
  paid: Map<number, MadeInModel>
  /** Returns the asset of the owner's wallet. */
  asset: () => Promise<Asset>
}

export const reads = 'complete-incoming-payment.reads'
export const stays = 'incoming-payment.completed.stays'
export const noPayments = 'incoming-payment.completed.no-payments'

/** Judges a response that shows the incoming payment, alone or in a list. */
export function expectShown(at: IncomingPlace, one: Created, answer: Answer, fields: IncomingFields): void {
  expectSame(at, answer, { kind: 'incoming-payment', place: one.place, before: one.shown, now: fields })
  expectCompleted(at, one, answer, fields)
  const now = receivedFrom(fields, answer)
  if (!now) return
  expectNoMore(at, one, now)
  expectReceived(at, one, now)
}

/** Returns true if a list shows the incoming payment, and shows no less of it than was seen before. */
export function hasCaughtUp(one: Created, item: IncomingFields | undefined): boolean {
  if (!item) return false
  const isDone = one.completedBy !== undefined || one.completedIn !== undefined
  if (isDone && item['completed'] === false) return false
  const [now, before] = [asAmount(item['receivedAmount']), one.last?.receivedAmount]
  return !now || !before || numberOf(now) >= numberOf(before)
}

export function receivedFrom(fields: IncomingFields, answer: Answer): Received | undefined {
  const receivedAmount = asAmount(fields['receivedAmount'])
  const incomingAmount = asAmount(fields['incomingAmount'])
  const completed = asFlag(fields['completed'])
  return receivedAmount && { receivedAmount, incomingAmount, completed, expiresAt: undefined, answer }
}

/** Judges the completed flag. A response without it says nothing. */
const expectCompleted = (
  at: IncomingPlace,
  one: Created,
  answer: Answer,
  { completed }: IncomingFields,
): void => {
  if (typeof completed !== 'boolean') return
  const got = `completed ${completed}`
  const by = (place: string): string => `completed true, as ${place} showed it`
  if (one.completedBy !== undefined)
    expectOf(at, answer, reads, { held: completed, want: by(one.completedBy), got })
  else if (one.completedIn !== undefined)
    expectOf(at, answer, stays, { held: completed, want: by(one.completedIn), got })
  else if (completed) one.completedIn = at.step
}

/** Judges that nothing arrives without payments, and nothing from payments made after it was shown completed. */
const expectNoMore = (at: Here, one: Created, now: Received): void => {
  const into = paymentsInto(at.service, one)
  if (!one.before || at.service.isUncertain || (into.length > 0 && one.late.length === 0)) return
  const early = into.filter((payment) => !one.late.includes(payment))
  const brought = early.map(receiveOf)
  let most = numberOf(one.before.receivedAmount)
  for (const amount of brought) {
    if (!amount || !sameAsset(amount, now.receivedAmount)) return
    most += numberOf(amount)
  }
  const after =
    one.late.length > 0 ? ', because later payments were payments into a completed incoming payment' : ''
  expectOf(at, now.answer, one.late.length > 0 ? noPayments : noMoreThanPaid, {
    held: numberOf(now.receivedAmount) <= most,
    want: `receivedAmount of at most ${most}${after}`,
    got: `receivedAmount ${inWords(now.receivedAmount)}`,
  })
}
