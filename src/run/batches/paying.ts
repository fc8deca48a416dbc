import { rowsFor } from '../../check/circumstances/explore.ts'
import { policy } from '../../check/circumstances/rows.ts'
import type { Row } from '../../check/circumstances/table.ts'
import type { Check } from '../../check/kinds/check.ts'
import type { Session, SideBySide, Taken } from '../../check/session.ts'
import { forEachBeside } from '../../check/side-by-side.ts'
import type { Subject } from '../../check/subject.ts'
import { type Answer, isAccepted } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { guarded, type Underway } from '../session/supervise.ts'
import { leaveOutAll } from './accepted-circumstances.ts'
import {
  type BatchLedger,
  keep,
  type Noted,
  type Placed,
  sendAsOthers,
  sendUnder,
  stillToTry,
} from './attempts.ts'
import type { Batch, BatchCase } from './batches.ts'
import { createClosingRows } from './closing-row.ts'
import { type Aftermath, createAftermath, noting, type SentInvalid } from './side-effects.ts'

/** A check's part in one batch. */
interface BatchMember {
  underway: Underway
  session: Session
  /** The batch's number among the check's own. */
  number: number
  cases: BatchCase[]
}

/** What batches are sent with. */
export interface Sending {
  begun: (check: Check) => Underway
  sideBySide: SideBySide
  isOver?: () => boolean
}

/** Batches of one subject, in their order; `place` is that of a batch among all. */
export interface Chain {
  subject: Subject
  batches: ReadonlyArray<Batch & { place: number }>
}

/** Those of one subject follow on one another, those of another share no control with them. */
export function chainsOf(batches: readonly Batch[]): Chain[] {
  const placed = batches.map((batch, place) => ({ ...batch, place }))
  const subjects = [...new Set(batches.map(({ subject }) => subject))]
  return subjects.map((subject) => ({ subject, batches: placed.filter((one) => one.subject === subject) }))
}

/**
 * Sends batches one after the other, until `isOver`; what is in one of them side by side. The control after a batch, if it held, is also
 * the one before the next.
 */
export async function sendChain({ batches }: Chain, sending: Sending): Promise<void> {
  const { begun, isOver = () => false } = sending
  const aftermath = createAftermath()
  const ledger: BatchLedger = { closingRows: createClosingRows(), taken: [], attempts: [] }
  let closing: Answer | undefined
  for (const batch of batches) {
    if (isOver()) return
    closing = await sendBatch(batch, sending, aftermath, { row: policy.batch(batch.place), ledger }, closing)
  }
  const last = batches.at(-1)
  if (last && !isOver()) await closeLate(last, begun, aftermath)
}

/** What a refused request has made may turn up late. */
const closeLate = async (
  { subject, cases }: Batch,
  begun: (check: Check) => Underway,
  aftermath: Aftermath,
): Promise<void> => {
  const all = [...new Set(cases.map(({ check }) => begun(check)))]
  await guarded(all, () => aftermath.close(subject))
}

/** The row that a batch is closed in, as far as the server takes it. */
interface ClosedIn {
  row: Row
  ledger: BatchLedger
}

/** A batch that is being sent. */
interface Round {
  subject: Subject
  members: readonly BatchMember[]
  /** Of all members; the session is that of the first one. */
  all: readonly Underway[]
  session: Session
  draft: RequestDraft
  sideBySide: SideBySide
}

/**
 * Sends the invalid payments of several checks behind common controls: one before and one after each batch; `opened` is
 * one that was had already. The one after is sent in other circumstances, in which the invalid payments then follow once more, so
 * that these cost nothing; so do those of other batches, as far as they were closed otherwise. Gives the one after, if it held. What
 * is thrown in one check's part ends only that check.
 */
const sendBatch = async (
  { subject, cases }: Batch,
  { begun, sideBySide }: Sending,
  aftermath: Aftermath,
  circumstances: ClosedIn,
  opened?: Answer,
): Promise<Answer | undefined> => {
  const members = membersOf(cases, begun).map((member) => ({
    ...member,
    session: member.session.of({ subject: subject.operation }),
  }))
  const all = members.map(({ underway }) => underway)
  const session = members[0]?.session
  if (!session) return opened
  const draft = await guarded(all, () => subject.prepare(session))
  if (!draft) return undefined
  const round: Round = { subject, members, all, session, draft, sideBySide }
  const opening = await controlled(round, opened)
  if (!opening) return undefined
  if (!opened) await guarded(all, () => aftermath.begin(subject, session, opening))
  const once = await sendAll(round)
  const { ledger } = circumstances
  const taken = await guarded(all, () => closeIn(circumstances, session, draft))
  const closing = await controlled(round, taken?.control)
  const before = { ...ledger }
  if (closing && taken) keep(ledger, taken, once.attempts)
  const rowsLeft = ({ attempts }: Sent) => (closing ? stillToTry(before, taken, attempts) : [])
  await sendInRows(round, once, rowsLeft(once))
  const again = async (mark: string) => {
    let count = 0
    const more = await sendAll(round, () => `${mark} ${count++}`)
    await sendInRows(round, more, rowsLeft(more))
    return { sent: more.sent, closing: await guarded(all, () => session.send(draft)) }
  }
  if (closing) await guarded(all, () => aftermath.end({ subject, session, sent: once.sent, closing, again }))
  return closing
}

