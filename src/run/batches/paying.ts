import { rowsFor } from '../../check/circumstances/explore.ts'
import { policy } from '../../check/circumstances/rows.ts'
import type { Row } from '../../check/circumstances/table.ts'
import { largestBatch } from '../../check/kinds/batched.ts'
import type { Check } from '../../check/kinds/check.ts'
import type { AcceptedRow, Concurrently, Session } from '../../check/session.ts'
import type { Subject } from '../../check/subject.ts'
import { marked } from '../../check/unshown-creation.ts'
import { type Answer, isAccepted } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { guarded, type Underway } from '../session/supervise.ts'
import { skipAll } from './accepted-circumstances.ts'
import { asOthers, inRows, type Placed, type PlacedIn } from './attempts.ts'
import type { Batch, BatchCase } from './batches.ts'
import { type ClosingRows, createClosingRows } from './closing-row.ts'
import { type BatchMember, type Round, sendAgain, sendAll } from './round.ts'
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

/** The batches of a chain share these. */
interface Shared {
  sideEffects: SideEffectCheck
  closingRows: ClosingRows
  /** The batches so far whose closing control was accepted. */
  closed: ClosedBatch[]
}

interface ClosedBatch {
  round: Round
  attempts: readonly Placed[]
  closing: Answer
  /** The row that closed the batch, if the server accepted the control there. */
  closedIn: AcceptedRow | undefined
}

/**
 * Sends the batches one after the other, until `isOver`. The requests inside a batch are sent in parallel. If the
 * control after a batch was accepted, it is also the control before the next one. The invalid payments of all batches then
 * follow once more in other circumstances.
 */
export async function sendChain({ batches }: Chain, sending: Sending): Promise<void> {
  const { begun, isOver = () => false } = sending
  const shared: Shared = {
    sideEffects: createSideEffectCheck(),
    closingRows: createClosingRows(),
    closed: [],
  }
  let opened: Answer | undefined
  for (const batch of batches) {
    if (isOver()) return
    opened = await sendBatch(batch, sending, shared, opened)
  }
  for (const part of inCircumstances(shared)) if (!isOver()) await part()
  const last = batches.at(-1)
  if (last && !isOver()) await closeLate(last, begun, shared.sideEffects)
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

/**
 * Sends the invalid payments of several checks between two shared controls. `opened` is an opening control that was
 * already accepted. The closing control is sent in other circumstances. Returns the closing control if it was accepted. An
 * error in one check's part ends only that check.
 */
const sendBatch = async (
  { subject, cases, place }: Chain['batches'][number],
  { begun, concurrently }: Sending,
  { sideEffects, closingRows, closed }: Shared,
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
  const round: Round = { subject, members, all, session, draft, concurrently }
  const opening = await controlled(round, opened)
  if (!opening) return undefined
  if (!opened) await guarded(all, () => sideEffects.begin(subject, session, opening))
  const { sent, attempts } = await sendAll(round)
  const closedIn = await guarded(all, () => closeIn(policy.batch(place), closingRows, session, draft))
  const closing = await controlled(round, closedIn?.control)
  for (const one of members) one.session.controls.settled(one.number)
  if (!closing) return undefined
  closed.push({ round, attempts, closing, closedIn })
  await lookAfter(round, { sideEffects, closing, sent, sendMore: alsoInRows(closed) })
  // The first batch has what notices the most. What other checks have of that kind comes before the other batches.
  if (!opened) await session.best?.first()
  return closing
}

/**
 * Returns functions that send the invalid payments once more, in the rows that closed batches and as other identities.
 * These requests need no control of their own and cost nothing. The run looks for side effects after each part.
 */
function* inCircumstances({ sideEffects, closed }: Shared): Generator<() => Promise<void>> {
  const last = closed.at(-1)
  if (!last) return
  const members = closed.flatMap(({ round }) => round.members)
  const round: Round = { ...last.round, members, all: [...new Set(members.map(({ underway }) => underway))] }
  const attempts = closed.flatMap((one) => one.attempts)
  const wanted = placedIn(attempts, closed)
  const count = Math.max(1, Math.ceil(wanted.length / largestBatch))
  const size = Math.ceil(wanted.length / count)
  for (let at = 0; at < count; at++)
    yield async () => {
      const part = wanted.slice(at * size, (at + 1) * size)
      const sent = await sendAgain(round, [unbroken(part), at + 1 < count ? [] : asOthers(attempts)])
      await lookAfter(round, { sideEffects, closing: last.closing, sent, sendMore: alsoInRows(closed) })
    }
}

/** Places attempts in the rows that closed batches so far. */
const placedIn = (attempts: readonly Placed[], closed: readonly ClosedBatch[]): PlacedIn[] => {
  const rows = closed.flatMap(({ closedIn }) => closedIn ?? [])
  return inRows(attempts, rows)
}

/** Returns the attempts that broke nothing in the simplest circumstances. */
const unbroken = (attempts: readonly PlacedIn[]): PlacedIn[] =>
  attempts.filter(({ attempt }) => attempt.plainly.every(({ outcome }) => outcome !== 'broken'))

/** Sends cases in these rows too. A server that fails now and then needs many requests to fail again. */
const alsoInRows =
  (closed: readonly ClosedBatch[]): Look['sendMore'] =>
  (few, more, nextMark) =>
    sendAgain(few, [unbroken(placedIn(more, closed)), asOthers(more)], nextMark)

/** The requests after which the run looks for side effects, and the means to send them again. */
interface Look extends Pick<TriedRequest, 'closing' | 'sent'> {
  sideEffects: SideEffectCheck
  /** Sends the cases of these checks in the circumstances in which they were sent, too. */
  sendMore: (few: Round, more: readonly Placed[], nextMark: () => string) => Promise<SentInBatch[]>
}

/** Looks whether the refused requests left something behind. If so, sends those again that may have. */
const lookAfter = async (round: Round, { sideEffects, closing, sent, sendMore }: Look): Promise<void> => {
  if (sent.length === 0) return
  const { subject, members, all, session, draft } = round
  const again: TriedRequest['again'] = async (mark, suspects) => {
    const checks = new Set(suspects.map(({ check }) => check))
    const few = { ...round, members: members.filter(({ underway }) => checks.has(underway.check)) }
    let count = 0
    const nextMark = (): string => `${mark} ${count++}`
    const more = await sendAll(few, nextMark)
    return [...more.sent, ...(await sendMore(few, more.attempts, nextMark))]
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
  row: Row,
  closingRows: ClosingRows,
  session: Session,
  draft: RequestDraft,
): Promise<AcceptedRow | undefined> => {
  const noRoom = session.circumstances?.noRoom
  if (noRoom !== undefined) skipAll(session, draft, noRoom)
  const [wanted] = rowsFor(session, () => [row])
  return wanted && closingRows.close(session, wanted, draft)
}
