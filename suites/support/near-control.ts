import { PreconditionFailed, type Session } from '../../src/check/session.ts'
import type { Amount } from '../../src/core/amount.ts'
import type { Answer } from '../../src/http/answers/answer.ts'
import { isRefused } from '../../src/http/answers/answer.ts'
import { controlAmount } from './requests.ts'

/**
 * Returns the least amount that ends in this digit, from the control's value on. Returns the control's amount if the
 * limits leave no room for it.
 */
export function amountEndingIn(session: Session, digit: number): Amount {
  const control = controlAmount(session)
  const value = BigInt(control.value)
  const ending = value + ((BigInt(digit) + 10n - (value % 10n)) % 10n)
  return ending <= session.money.limits().maxDebitValue ? { ...control, value: String(ending) } : control
}

/**
 * Pays an amount that ends in this digit, so that the amounts of a run end in many digits. A server may have a limit of
 * its own between the control's value and this amount. If it refuses, the control's value is paid.
 */
export async function nearControl<T extends { paid: Answer }>(
  session: Session,
  digit: number,
  pay: (amount: Amount) => Promise<T>,
): Promise<T> {
  const amount = amountEndingIn(session, digit)
  const control = controlAmount(session)
  if (amount.value === control.value) return pay(control)
  const first = await pay(amount).catch((error: unknown) => {
    if (error instanceof PreconditionFailed && !error.isOfRun) return undefined
    throw error
  })
  return first && !isRefused(first.paid) ? first : pay(control)
}