/** The control of all members, if it was accepted. */
const controlled = async (
  { members, all, session: one, draft }: Round,
  had?: Answer,
): Promise<Answer | undefined> => {
  const answer = had ?? (await guarded(all, async () => one.again(await one.send(draft))))
  for (const { session, number } of answer ? members : []) if (answer) session.controls.take(answer, [number])
  return answer && isAccepted(answer) ? answer : undefined
}

/** The cases of a batch that were sent; `sent` also gets what is sent later by `noted`. */
interface Sent {
  sent: Array<SentInvalid & { behind: number }>
  attempts: readonly Placed[]
  noted: Noted
}

const sendAll = async (
  { subject, members, draft, sideBySide }: Round,
  nextMark?: () => string,
): Promise<Sent> => {
  const sent: Sent['sent'] = []
  const noted: Noted = (session, behind) =>
    noting(session, subject.operation, (one) => void sent.push({ ...one, behind }), nextMark)
  const attempts: Placed[][] = []
  await sideBySide(members.length, async (at) => {
    const member = members[at]
    if (member)
      attempts[at] =
        (await guarded([member.underway], () => sendCases(member, draft, noted, sideBySide))) ?? []
  })
  return { sent, attempts: attempts.flat(), noted }
}

const sendInRows = async (
  { draft, sideBySide }: Round,
  { attempts, noted }: Sent,
  rows: ReturnType<typeof stillToTry>,
): Promise<void> => {
  const wanted = rows.flatMap(({ row, placed }) => placed.map((one) => ({ ...one, row })))
  await sendUnder(wanted, { draft, noted, sideBySide })
  await sendAsOthers(attempts, { draft, noted, sideBySide })
}

const membersOf = (cases: readonly BatchCase[], begun: (check: Check) => Underway): BatchMember[] => {
  const checks = [...new Set(cases.map(({ check }) => check))]
  return checks.flatMap((check) => {
    const underway = begun(check)
    const wanted = cases.filter((one) => one.check === check && isWanted(underway.session, one))
    if (underway.thrown || wanted.length === 0) return []
    return [{ underway, session: underway.session, number: underway.session.controls.open(), cases: wanted }]
  })
}

/** A replay asks for one case only. */
const isWanted = ({ replay }: Session, { given }: BatchCase): boolean =>
  !replay || !('given' in replay) || JSON.stringify(replay.given) === JSON.stringify(given)

/** A replay asks for the circumstances of its failure, or for none. */
const closeIn = async (
  { row, ledger: { closingRows } }: ClosedIn,
  session: Session,
  draft: RequestDraft,
): Promise<Taken | undefined> => {
  const noRoom = session.circumstances?.noRoom
  if (noRoom !== undefined) leaveOutAll(session, draft, noRoom)
  const [wanted] = rowsFor(session, () => [row])
  return wanted && closingRows.close(session, wanted, draft)
}

/** Nothing if what is used instead is not good: then what the server accepts says nothing about the server. */
const sendCases = async (
  { underway, session: own, number, cases }: BatchMember,
  draft: RequestDraft,
  noted: Noted,
  sideBySide: SideBySide,
): Promise<Placed[]> => {
  const session = { ...noted(own, number), sideBySide }
  const controls = (await cases[0]?.batched.controls(session)) ?? []
  const opened = []
  for (const control of controls) opened.push(await session.controls.send(control, [number]))
  if (!opened.every(isAccepted)) return []
  const attempts: Placed[][] = cases.map(() => [])
  await forEachBeside(session, cases, async (beside, { batched, given }, at) => {
    const place = given === undefined ? {} : { given }
    const attempt = await batched.send(beside.of(place), draft, given, number)
    if (attempt) attempts[at] = [{ underway, session: own.of(place), number, attempt }]
  })
  for (const control of controls) await session.controls.send(control, [number])
  return attempts.flat()
}
