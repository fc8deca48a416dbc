import type { OperationId } from '../../core/operations.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { casesOf } from '../cases/given.ts'
import { type Attempt, tryIn } from '../circumstances/attempt.ts'
import { rowsFor } from '../circumstances/explore.ts'
import { allRows, onNewConnection } from '../circumstances/rows.ts'
import { withCostsOnce } from '../circumstances/sparing.ts'
import type { Row } from '../circumstances/table.ts'
import { mostTrials, type SubjectPlace, type Trial, trialsFor } from '../circumstances/trials.ts'
import { forEachConcurrently } from '../concurrently.ts'
import { type Cost, costOf, noCost, sumOf, times } from '../cost.ts'
import { type Expectation, rowOf } from '../expectation.ts'
import type { Needs } from '../needs/need.ts'
import type { Session } from '../session.ts'
import type { Subject } from '../subject.ts'
import type { RefusedCases } from './refused.ts'

// Invalid requests that were refused are sent again: in other circumstances, and several times in a row.

/** A case that was sent, and an attempt that repeats it. */
export interface TriedCase<T> {
  given: T
  attempt: Attempt
}

/** The cases that were sent, and similar ones that only other requests of the check are tried with. */
export interface TriedCases<T> {
  tried: ReadonlyArray<TriedCase<T>>
  others: ReadonlyArray<TriedCase<T>>
}

/**
 * Sends the cases again in other circumstances, and then several times in a row, provided that every case was refused.
 * In circumstances, the other cases come first: what a guard lets through there shows in any of them, and so the request
 * meets more of them. In the repetitions they take the place of the cases.
 */
export async function tryTrials<N extends Needs, T>(
  session: Session,
  check: RefusedCases<N, T>,
  draft: RequestDraft,
  { tried, others }: TriedCases<T>,
  valid: () => Promise<RequestDraft>,
): Promise<void> {
  const { circumstances: known, replay } = session
  const { seed } = session.generated
  const hold = tried.every(({ attempt }) => attempt.plainly.every(({ outcome }) => outcome !== 'broken'))
  if (!known || !hold) return
  const trials = trialsOf(session, check, draft, tried.length)
  await forEachConcurrently(session, trials, async (own, { row, at }, turn) => {
    const one = turn < others.length ? others[(Math.abs(seed) + turn) % others.length] : tried[at]
    const place = own.of({ given: one?.given })
    const acceptedRow = (some: Row) => known.acceptedRow(place, some, valid)
    if (one) await tryIn({ session: place, acceptedRow, valid }, row, one.attempt)
  })
  const isOpen = rowOf(session.target.profile, check.expect.row).must === undefined
  const isRepeated = !isOpen && !isRecommended(check.expect) && check.cases.kind !== 'any'
  if (!isRepeated || known.noRoom !== undefined || replay?.circumstances) return
  const free = check.on.filter(({ pays }) => !pays)
  const place = free.findIndex(({ operation }) => operation === draft.operation)
  const inTurn = tried.filter((_, at) => replay || (Math.abs(seed) + at) % free.length === place)
  const again = others.length > 0 ? others : inTurn
  const first = others.length > 0 ? Math.abs(seed) + trials.length : 0
  // The repetitions are not sent in parallel, so that a server that counts its requests meets one of each.
  for (let turn = 0; turn < repetitionsOf(check, inTurn.length); turn++) {
    const { given, attempt } = again[(first + turn) % again.length] as TriedCase<T>
    if (await tryIn({ session: session.of({ given }), valid }, [], attempt)) return
  }
}

/**
 * The cost of the trials: a control for each row, the invalid request and perhaps another control for each trial, and
 * then the repetitions.
 */
