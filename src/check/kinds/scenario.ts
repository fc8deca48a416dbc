import type { Profile } from '../../catalogue/profile.ts'
import { fewOf, forEachCase, mostOfFew } from '../cases/cases.ts'
import { casesOf, each, type Given } from '../cases/given.ts'
import { costAgain, exploreAgain } from '../circumstances/again.ts'
import { type Cost, costOf, noCost, sumOf, times } from '../cost.ts'
import { type Needs, type Supplied, supply } from '../needs/need.ts'
import type { Session } from '../session.ts'
import type { Subject } from '../subject.ts'
import type { Check } from './check.ts'
import type { CheckHead } from './head.ts'

/** A valid request that one case of a scenario sends several times. */
interface Several {
  subject: Subject
  times: number
}

/** Returns a valid request that one case sends at most `times` times. */
export const upTo = (times: number, subject: Subject): Several => ({ subject, times })

interface Scenario<N extends Needs, T>
  extends CheckHead,
    Pick<Check, 'exercises' | 'quiet' | 'first' | 'waits' | 'movesTime'> {
  /** The valid requests of one case, with the most times it sends each. The operations and the cost follow from them. */
  requests: ReadonlyArray<Subject | Several>
  /** The resources that remain of a case, if they are fewer than all its requests could create. */
  leaves?: Partial<Omit<Cost, 'requests'>>
  needs?: N | undefined
  claims: string[] | ((profile: Profile) => string[])
  cases?: Given<T>
  /**
   * Set if the cases run one after the other, because each is about the order in which its requests are sent. Cases that
   * create something that a list shows always do.
   */
  inTurn?: true
  /** The cost of a check that runs last. It follows from what all others cost. */
  last?: (others: Cost) => Partial<Cost>
  /**
   * Set if the scenario is repeated in circumstances in which the server accepts all its requests. Only scenarios that
   * cost no money are.
   */
  inCircumstances?: true
  run: (session: Session, needs: Supplied<N>, given: T) => Promise<void>
}

/** A check of several steps, which sends and observes by itself, once for every case. */
export function scenario<N extends Needs = Record<never, never>, T = undefined>(
  check: Scenario<N, T>,
): Check {
  const given = check.cases ?? (each(undefined) as Given<unknown> as Given<T>)
  const { claims, last } = check
  const once = costOfCase(check)
  return {
    id: check.id,
    title: check.title,
    detects: check.detects,
    claims: typeof claims === 'function' ? claims : () => claims,
    operations: validRequests(check).map(({ operation }) => operation),
    needs: check.needs ?? {},
    subjects: [],
    batched: [],
    ...(check.quiet || check.movesTime || last ? { quiet: true } : {}),
    ...(check.first ? { first: true } : {}),
    ...(check.waits ? { waits: true } : {}),
    ...(check.movesTime ? { movesTime: true } : {}),
    ...(last ? { last: (others) => costOf(last(others)) } : {}),
    generates: given.kind === 'any',
    ...(check.exercises ? { exercises: true } : {}),
    cost: (runs) => (last ? noCost : times(once, casesOf(given, runs))),
    ...(check.inCircumstances
      ? { inCircumstances: costAgain(times(once, mostOfFew(given)), validRequests(check)) }
      : {}),
    run: (session) => runCases(check, given, session),
  }
}

type Requests = Pick<Scenario<Needs, unknown>, 'requests' | 'leaves'>

const severalOf = ({ requests }: Requests): Several[] =>
  requests.map((one) => ('subject' in one ? one : upTo(1, one)))

const validRequests = (check: Requests): Subject[] => severalOf(check).map(({ subject }) => subject)

const costOfCase = (check: Requests): Cost => ({
  ...sumOf(
    severalOf(check).map(({ subject, times: count }) =>
      times({ ...costOf(subject.accepted), requests: 1 }, count),
    ),
  ),
  ...check.leaves,
})

/** Runs each case plainly, and a few of them again in circumstances, if the check names its valid requests. */
const runCases = async <N extends Needs, T>(
  check: Scenario<N, T>,
  given: Given<T>,
  session: Session,
): Promise<void> => {
  const needs = await supply(check.needs ?? ({} as N), session.supplies)
  const fewer = (why: string): void => {
    const [first] = validRequests(check)
    if (first) session.skip(first.operation, [why])
  }
  // No list shows quotes, so cases that create nothing else do not see one another.
  const { payments, incomingPayments } = costOfCase(check)
  const inTurn = check.inTurn === true || payments + incomingPayments > 0
  const run = (place: Session, value: T): Promise<void> => check.run(place, needs, value)
  const plainly = (place: Session): Promise<void> => forEachCase(place, given, run, { fewer, inTurn })
  if (!check.inCircumstances) return plainly(session)
  const later = await exploreAgain(session, {
    validRequests: validRequests(check),
    plainly,
    inTurn,
    again: (place, turn) => forEachCase(place, fewOf(place, given, turn), run, { inTurn }),
  })
  await later?.(session)
}
