import { rowsFor } from '../../check/circumstances/explore.ts'
import { policy } from '../../check/circumstances/rows.ts'
import type { Row } from '../../check/circumstances/table.ts'
import type { Check } from '../../check/kinds/check.ts'
import type { AcceptedRow, Concurrently, Session } from '../../check/session.ts'
import type { Subject } from '../../check/subject.ts'
import { marked } from '../../check/unaccepted-request.ts'
import { type Answer, isAccepted } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { guarded, type Underway } from '../session/supervise.ts'
import { skipAll } from './accepted-circumstances.ts'
import { type BatchLedger, keep, stillToTry } from './attempts.ts'
import type { Batch, BatchCase } from './batches.ts'
import { createClosingRows } from './closing-row.ts'
import { type BatchMember, type Round, type Sent, sendAll, sendInRows } from './round.ts'
import { createSideEffectCheck, type SideEffectCheck } from './side-effects.ts'
import type { SentInBatch, TriedRequest } from './watched-side.ts'

/** The functions that batches are sent with. */
export interface Sending {
  begun: (check: Check) => Underway
  concurrently: Concurrently
  isOver?: () => boolean
}

/** The batches of one subject, in order. `place` is the index of a batch among all batches. */
export interface Chain {
  subject: Subject
  batches: ReadonlyArray<Batch & { place: number }>
}

/**
 * Makes one chain per subject. The batches of a subject follow one another; batches of different subjects share no
 * control.
 */
export function chainsOf(batches: readonly Batch[]): Chain[] {
  const placed = batches.map((batch, place) => ({ ...batch, place }))
  const subjects = [...new Set(batches.map(({ subject }) => subject))]
  return subjects.map((subject) => ({ subject, batches: placed.filter((one) => one.subject === subject) }))
}

/**
 * Sends the batches one after the other, until `isOver`. The requests inside a batch are sent in parallel. If the
 * control after a batch was accepted, it is also the control before the next one.
 */
export async function sendChain({ batches }: Chain, sending: Sending): Promise<void> {
  const { begun, isOver = () => false } = sending
  const sideEffects = createSideEffectCheck()
  const ledger: BatchLedger = { closingRows: createClosingRows(), accepted: [], attempts: [] }
  let closing: Answer | undefined
  for (const [at, batch] of batches.entries()) {
    if (isOver()) return
    closing = await sendBatch(
      batch,
      sending,
      sideEffects,
      { row: policy.batch(batch.place), ledger, isLastOf: lastBefore(batches.slice(at + 1)) },
      closing,
    )
  }
  const last = batches.at(-1)
  if (last && !isOver()) await closeLate(last, begun, sideEffects)
}

/** Looks once more after the last batch, because something that a refused request created may turn up late. */
const closeLate = async (
  { subject, cases }: Batch,
  begun: (check: Check) => Underway,
  sideEffects: SideEffectCheck,
): Promise<void> => {
  const all = [...new Set(cases.map(({ check }) => begun(check)))]
  await guarded(all, () => sideEffects.close(subject))
}

/** Returns a function that tells whether a check has no case in these later batches. */
const lastBefore = (later: readonly Batch[]): Round['isLastOf'] => {
  const checks = new Set(later.flatMap(({ cases }) => cases.map(({ check }) => check.id)))
  return ({ underway }) => !checks.has(underway.check)
}

/** The row that a batch is closed in. The server may accept only a part of it. */
interface ClosedIn extends Pick<Round, 'isLastOf'> {
  row: Row
  ledger: BatchLedger
}

/**
 * Sends the invalid payments of several checks between two shared controls. `opened` is an opening control that was
 * already accepted. The closing control is sent in other circumstances. The invalid payments then follow once more in
 * these circumstances, and in those that closed other batches, so they need no control of their own and cost nothing.
 * Returns the closing control if it was accepted. An error in one check's part ends only that check.
 */