export function costInCircumstances<N extends Needs, T>(
  check: RefusedCases<N, T>,
  { operation, accepted, preparation, once }: Subject,
): Cost {
  const { sends = 0, on, cases, expect } = check
  const requests = casesOf(cases, 0, on.length) + (cases.kind === 'any' ? 1 : 0)
  const apart = apartOf(check, expect.row === 'open', requests)
  const trials = mostTrials({ requests, apart }, rowsSeen(check, operation))
  const free = on.filter(({ pays }) => !pays)
  const repeats =
    apart < requests ? 0 : repetitionsOf(check, Math.ceil(casesOf(cases, 0, on.length) / free.length))
  const valid = sumOf([costOf({ requests: 1 }), costOf(accepted)])
  const invalid = costOf({ requests: 1 + sends })
  const fresh = once ? costOf(preparation) : noCost
  return sumOf([
    times(sumOf([valid, fresh]), allRows),
    times(sumOf([invalid, valid, fresh]), trials),
    times(sumOf([invalid, fresh]), repeats),
  ])
}

export function hasBody(operation: OperationId | undefined): boolean {
  return operation?.startsWith('create-') === true
}

/**
 * Returns which rows a request of the operation is tried in: one with a body in all of them, unless it can be accepted
 * only once, and the others too if there are too few of them to share the rows. Otherwise, they help those with a body,
 * unless the cases are shared: then each trial has another value.
 */
const rowsSeen = <N extends Needs, T>(
  { on, cases }: RefusedCases<N, T>,
  operation: OperationId | undefined,
): Omit<SubjectPlace, 'seed'> => {
  const isOf = (subject: Subject): boolean => subject.operation === operation
  const sharing = on.filter((subject) => !hasBody(subject.operation))
  const isShared = sharing.length >= allRows
  const isAlike = cases.kind === 'any' || !cases.shared
  if (isShared && !hasBody(operation))
    return {
      place: sharing.findIndex(isOf),
      seesAllRows: false,
      sharers: isAlike ? sharing.length : allRows,
    }
  return {
    place: on.findIndex(isOf),
    seesAllRows: !on.some((one) => isOf(one) && one.once),
    isHelped: isShared && isAlike,
  }
}

/** Returns true for a refusal that is only recommended. It is tried less often. */
const isRecommended = ({ row }: Expectation): boolean => row === 'recommended-refusal'

/**
 * Counts the requests that are each invalid in their own way: all of a list, and the `first` ones of generated values.
 * A request that the interface leaves open says little in any circumstances, so none counts there.
 */
const apartOf = <N extends Needs, T>(
  { cases, expect }: RefusedCases<N, T>,
  isOpen: boolean,
  requests: number,
): number => {
  if (isOpen || isRecommended(expect)) return 0
  return cases.kind === 'each' ? requests : Math.min(cases.first.length, requests)
}

/** The trials of a check. In a replay, they are limited to the circumstances of the failure. */
const trialsOf = <N extends Needs, T>(
  session: Session,
  check: RefusedCases<N, T>,
  { operation }: RequestDraft,
  requests: number,
): Trial[] => {
  const { on, expect } = check
  if (session.replay) return rowsFor(session, () => []).map((row) => ({ row, at: 0 }))
  const { seed } = session.generated
  const isOpen = rowOf(session.target.profile, expect.row).must === undefined
  const once = on.some((subject) => subject.operation === operation && subject.once)
  const trials = trialsFor(
    { seed, ...rowsSeen(check, operation) },
    { requests, apart: apartOf(check, isOpen, requests) },
  )
  // Only a request that must be refused is worth costly trials.
  const affordable = withCostsOnce(
    trials,
    isOpen || isRecommended(expect) ? undefined : seed,
    // The first value of a list is the plainest flaw, and the first of generated values the nearest to a valid one.
    ({ at }) => at === 0,
  )
  return once ? affordable.map(({ row, at }) => ({ row: onNewConnection(row), at })) : affordable
}

/** The number of times that the invalid requests of a check are sent again in a row. */
const often = 7

/**
 * Counts the repetitions of these cases. One guard refuses all cases of a check, so they share the repetitions. Those that
 * go to several operations are sent often enough anyway, and are repeated once each.
 */
const repetitionsOf = ({ on }: Pick<RefusedCases<Needs, unknown>, 'on'>, cases: number): number => {
  const free = on.filter(({ pays }) => !pays)
  if (free.length > 1 || free.some(({ once }) => once)) return cases
  return cases === 0 ? 0 : often
}
