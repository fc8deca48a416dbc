import type { Profile, Refusal } from '../catalogue/profile.ts'
import type { OperationId } from '../core/operations.ts'
import {
  type Answer,
  answerInWords,
  isAccepted,
  isRedirected,
  isRefused,
  isServed,
  whyUnjudged,
} from '../http/answers/answer.ts'
import type { RequestDraft } from '../http/draft.ts'
import { isPublicForm } from './public-form.ts'
import type { Observation, Session } from './session.ts'

/** The response that an invalid request must get. */
export interface Expectation {
  /** The name of a row of the profile's table of refusals. */
  row: string
  /** The requirement that the refusal keeps. */
  requirement: string
  /**
   * Returns true for an accepted response that keeps the requirement too, such as a page without what the client may
   * not see, and for a redirect that does.
   */
  orElse?: (answer: Answer, session: Session) => boolean
  /** Says in words what an accepted response shows, if the interface leaves the request open. */
  shows?: (answer: Answer, session: Session) => string
}

/**
 * Expects the request to be accepted or refused, but not answered by a server error. The report tells for each case
 * which it was.
 */
export function leftOpen(requirement: string, shows?: Expectation['shows']): Expectation {
  return { row: 'open', requirement, ...(shows ? { shows } : {}) }
}

/** Expects a refusal as the row says, or an answer that `orElse` allows. Accepting the request breaks `requirement`. */
export function refusedAs(
  row: string,
  requirement: string,
  orElse?: (answer: Answer, session: Session) => boolean,
): Expectation {
  return { row, requirement, ...(orElse ? { orElse } : {}) }
}

/** The requirement that a client's mistake gets no server error. */
export const noServerError = 'errors.no-server-error'

export function rowOf(profile: Profile, name: string): Refusal {
  const row = profile.refusals[name]
  if (!row) throw new Error(`profile ${profile.name} has no row "${name}" in its table of refusals`)
  return row
}

/** Lists all requirements that the answers of these operations can be judged by. */
export function claimsOf(
  { row, requirement }: Expectation,
  profile: Profile,
  operations: readonly OperationId[],
): string[] {
  const { must, publicForm, should, unless } = rowOf(profile, row)
  const recommending = should ? operations.map((operation) => recommendedBy(should, operation)) : []
  return [
    requirement,
    ...(publicForm?.requirement === undefined ? [] : [publicForm.requirement]),
    ...(typeof must === 'number' ? [] : [noServerError]),
    ...new Set(recommending),
    ...(unless ? [unless.requirement] : []),
  ]
}

const recommendedBy = (
  { requirement }: NonNullable<Refusal['should']>,
  operation: OperationId | undefined,
): string => requirement.replace('{operation}', operation ?? '')

/**
 * Applies the row to one operation: the requirement that a refusal keeps there, and the accepted answers that keep it
 * too.
 */
const hereIn = ({ row, requirement, orElse }: Expectation, profile: Profile, operation?: OperationId) => {
  const { publicForm, ...refusal } = rowOf(profile, row)
  const isPublic = operation !== undefined && publicForm?.operations.includes(operation) === true
  return {
    ...refusal,
    requirement: (isPublic ? publicForm?.requirement : undefined) ?? requirement,
    mayBeFine: isPublic || orElse !== undefined,
    isFine: (answer: Answer, session: Session): boolean =>
      (isPublic && isPublicForm(answer, profile)) || orElse?.(answer, session) === true,
  }
}

/** Returns true if the status says that the server took the request for something else than the row is about. */
export function isBesideThePoint({ row }: Expectation, { target }: Session, { response }: Answer): boolean {
  return (
    response !== undefined && rowOf(target.profile, row).unless?.status.includes(response.status) === true
  )
}

/**
 * Returns what the answer to an invalid request shows. A refusal counts only if the controls of its batch are accepted.
 * A request that got 429 twice, or a response that is longer than the harness reads, shows nothing.
 */
export function judgeRefusal(
  expectation: Expectation,
  session: Session,
  draft: RequestDraft,
  answer: Answer,
  behind: number,
): Observation[] {
  if (whyUnjudged(answer) !== undefined) return []
  const { operation } = draft
  const { profile } = session.target
  const { must, should, unless, requirement, isFine, mayBeFine } = hereIn(expectation, profile, operation)
  const seen = { got: answerInWords(answer), answer, behind }
  const want = typeof must === 'number' ? `status ${must}` : 'refused (any 4xx)'
  const held: Observation = { requirement, outcome: 'held', want, ...seen }
  const noted: Observation = { requirement, outcome: 'noted', want: 'left open by the interface', ...seen }
  const advised = should ? [recommended(should, operation, seen)] : []

  if ((isAccepted(answer) || isRedirected(answer)) && isFine(answer, session)) {
    return [held, ...advised.map((one) => ({ ...one, outcome: 'noted' as const }))]
  }
  if (draft.anyRefusal && isRefused(answer)) return [held]
  const isUnmodified = isConditional(draft) && isServed(answer)
  if (isUnmodified && mayBeFine && !isAccepted(answer)) return []
  if (must !== undefined && (isAccepted(answer) || isUnmodified)) {
    return [{ requirement, outcome: 'broken', want, got: seen.got, answer }]
  }
  if (unless && isBesideThePoint(expectation, session, answer)) {
    return [{ requirement: unless.requirement, outcome: 'broken', want, ...seen }]
  }
  if (typeof must === 'number') {
    if (mayHide(answer, draft, session)) return []
    return [answer.response?.status === must ? held : { ...held, outcome: 'broken' }]
  }
  if (isAccepted(answer)) {
    return [{ ...noted, got: expectation.shows?.(answer, session) ?? 'accepted' }]
  }
  if (isUnmodified) return [noted]
  if (!isRefused(answer)) return [{ ...held, requirement: noServerError, outcome: 'broken' }]
  return [must === undefined ? noted : held, { ...held, requirement: noServerError }, ...advised]
}

/** Returns true for a 403 that may hide from another token than the full one whether there is such a resource. */
const mayHide = ({ response }: Answer, { token }: RequestDraft, { target: { tokens } }: Session): boolean =>
  response?.status === 403 && token !== tokens.full

/** A 304 to such a request says that it would be served. It does not say with what. */
const isConditional = ({ furtherHeaders = [] }: RequestDraft): boolean =>
  furtherHeaders.flatMap(Object.keys).some((name) => name.startsWith('if-'))

const recommended = (
  should: NonNullable<Refusal['should']>,
  operation: OperationId | undefined,
  seen: { got: string; answer: Answer; behind: number },
): Observation => ({
  requirement: recommendedBy(should, operation),
  outcome: outcomeOf(should, seen.answer.response?.status ?? 0),
  want: `status ${should.status.join(' or ')}`,
  ...seen,
})

const outcomeOf = (
  { status, noted }: NonNullable<Refusal['should']>,
  came: number,
): Observation['outcome'] => {
  if (status.includes(came)) return 'held'
  return noted?.includes(came) ? 'noted' : 'broken'
}
