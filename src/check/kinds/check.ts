import type { Forgery } from '../../catalogue/forgeries.ts'
import type { Profile } from '../../catalogue/profile.ts'
import type { PlannedCheck } from '../../core/events.ts'
import type { OperationId } from '../../core/operations.ts'
import type { ReceiverKind } from '../../core/receiver.ts'
import type { Cost } from '../cost.ts'
import type { Needs } from '../needs/need.ts'
import type { Place } from '../place.ts'
import type { Session } from '../session.ts'
import type { Subject } from '../subject.ts'
import type { Batched } from './batched.ts'
import { type CheckHead, topicOf } from './head.ts'

/** A behaviour that is tried against a target. Suites make checks with `refusal`, `onEach` and `scenario`. */
export interface Check extends CheckHead {
  /** Returns all requirements that the check can judge under a profile. */
  claims: (profile: Profile) => string[]
  operations: OperationId[]
  /** The needs of the whole check. It is skipped if one of them is missing. */
  needs: Needs
  /** The requests that the check tries. A subject that lacks a need is left out and reported. */
  subjects: readonly Subject[]
  /** Invalid payments, which the runner sends together with those of other checks, before any check runs. */
  batched: readonly Batched[]
  /**
   * Set if the check shows every operation with valid requests. It also runs for a selected passive check, which would
   * otherwise see nothing.
   */
  exercises?: true
  /**
   * Set if nothing else may be created while the check runs. It runs after the others: by itself if it creates something,
   * and later, together with others, if it only reads.
   */
  quiet?: true
  /**
   * Set if the check waits until the server has done something, and other checks may create resources meanwhile. It
   * begins early, and takes turns with others that wait. A quiet check needs quiet only while it acts.
   */
  waits?: true
  /** Set if nothing may have been refused before. The check runs first of the quiet ones. */
  first?: true
  /** Set if the check moves the server's time, or waits for it. It runs after all others. */
  movesTime?: true
  /**
   * The cost of a check that looks at what all others have created. It runs last, unless the others create nothing, and
   * its cost follows from theirs.
   */
  last?: (others: Cost) => Cost
  /** The most receivers that the check takes for itself while it runs, in addition to those of its needs. */
  takes?: (runs: number) => Partial<Record<ReceiverKind, number>>
  /** The entries of spec/forgeries.yaml that the check tries. */
  forgeries?: readonly Forgery[]
  /** The only places of the check to try. Everything is tried if the member is missing. */
  only?: readonly Place[]
  /** Returns the check with these values in place of generated ones. Only refusals have such a form. */
  withValues?: (values: readonly unknown[]) => Check
  /** Set if the values of the check are generated. */
  generates: boolean
  /** The most that trying refused requests in other circumstances costs in addition. */
  inCircumstances?: Cost
  /** The most that the check sends and leaves behind, without shrinking and batched requests. */
  cost: (runs: number) => Cost
  /** Returns the same check, limited to the operations that a profile has and that the check judges there. */
  within?: (profile: Profile) => Check
  run: (session: Session) => Promise<void>
}

export function needsOf({ needs, subjects }: Pick<Check, 'needs' | 'subjects'>): Needs[] {
  return [needs, ...subjects.map((subject) => subject.needs ?? {})]
}

/**
 * Returns a check as an entry of a plan, lacking nothing and sending nothing. The caller adds what depends on the
 * target.
 */
export function plannedCheck(
  { id, title, claims, operations }: Pick<Check, 'id' | 'title' | 'claims' | 'operations'>,
  profile: Profile,
): PlannedCheck {
  return { id, title, topic: topicOf({ id }), claims: claims(profile), operations, missing: [], requests: 0 }
}