const sendBatch = async (
  { subject, cases }: Batch,
  { begun, concurrently }: Sending,
  sideEffects: SideEffectCheck,
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
  const { ledger, isLastOf } = circumstances
  const round: Round = { subject, members, all, session, draft, concurrently, isLastOf }
  const opening = await controlled(round, opened)
  if (!opening) return undefined
  if (!opened) await guarded(all, () => sideEffects.begin(subject, session, opening))
  const once = await sendAll(round)
  const accepted = await guarded(all, () => closeIn(circumstances, session, draft))
  const closing = await controlled(round, accepted?.control)
  for (const one of members) one.session.controls.settled(one.number)
  const before = { ...ledger }
  if (closing && accepted) keep(ledger, accepted, once.attempts)
  const rowsLeft = ({ attempts }: Sent) => (closing ? stillToTry(before, accepted, attempts) : [])
  const look = async (sent: SentInBatch[], sendMore: (few: Round, more: Sent) => Promise<void>) => {
    if (closing && sent.length > 0) await lookAfter(round, { sideEffects, closing, sent, sendMore })
  }
  // The first batch has what notices the most, so nothing else is sent before the server is looked at.
  if (!opened && session.best) await look(once.sent.splice(0), async () => {})
  await session.best?.first()
  const inRows = (some: Round, sent: Sent): Promise<void> => sendInRows(some, sent, rowsLeft(sent))
  await inRows(round, once)
  await look(once.sent, inRows)
  return closing
}

/** The requests after which the run looks for side effects, and the means to send them again. */
interface Look extends Pick<TriedRequest, 'closing' | 'sent'> {
  sideEffects: SideEffectCheck
  /** Sends the cases of these checks in the circumstances in which they were sent, too. */
  sendMore: (few: Round, more: Sent) => Promise<void>
}

/** Looks whether the refused requests left something behind. If so, sends those again that may have. */
const lookAfter = async (round: Round, { sideEffects, closing, sent, sendMore }: Look): Promise<void> => {
  const { subject, members, all, session, draft } = round
  const again: TriedRequest['again'] = async (mark, suspects) => {
    const checks = new Set(suspects.map(({ check }) => check))
    const few = { ...round, members: members.filter(({ underway }) => checks.has(underway.check)) }
    let count = 0
    const more = await sendAll(few, () => `${mark} ${count++}`)
    await sendMore(few, more)
    return more.sent
  }
  const control: TriedRequest['control'] = (mark) =>
    guarded(all, () => session.send(marked(draft, mark).draft))
  await guarded(all, () => sideEffects.end({ subject, session, sent, closing, again, control }))
}

/** Sends the control of all members. Returns its answer if it was accepted. */
const controlled = async (
  { members, all, session: one, draft }: Round,
  had?: Answer,
): Promise<Answer | undefined> => {
  const answer = had ?? (await guarded(all, async () => one.again(await one.send(draft))))
  for (const { session, number } of answer ? members : []) if (answer) session.controls.take(answer, [number])
  return answer && isAccepted(answer) ? answer : undefined
}

const membersOf = (cases: readonly BatchCase[], begun: (check: Check) => Underway): BatchMember[] => {
  const checks = [...new Set(cases.map(({ check }) => check))]
  return checks.flatMap((check) => {
    const underway = begun(check)
    const wanted = cases.filter((one) => one.check === check)
    if (underway.thrown) return []
    return [
      { underway, session: underway.session, number: underway.session.controls.openShared(), cases: wanted },
    ]
  })
}

/** Closes the batch in its row. A replay uses the circumstances of the failure, or none. */
const closeIn = async (
  { row, ledger: { closingRows } }: ClosedIn,
  session: Session,
  draft: RequestDraft,
): Promise<AcceptedRow | undefined> => {
  const noRoom = session.circumstances?.noRoom
  if (noRoom !== undefined) skipAll(session, draft, noRoom)
  const [wanted] = rowsFor(session, () => [row])
  return wanted && closingRows.close(session, wanted, draft)
}
