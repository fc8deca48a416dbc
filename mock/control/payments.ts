import { CannotDo } from '../core/errors.ts'
import { fates } from '../state/resources.ts'
import type { Control, Controlled } from './control.ts'
import { oneOf, wholeNumber } from './reading.ts'

const path = '/payments'
const most = 1000

/** Orders the mock to let the next payments fail or stall half way. */
export const orderPayments: Control = {
  method: 'post',
  path,
  keys: ['next', 'times'],
  work: (controlled, { next, times = 1 }) => {
    const fate = oneOf(fates, next, 'next')
    const count = wholeNumber(times, 'times', { least: 1, most })
    const { fates: ordered } = controlled.world.ledger
    if (ordered.length + count > most)
      throw new CannotDo(`Too many orders (limit ${most}). DELETE ${path} removes all orders`)
    ordered.push(...Array.from({ length: count }, () => fate))
    return shown(controlled)
  },
}

export const showPayments: Control = {
  method: 'get',
  path,
  work: (controlled) => shown(controlled),
}

export const forgetPayments: Control = {
  method: 'delete',
  path,
  work: (controlled) => {
    controlled.world.ledger.fates.length = 0
    return shown(controlled)
  },
}

/** The ordered fates of the next payments, in the order in which they will be made. */
const shown = ({ world }: Controlled) => ({ next: [...world.ledger.fates] })
