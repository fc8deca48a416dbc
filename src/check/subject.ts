import type { OperationId } from '../operations.ts'
import type { Draft } from '../wire/draft.ts'
import type { Cost } from './check.ts'
import { missingOf, type Needs } from './need.ts'
import { Lacking, type Session } from './session.ts'

/** A whole request to one operation, which a conforming server accepts; checks spoil copies of it. */
export interface Subject {
  operation: OperationId
  needs: Needs
  /** What preparing it once takes. */
  preparation: Cost
  /** What the request itself leaves behind when it is accepted. */
  accepted: Cost
  /**
   * Makes what the request is about (the quote to read) and gives the request. Throws Lacking where the target
   * gives nothing to ask for, Unmet where making it failed.
   */
  prepare: (session: Session) => Promise<Draft>
}

/** Prepares and tries each subject whose needs the target file gives, and says which were left out. */
export const forEachSubject = async (
  session: Session,
  subjects: readonly Subject[],
  body: (session: Session, draft: Draft) => Promise<void>,
): Promise<void> => {
  for (const subject of subjects) {
    const missing = missingOf(subject.needs, session.target)
    if (session.replay?.subject !== undefined && session.replay.subject !== subject.operation) continue
    if (missing.length > 0) {
      session.leaveOut(subject.operation, missing)
      continue
    }
    const on = session.of({ subject: subject.operation })
    const draft = await prepared(subject, on)
    if (draft) await body(on, draft)
  }
}

const prepared = async (subject: Subject, session: Session): Promise<Draft | undefined> => {
  try {
    return await subject.prepare(session)
  } catch (error) {
    if (!(error instanceof Lacking)) throw error
    session.leaveOut(subject.operation, [error.message])
    return undefined
  }
}
