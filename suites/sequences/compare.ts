import type { Amount } from '../../src/core/amount.ts'
import type { Answer } from '../../src/http/answers/answer.ts'
import { isSame, remembered } from '../support/same.ts'
import { expectOf, type Here } from './service.ts'

export function amountOf({ session }: Pick<Here, 'session'>, value: string): Amount {
  return {
    value,
    ...session.money.limits().wallet,
  }
}

interface Compared {
  requirement: string
  /** The step that showed the fields before, or the way in which they were shown. */
  place: number | string
  before: Record<string, unknown>
  now: Record<string, unknown>
  fields: readonly string[]
}

/** Compares the fields of two responses. A field that either of them leaves out is not compared. */
export function expectSame(
  at: Here,
  answer: Answer,
  { requirement, place, before, now, fields }: Compared,
): void {
  const changed = fields.find((name) => name in before && name in now && !isSame(before[name], now[name]))
  const name = changed ?? ''
  expectOf(at, answer, requirement, {
    held: changed === undefined,
    want:
      changed === undefined ? 'as shown before' : `${name} ${remembered(before[name])}, as ${where(place)}`,
    got: changed === undefined ? 'as shown before' : `${name} ${remembered(now[name])}`,
  })
}

const where = (place: number | string): string => (typeof place === 'number' ? `step ${place} showed` : place)
