import type { Profile } from '../../catalogue/profile.ts'
import type { OperationId } from '../../core/operations.ts'
import type { ReceiverKind } from '../../core/receiver.ts'
import type { Cost } from '../cost.ts'
import type { Needs } from '../needs/need.ts'
import type { Session } from '../session.ts'
import type { Subject } from '../subject.ts'
import type { Batched } from './batched.ts'

/** One thing that is tried against a target. Suites make them with `refusal`, `onEach` and `scenario`. */
export interface Check {
  /** `<topic>/<sentence-in-kebab-case>`, stable for ever. */
  id: string
  title: string
  /** A fault of the mock that it must notice: the proof that it can fail. */
  detects: string
  /** Every requirement that it can judge, under a profile. */
  claims: (profile: Profile) => string[]
  operations: OperationId[]
  /** What it cannot do without: where one is missing, the check is skipped. */
  needs: Needs
  /** Requests it tries one after the other; one that lacks a need is left out, and said so. */
  subjects: readonly Subject[]
  /** Invalid payments, which the runner sends together with those of other checks, before any check runs. */
  batched: readonly Batched[]
  /** Shows every operation whole: runs too where a passive check is selected, which would see nothing else. */
  exercises?: true
  /** Needs that nobody else creates anything meanwhile: it runs after the others, by itself. */
  quiet?: true
  /**
   * Waits until the server has done something, and does not mind what is created meanwhile: begins early, and goes on in turns with
   * others that wait. A quiet check needs quiet only while it acts.
   */
  waits?: true
  /** Needs that nothing was refused before either: of those that are quiet, it runs first. */
  first?: true
  /** Looks at what the others have made: of those that are quiet, it runs after them. */
  late?: true
  /** Moves the server's time, or waits for it: runs after all others. */
  movesTime?: true
  /** Looks at what all others have made: runs last, unless these make nothing. What it costs follows from what they cost. */
  last?: (others: Cost) => Cost
  /** Receivers that it takes for itself while it runs, at most, beside those of its needs. */
  takes?: (runs: number) => Partial<Record<ReceiverKind, number>>
  /** Whether its values are generated. */
  generates: boolean
  /** What it costs beside that to try what it refuses in other circumstances, at most. */
  inCircumstances?: Cost
  /** The most that it sends and leaves behind, shrinking and batched requests aside. */
  cost: (runs: number) => Cost
  /** The same check, of the operations that a profile has and that it judges there. */
  within?: (profile: Profile) => Check
  run: (session: Session) => Promise<void>
}

/** The part of a check's id that names its topic. */
export function topicOf(check: { id: string }): string {
  return check.id.split('/')[0] ?? check.id
}
