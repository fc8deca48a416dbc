import type { Profile } from '../catalogue/profile.ts'
import type { OperationId } from '../core/operations.ts'
import type { RequestDraft } from '../http/draft.ts'
import type { Cost } from './cost.ts'
import { missingOf, type Needs } from './needs/need.ts'
import { MissingPrerequisite, PreconditionFailed, type Session } from './session.ts'
import type { Side } from './side.ts'
import { forEachBeside } from './side-by-side.ts'

/** A whole request to one operation, which a conforming server accepts; checks tamper copies of it. */
export interface Subject {
  operation: OperationId
  /** Accepting it moves money: invalid ones are sent in common batches (see Batched). */
  pays?: true
  /** Where it can be seen what an accepted one makes: a refused one must leave no trace there. */
  sides?: readonly Side[]
  /** Accepting it uses up what it is about: every one of them is prepared anew. */
  once?: true
  needs: Needs
  /** What preparing it once takes. */
  preparation: Partial<Cost>
  /** What the request itself leaves behind when it is accepted. */
  accepted: Partial<Cost>
  /**
   * Makes what the request is about (the quote to read) and gives the request. Throws MissingPrerequisite where the target
   * gives nothing to ask for, PreconditionFailed where making it failed.
   */
  prepare: (session: Session) => Promise<RequestDraft>
}

/**
 * Prepares and tries, side by side, each subject whose needs the target file gives, and says which were left out; `again` gives the
 * request to be sent once more. One about which nothing can be learned does not keep the others from being tried: PreconditionFailed is
 * thrown after the last of them.
 */
export async function forEachSubject(
  session: Session,
  subjects: readonly Subject[],
  body: (session: Session, draft: RequestDraft, again: () => Promise<RequestDraft>) => Promise<void>,
): Promise<void> {
  const unmet: string[] = []
  const wanted = subjects.filter(({ operation }) => isWanted(session, operation))
  const given = leaveOutLacking(session, wanted)
  await forEachBeside(session, given, async (beside, subject, place) => {
    const on = beside.of({ subject: subject.operation })
    try {
      const draft = await subject.prepare(on)
      await body(on, draft, async () => (subject.once ? subject.prepare(on) : draft))
    } catch (error) {
      if (error instanceof MissingPrerequisite) beside.leaveOut(subject.operation, [error.message])
      else if (error instanceof PreconditionFailed)
        unmet[place] = error.isOfRun ? error.message : `${subject.operation}: ${error.message}`
      else throw error
    }
  })
  const why = new Set(unmet.filter((one) => one !== undefined))
  if (why.size > 0) throw new PreconditionFailed([...why].join('; '))
}

/** Says of each subject that lacks a need which key would let it be tried; gives the others. */
export function leaveOutLacking(session: Session, subjects: readonly Subject[]): Subject[] {
  return subjects.filter((subject) => {
    const missing = missingOf(subject.needs, session.target)
    if (missing.length > 0) session.leaveOut(subject.operation, missing)
    return missing.length === 0
  })
}

/** Those whose operation the profile has, but for what a row of its table of refusals excepts. */
export function offered(
  subjects: readonly Subject[],
  { operations, refusals }: Profile,
  row?: string,
): Subject[] {
  const except = row === undefined ? [] : (refusals[row]?.except ?? [])
  return subjects.filter(({ operation }) => operations.includes(operation) && !except.includes(operation))
}

const isWanted = ({ replay }: Session, operation: OperationId): boolean =>
  replay?.subject === undefined || replay.subject === operation
