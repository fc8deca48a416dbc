import type { Session } from '../../src/check/session.ts'
import type { Amount } from '../../src/core/amount.ts'
import type { Answer } from '../../src/http/answers/answer.ts'
import { unlessRefused } from './pay-abroad.ts'
import { controlAmount } from './requests.ts'

/**
 * Returns an amount that ends in this digit: the least one from the control's value on, or one of the next two if only
 * they lose a unit as decimal fractions. Returns the control's amount if the limits leave no room for it.
 */
export function amountEndingIn(session: Session, digit: number): Amount {
  const control = controlAmount(session)
  const value = BigInt(control.value)
  const least = value + ((BigInt(digit) + 10n - (value % 10n)) % 10n)
  const allowed = [least, least + 10n, least + 20n].filter(
    (one) => one <= session.money.limits().maxDebitValue,
  )
  const ending = allowed.find((one) => losesUnit(one, control)) ?? allowed[0] ?? value
  return { ...control, value: String(ending) }
}

/** Returns true if a double holds less than the amount as a decimal fraction: 1.13 × 100 is 112.99999999999999. */
const losesUnit = (value: bigint, { assetScale }: Amount): boolean => {
  const unit = 10 ** assetScale
  return Math.trunc((Number(value) / unit) * unit) < Number(value)
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
  return (await unlessRefused(pay(amount))) ?? pay(control)
}
