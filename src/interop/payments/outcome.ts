import type { Catalogue } from '../../catalogue/catalogue.ts'
import { gradeOf } from '../../core/verdict.ts'
import type { TriedAnswer } from '../../diagnose/doctor/trials.ts'
import { answerInWords } from '../../http/answers/answer.ts'
import type { BrokenStep, PaymentCell } from './cell.ts'

/** The result of a case. `silent` is the server that gave no answer. */
export type PaymentOutcome = Pick<PaymentCell, 'status' | 'why' | 'requirement' | 'broken'> & {
  silent?: string
}

/** A server that a requirement binds, with the requirements of its profile. */
export interface Bound {
  name: string
  catalogue: Catalogue
}

const statuses = { failure: 'failed', warning: 'warned', note: 'noted' } as const

/**
 * Returns the outcome of a requirement that a server did not meet. Its level decides the status: a disputed
 * requirement, or one that the profile does not have, is only noted.
 */
export function unmet(
  requirement: string,
  { name, catalogue }: Bound,
  step: Omit<BrokenStep, 'at'>,
): PaymentOutcome {
  const entry = catalogue.get(requirement)
  const grade = entry && !entry.disputed ? gradeOf(entry.level) : 'note'
  return { status: statuses[grade], requirement, broken: { at: name, ...step } }
}

export const notTried = (why: string): PaymentOutcome => ({ status: 'not tried', why })

export const notJudged = (why: string): PaymentOutcome => ({ status: 'not judged', why })

/**
 * Returns the outcome for a server that gives no answer, or one that says nothing about payments. Its own report covers
 * both.
 */
export const unanswered = (name: string, tried: TriedAnswer): PaymentOutcome => ({
  ...notJudged(`${name}: ${answerInWords(tried)}`),
  ...(tried.failure ? { silent: name } : {}),
})

/**
 * Returns the outcome for a sender that accepts no quote, or no payment of its own quote. The interface has no operation
 * between servers, so a refusal that concerns another server's receiver is only noted. Why a server refuses to pay
 * itself is examined by its own run, which has the controls for it.
 */
export function refused(
  step: 'quote' | 'payment',
  sender: Bound,
  holder: Pick<Bound, 'name'>,
  tried: TriedAnswer,
): PaymentOutcome {
  const got = answerInWords(tried)
  return sender.name === holder.name
    ? notJudged(`${sender.name} refuses the ${step} for a receiver of its own: ${got}; see its report`)
    : unmet(arrivalRequirement(sender, holder), sender, {
        step,
        want: `a ${step} for a receiver of another server, 2xx`,
        got,
      })
}

/** The requirement about an amount that arrives, on the same server and on another one. */
export const arrivalRequirement = (sender: Pick<Bound, 'name'>, holder: Pick<Bound, 'name'>): string =>
  sender.name === holder.name
    ? 'incoming-payment.received-amount.as-sent'
    : 'incoming-payment.received-amount.arrives-elsewhere'
