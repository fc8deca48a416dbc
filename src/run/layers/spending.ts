import { PreconditionFailed } from '../../check/session.ts'
import type { PaymentEvent } from '../../core/events.ts'
import type { TargetLimits } from '../../target-file/target.ts'

/** Keeps the target's limits of money and payments exactly, however many checks pay at once. */
export interface RunSpending {
  /** Counts a payment before it is sent. Throws PreconditionFailed if the payment would exceed a limit. */
  take: (debit: bigint) => void
  /** Takes back a payment that was not made. */
  giveBack: (debit: bigint) => void
}

export interface Spent {
  payments: number
  debit: bigint
}

export const nothingSpent: Spent = { payments: 0, debit: 0n }

/** Adds a payment of the record, or takes it back if it was not made. */
export function withPayment({ payments, debit }: Spent, { state, debits }: PaymentEvent): Spent {
  return state === 'sending'
    ? { payments: payments + 1, debit: debit + BigInt(debits) }
    : { payments: payments - 1, debit: debit - BigInt(debits) }
}

/** Starts from `before`, the amounts that earlier parts of the same run have spent. */
export function createSpending(
  { maxPayments, maxDebitValue, debitBudget }: TargetLimits,
  before: Spent = nothingSpent,
): RunSpending {
  let { payments, debit } = before
  return {
    take: (value) => {
      if (value > maxDebitValue)
        throw beyond('maxDebitValue', maxDebitValue, `a payment that debits ${value}`)
      if (payments + 1 > maxPayments) throw beyond('maxPayments', maxPayments, 'one more payment')
      if (debit + value > debitBudget) throw beyond('debitBudget', debitBudget, `${debit + value} in all`)
      payments += 1
      debit += value
    },
    giveBack: (value) => {
      payments -= 1
      debit -= value
    },
  }
}

const beyond = (limit: keyof TargetLimits, value: number | bigint, wanted: string): PreconditionFailed =>
  new PreconditionFailed(
    `limits.${limit} (${value}) does not allow ${wanted}; raise it in the target file to judge the remaining checks`,
  )
