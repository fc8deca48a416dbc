import { PreconditionFailed } from '../../check/session.ts'
import type { PaymentEvent } from '../../core/events.ts'
import { type Answer, isRefused } from '../../http/answers/answer.ts'
import { isUndelivered } from '../../http/outages.ts'
import type { RunSpending } from './spending.ts'
import type { Layer } from './transport.ts'

/** The limits of what a run may spend, and the record of what it spent. */
export interface PaymentBudget {
  spending: RunSpending
  record: (event: PaymentEvent) => void
}

/**
 * Sends payments within the money limits. A payment that was refused, not carried out (429) or never delivered took
 * nothing.
 */
export function budgeted(budget: PaymentBudget, check: string): Layer {
  return (next) => async (draft, tamper) => {
    const { debits } = draft
    if (debits === undefined) {
      if (draft.operation === 'create-outgoing-payment')
        throw new Error(`${check} sends a payment without saying what it debits`)
      return next(draft, tamper)
    }
    book(budget, check, debits)
    const answer = await next(draft, tamper).catch((error: unknown) => {
      if (error instanceof PreconditionFailed) giveBack(budget, check, debits)
      throw error
    })
    if (tookNothing(answer)) giveBack(budget, check, debits)
    return answer
  }
}

const tookNothing = (answer: Answer): boolean =>
  isRefused(answer) || answer.failure?.code === 'throttled' || isUndelivered(answer)

/** Counts a payment. Throws PreconditionFailed if it exceeds a limit. */
export function book({ spending, record }: PaymentBudget, check: string, debits: bigint): void {
  spending.take(debits)
  record({ type: 'payment', check, state: 'sending', debits: String(debits) })
}

const giveBack = ({ spending, record }: PaymentBudget, check: string, debits: bigint): void => {
  spending.giveBack(debits)
  record({ type: 'payment', check, state: 'not made', debits: String(debits) })
}
