import type { Profile } from '../../catalogue/profile.ts'
import type { OperationId } from '../../core/operations.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { costAgain, exploreAgain } from '../circumstances/again.ts'
import { type Cost, costOf, noCost, sumOf, times } from '../cost.ts'
import { type Needs, type Supplied, supply } from '../needs/need.ts'
import type { Session } from '../session.ts'
import { forEachSubject, type Later, offered, type Subject } from '../subject.ts'
import type { Check } from './check.ts'
import type { CheckHead } from './head.ts'

interface OnEach<N extends Needs, Left = void> extends CheckHead {
  /** The valid requests that the check is about. */
  on: readonly Subject[]
  /** The row of the table of refusals that the check is about. Operations that the row excepts are left out. */
  row?: string
  needs?: N | undefined
  claims: string[] | ((profile: Profile) => string[])
  generates?: boolean
  /** The first values that a subject is tried with, if it is tried with several. */
  values?: (session: Session, operation: OperationId) => readonly unknown[]
  exercises?: true
  quiet?: true
  /**
   * Set if the check is repeated in circumstances in which the server accepts the valid request, provided that it costs
   * no money.
   */
  inCircumstances?: true
  /**
   * The cost of one subject without its preparation: the number of requests, and how often its own request is accepted.
   */
  cost: (runs: number, subject: Subject) => { requests: number; accepted: number }
  run: (
    session: Session,
    draft: RequestDraft,
    needs: Supplied<N>,
    /** Returns the request to send again: the same one, unless accepting it uses up what it is about. */
    again: () => Promise<RequestDraft>,
  ) => Promise<Left>
  /** The part that is repeated in circumstances. The default is all. */
  repeated?: (...parts: Parameters<OnEach<N>['run']>) => Promise<void>
}

/** A check that does the same for several operations. An operation whose needs are missing is left out and reported. */
export function onEach<N extends Needs = Record<never, never>>(check: OnEach<N>): Check {
  return onEachInTwoParts<N>({
    ...check,
    run: async (on, draft, needs, again) => {
      const { operation } = draft
      if (check.inCircumstances && draft.debits === undefined && operation)
        return exploreAgain(on, {
          validRequests: [{ operation, needs: {}, once: true, prepare: again }],
          plainly: (place) => check.run(place, draft, needs, again),
          again: async (place) => (check.repeated ?? check.run)(place, await again(), needs, again),
        })
      await check.run(on, draft, needs, again)
      return undefined
    },
  })
}

/** Creates such a check that tries all its operations plainly first. `run` returns what it leaves for later. */
export function onEachInTwoParts<N extends Needs>(check: OnEach<N, Later | undefined>): Check {
  const { claims } = check
  return {
    id: check.id,
    title: check.title,
    detects: check.detects,
    claims: typeof claims === 'function' ? claims : () => claims,
    operations: check.on.map((subject) => subject.operation),
    needs: check.needs ?? {},
    subjects: check.on,
    batched: [],
    generates: check.generates ?? false,
    ...(check.exercises ? { exercises: true } : {}),
    ...(check.quiet ? { quiet: true } : {}),
    cost: (runs) => sumOf(check.on.map((subject) => costOn(subject, check.cost(runs, subject)))),
    ...(check.inCircumstances
      ? { inCircumstances: sumOf(check.on.map((subject) => costAgainOn(check, subject))) }
      : {}),
    run: async (session) => {
      const needs = await supply(check.needs ?? ({} as N), session.supplies)
      await forEachSubject(
        session,
        check.on,
        (on, draft, again) => check.run(on, draft, needs, again),
        (operation) => check.values?.(session, operation) ?? [undefined],
      )
    },
    within: (profile) => onEachInTwoParts({ ...check, on: offered(check.on, profile, check.row) }),
  }
}

const costAgainOn = <N extends Needs>(check: OnEach<N, Later | undefined>, subject: Subject): Cost =>
  subject.pays ? noCost : costAgain(costOn(subject, check.cost(1, subject)), [subject])

const costOn = (
  { preparation, accepted: each, once }: Subject,
  { requests, accepted }: { requests: number; accepted: number },
): Cost =>
  sumOf([
    times(costOf(preparation), once ? requests + 1 : 1),
    costOf({ requests }),
    times(costOf(each), accepted),
  ])
