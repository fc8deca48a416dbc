import { forEachConcurrently } from '../../check/concurrently.ts'
import type { Concurrently, Session } from '../../check/session.ts'
import type { Subject } from '../../check/subject.ts'
import { marked } from '../../check/unshown-creation.ts'
import { isAccepted } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { guarded, type Underway } from '../session/supervise.ts'
import { type Noted, type Placed, type PlacedIn, sendInRows } from './attempts.ts'
import type { BatchCase } from './batches.ts'
import type { SentInBatch, SentInvalid } from './watched-side.ts'

/** The part of a check that is sent in one batch. */
export interface BatchMember {
  underway: Underway
  session: Session
  /** The number of the batch among those of the check. */
  number: number
  cases: BatchCase[]
}

/** A batch under way, or the batches of a subject after they were closed. */
export interface Round {
  subject: Subject
  members: readonly BatchMember[]
  /** All members. The session is that of the first one. */
  all: readonly Underway[]
  session: Session
  draft: RequestDraft
  concurrently: Concurrently
}

/** The cases of a batch that were sent. */
export interface Sent {
  sent: SentInBatch[]
  attempts: readonly Placed[]
}

/** Sends all cases in the simplest circumstances. With `nextMark`, each has a mark in its metadata. */
export async function sendAll(round: Round, nextMark?: () => string): Promise<Sent> {
  const { members, draft, concurrently } = round
  const { sent, noted } = notingIn(round, nextMark)
  const attempts: Placed[][] = []
  await concurrently(members.length, async (at) => {
    const member = members[at]
    if (member)
      attempts[at] =
        (await guarded([member.underway], () => sendCases(member, draft, noted, concurrently))) ?? []
  })
  return { sent, attempts: attempts.flat() }
}

/** Notes the requests that sessions send to the operation of the subject. */
const notingIn = ({ subject }: Round, nextMark?: () => string): { sent: SentInBatch[]; noted: Noted } => {
  const sent: SentInBatch[] = []
  const noted: Noted = (session, { underway: { check }, number: behind }) =>
    noting(session, subject.operation, (one) => void sent.push({ ...one, check, behind }), nextMark)
  return { sent, noted }
}

/** Returns the same session, but notes its requests to one operation, and marks them if `nextMark` is given. */
function noting(
  session: Session,
  operation: Subject['operation'],
  note: (sent: SentInvalid) => void,
  nextMark?: () => string,
): Session {
  return {
    ...session,
    of: (place) => noting(session.of(place), operation, note, nextMark),
    // A request that is sent again was already judged the first time.
    ...(nextMark ? { observe: () => {} } : {}),
    send: async (draft, tamper) => {
      if (draft.operation !== operation) return session.send(draft, tamper)
      const next = nextMark?.()
      const sent = next === undefined ? { draft } : marked(draft, next)
      const answer = await session.send(sent.draft, tamper)
      note({ session, ...sent, answer })
      return answer
    },
  }
}

/** Sends each of these groups of cases once more, in their rows. Returns what was sent. */
export async function sendAgain(
  round: Round,
  groups: ReadonlyArray<readonly PlacedIn[]>,
  nextMark?: () => string,
): Promise<SentInBatch[]> {
  const { draft, concurrently } = round
  const { sent, noted } = notingIn(round, nextMark)
  for (const attempts of groups) await sendInRows(attempts, { draft, noted, concurrently })
  return sent
}

/**
 * Sends no case if one of the further controls is refused. What the cases use instead is then not shown to be good, so
 * an accepted case would say nothing about the server.
 */
const sendCases = async (
  { underway, session: own, number, cases }: BatchMember,
  draft: RequestDraft,
  noted: Noted,
  concurrently: Concurrently,
): Promise<Placed[]> => {
  const session = { ...noted(own, { underway, number }), concurrently }
  const controls = (await cases[0]?.batched.controls(session)) ?? []
  const opened = []
  for (const control of controls) opened.push(await session.controls.send(control, [number]))
  if (!opened.every(isAccepted)) return []
  const attempts: Placed[][] = cases.map(() => [])
  await forEachConcurrently(session, cases, async (beside, { batched, given }, at) => {
    const place = given === undefined ? {} : { given }
    const attempt = await batched.send(beside.of(place), draft, given, number)
    const { isTriedElsewhere } = batched
    const placed = { underway, session: own.of(place), number, isTriedElsewhere }
    if (attempt) attempts[at] = [{ ...placed, attempt }]
  })
  for (const control of controls) await session.controls.send(control, [number])
  return attempts.flat()
}
