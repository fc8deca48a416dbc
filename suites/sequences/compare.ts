import type { ResourceKind } from '../../src/check/resource.ts'
import type { Amount } from '../../src/core/amount.ts'
import { type Answer, answerInWords } from '../../src/http/answers/answer.ts'
import { isSame, remembered } from '../support/same.ts'
import { expectOf, type Here } from './service.ts'

export function amountOf({ session }: Pick<Here, 'session'>, value: string): Amount {
  return {
    value,
    ...session.money.limits().wallet,
  }
}

/** The fields of a resource that never change. */
export const unchanging: Readonly<Record<ResourceKind, readonly string[]>> = {
  quote: ['walletAddress', 'receiver', 'debitAmount', 'receiveAmount', 'method', 'createdAt'],
  'incoming-payment': ['walletAddress', 'incomingAmount', 'createdAt'],
  'outgoing-payment': ['walletAddress', 'receiver', 'debitAmount', 'createdAt'],
}

interface Compared {
  kind: ResourceKind
  /** The step that showed the fields before, or the way in which they were shown. */
  place: number | string
  before: Record<string, unknown>
  now: Record<string, unknown>
}

/** Compares what never changes in two responses. A field that either of them leaves out is not compared. */
export function expectSame(at: Here, answer: Answer, { kind, place, before, now }: Compared): void {
  const changed = unchanging[kind].find(
    (name) => name in before && name in now && !isSame(before[name], now[name]),
  )
  const name = changed ?? ''
  expectOf(at, answer, `${kind}.immutable`, {
    held: changed === undefined,
    want:
      changed === undefined ? 'as shown before' : `${name} ${remembered(before[name])}, as ${where(place)}`,
    got: changed === undefined ? 'as shown before' : `${name} ${remembered(now[name])}`,
  })
}

const where = (place: number | string): string => (typeof place === 'number' ? `step ${place} showed` : place)

/** Observes that a resource cannot be read, although the server accepts valid requests. */
export async function observeUnreadable(
  { session, step }: Here,
  answer: Answer,
  requirement: string,
  want: string,
): Promise<void> {
  session.observe({
    requirement,
    outcome: 'broken',
    want: `${step}: ${want}`,
    got: answerInWords(answer),
    answer,
    behind: await session.controls.witness(answer),
  })
}
