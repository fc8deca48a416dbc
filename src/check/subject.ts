import type { Profile } from '../catalogue/profile.ts'
import type { OperationId } from '../core/operations.ts'
import type { Answer } from '../http/answers/answer.ts'
import type { RequestDraft } from '../http/draft.ts'
import { forEachConcurrently } from './concurrently.ts'
import type { Cost } from './cost.ts'
import { missingOf, type Needs } from './needs/need.ts'
import { ofSubject } from './place.ts'
import { MissingPrerequisite, PreconditionFailed, type Session } from './session.ts'

/** A valid request to one operation, which a conforming server accepts. Checks tamper with copies of it. */
export interface Subject {
  operation: OperationId
  /** Set if accepting the request moves money. Invalid requests are then sent in common batches (see Batched). */
  pays?: true
  /** The places that show what an accepted request creates. A refused request must leave no trace there. */
  sides?: readonly Side[]
  /** Set if accepting the request uses up what it is about. Each such request is prepared anew. */
  once?: true
  needs?: Needs | undefined
  /** The cost of preparing the request once. */
  preparation?: Partial<Cost>
  /** The resources that the request itself leaves behind when it is accepted. */
  accepted?: Partial<Cost>
  /**
   * Creates what the request is about, such as the quote to read, and returns the request. Throws MissingPrerequisite
   * if the target gives nothing to ask for, and PreconditionFailed if creating it failed.
   */
  prepare: (session: Session) => Promise<RequestDraft>
}

/** The part of a check that waits until the check has tried all its subjects plainly. */
export type Later = (session: Session) => Promise<void>

/**
 * Prepares and tries, in parallel, each subject whose needs the target file gives, and reports those that were left
 * out. Then does what was left for later. `again` returns the request to send once more. If nothing can be learned about
 * one subject, the others are still tried, and PreconditionFailed is thrown after the last of them.
 */
export async function forEachSubject(
  session: Session,
  subjects: readonly Subject[],
  body: (
    session: Session,
    draft: RequestDraft,
    again: () => Promise<RequestDraft>,
  ) => Promise<Later | undefined>,
  /** The first values that a subject is tried with, if it is tried with several. */
  valuesOf: (operation: OperationId) => readonly unknown[] = () => [undefined],
): Promise<void> {
  const unmet: string[] = []
  const { only } = session
  const wanted = only ? subjects.filter(({ operation }) => ofSubject(only, operation).length > 0) : subjects
  const isLate = ({ operation }: Subject): boolean =>
    session.best !== undefined &&
    !valuesOf(operation).some((given) => session.best?.isBest({ subject: operation, given }))
  const given = skipLacking(session, wanted).sort((one, other) => Number(isLate(one)) - Number(isLate(other)))
  const left: Array<Later | undefined> = []
  const each = (work: (on: Session, subject: Subject, place: number) => Promise<void>): Promise<void> =>
    forEachConcurrently(session, given, async (own, subject, place) => {
      const { operation } = subject
      const why = await whyUnmet(own, operation, () => work(own.of({ subject: operation }), subject, place))
      if (why !== undefined) unmet[place] = why
    })
  await each(async (on, subject, place) => {
    if (isLate(subject)) await session.best?.first()
    const draft = await subject.prepare(on)
    left[place] = await body(on, draft, repeating(subject, on, draft))
  })
  if (left.some((later) => later)) {
    session.controls.settled()
    await each(async (on, _, place) => left[place]?.(on))
  }
  const why = new Set(unmet.filter((one) => one !== undefined))
  if (why.size > 0) throw new PreconditionFailed([...why].join('; '))
}

/** Does the work for a subject. Returns why nothing can be learned about it, or undefined. */
const whyUnmet = async (
  session: Session,
  operation: OperationId,
  work: () => Promise<void>,
): Promise<string | undefined> => {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof MissingPrerequisite) session.skip(operation, [error.message])
    else if (error instanceof PreconditionFailed)
      return error.isOfRun ? error.message : `${operation}: ${error.message}`
    else throw error
    return undefined
  }
}

/**
 * Returns a function that prepares the request again if it is accepted only once, or if what it is about may soon be gone.
 */
const repeating = ({ once, prepare }: Subject, on: Session, first: RequestDraft) => {
  let latest = first
  let preparing: Promise<RequestDraft> | undefined
  return async (): Promise<RequestDraft> => {
    if (once) return prepare(on)
    if (latest.until === undefined || on.time.own.now() < latest.until) return latest
    preparing ??= prepare(on).finally(() => {
      preparing = undefined
    })
    latest = await preparing
    return latest
  }
}

/** Reports for each subject that lacks a need which key would let it be tried. Returns the other subjects. */
export function skipLacking(session: Session, subjects: readonly Subject[]): Subject[] {
  return subjects.filter((subject) => {
    const missing = missingOf(subject.needs, session.target)
    if (missing.length > 0) session.skip(subject.operation, missing)
    return missing.length === 0
  })
}

/** Returns the subjects whose operation the profile has and the row of its table of refusals does not except. */
export function offered(
  subjects: readonly Subject[],
  { operations, refusals }: Profile,
  row?: string,
): Subject[] {
  const except = row === undefined ? [] : (refusals[row]?.except ?? [])
  return subjects.filter(({ operation }) => operations.includes(operation) && !except.includes(operation))
}

/**
 * A place that shows what requests of one operation have created, such as the list of outgoing payments. A refused
 * request must leave no trace there. Subjects can get further places without a change to the side-effect check.
 */
export interface Side {
  /** The name in words, such as `the list of outgoing payments`. */
  name: string
  /** The operation whose requests create what the place shows. */
  of: OperationId
  /** The requirement that is broken if the result of a refused request shows up there. */
  requirement: string
  /** The number of requests that one look takes if the list is not long. */
  requests: number
  /** Opens the place once in a run for each subject. Each call of the returned function looks once. */
  open: () => Look
  /** Returns true if a resource may be the result of this request. */
  resembles: (session: Session, asked: RequestDraft, shown: Record<string, unknown>) => boolean
}

/** Reads as far as `made`, which has just been created. Returns undefined if nothing can be read. */
export type Look = (session: Session, made: string) => Promise<SideView | undefined>

/** The resources that a place shows at one moment, by id. */
export interface SideView {
  answer: Answer
  shown: ReadonlyMap<string, Record<string, unknown>>
}
