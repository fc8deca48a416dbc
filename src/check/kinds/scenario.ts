import type { Profile } from '../../catalogue/profile.ts'
import type { OperationId } from '../../core/operations.ts'
import { casesOf, fewOf, forEachCase, mostOfFew } from '../cases.ts'
import { costAgain, exploreAgain } from '../circumstances/again.ts'
import { type Cost, costOf, times } from '../cost.ts'
import { each, type Given } from '../given.ts'
import { type Needs, type Supplied, supply } from '../needs/need.ts'
import type { Session } from '../session.ts'
import type { Subject } from '../subject.ts'
import type { Check } from './check.ts'

interface Scenario<N extends Needs, T> {
  id: string
  title: string
  /** The fault of the mock that the check must notice: the proof that the check can fail. */
  detects: string
  operations: OperationId[]
  needs: N
  claims: string[] | ((profile: Profile) => string[])
  cases?: Given<T>
  exercises?: true
  quiet?: true
  first?: true
  waits?: true
  movesTime?: true
  /** The cost of a check that runs last. It follows from what all others cost. */
  last?: (others: Cost) => Partial<Cost>
  /**
   * The valid requests that the scenario is made of. If they are given, it is repeated in circumstances in which the
   * server accepts them. Only scenarios that cost no money have them.
   */
  wholes?: readonly Subject[]
  /** The cost of one case: what it sends and leaves behind. */
  cost: Partial<Cost>
  run: (session: Session, needs: Supplied<N>, given: T) => Promise<void>
}

/** A check of several steps, which sends and observes by itself, once for every case. */
export function scenario<N extends Needs, T = undefined>(check: Scenario<N, T>): Check {
  const given = check.cases ?? (each(undefined) as Given<unknown> as Given<T>)
  const { claims, last } = check
  return {
    id: check.id,
    title: check.title,
    detects: check.detects,
    claims: typeof claims === 'function' ? claims : () => claims,
    operations: check.operations,
    needs: check.needs,
    subjects: [],
    batched: [],
    ...(check.quiet || check.movesTime || last ? { quiet: true } : {}),
    ...(check.first ? { first: true } : {}),
    ...(check.waits ? { waits: true } : {}),
    ...(check.movesTime ? { movesTime: true } : {}),
    ...(last ? { last: (others) => costOf(last(others)) } : {}),
    generates: given.kind === 'any',
    ...(check.exercises ? { exercises: true } : {}),
    cost: (runs) => times(costOf(check.cost), casesOf(given, runs)),
    ...(check.wholes
      ? { inCircumstances: costAgain(times(costOf(check.cost), mostOfFew(given)), check.wholes) }
      : {}),
    run: (session) => runCases(check, given, session),
  }
}

/** Runs each case plainly, and a few of them again in circumstances, if the check names its valid requests. */
const runCases = async <N extends Needs, T>(
  check: Scenario<N, T>,
  given: Given<T>,
  session: Session,
): Promise<void> => {
  const needs = await supply(check.needs, session.supplies)
  const fewer = (why: string): void => {
    const [operation] = check.operations
    if (operation) session.leaveOut(operation, [why])
  }
  const { quotes, payments, incomingPayments } = costOf(check.cost)
  const inTurn = quotes + payments + incomingPayments > 0
  const run = (place: Session, value: T): Promise<void> => check.run(place, needs, value)
  const plainly = (place: Session): Promise<void> => forEachCase(place, given, run, { fewer, inTurn })
  if (!check.wholes) return plainly(session)
  await exploreAgain(session, {
    wholes: check.wholes,
    plainly,
    again: (place, turn) => forEachCase(place, fewOf(place, given, turn), run, { inTurn }),
  })
}
