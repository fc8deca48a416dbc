import type { Check } from '../check/check.ts'
import type { Session } from '../check/session.ts'
import type { Subject } from '../check/subject.ts'
import { type Answer, isAccepted } from '../wire/answer.ts'
import type { Draft } from '../wire/draft.ts'
import { type Aftermath, createAftermath, noting, type Sent } from './aftermath.ts'
import type { Batch, Case } from './batches.ts'
import { guarded, type Underway } from './supervise.ts'

/** A check's part in one batch. */
interface Member {
  underway: Underway
  session: Session
  /** The batch's number among the check's own. */
  number: number
  cases: Case[]
}

/**
 * Sends batches one after the other, until `isOver`. The control after a batch, if it held, is also the one before the
 * next of the same subject.
 */
export const sendBatches = async (
  batches: readonly Batch[],
  begun: (check: Check) => Underway,
  isOver: () => boolean = () => false,
): Promise<void> => {
  const closing = new Map<Subject, Answer>()
  const aftermath = createAftermath()
  for (const [place, batch] of batches.entries()) {
    if (isOver()) return
    const { subject } = batch
    const closed = await sendBatch(batch, begun, aftermath, closing.get(subject))
    if (closed) closing.set(subject, closed)
    else closing.delete(subject)
    if (batches[place + 1]?.subject !== subject) await closeLate(batch, begun, aftermath)
  }
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

/**
 * Sends the spoilt payments of several checks behind common controls: one before and one after each batch; `opened` is
 * one that was had already. Gives the one after, if it held. What is thrown in one check's part ends only that check.
 */
const sendBatch = async (
  { subject, cases }: Batch,
  begun: (check: Check) => Underway,
  aftermath: Aftermath,
  opened?: Answer,
): Promise<Answer | undefined> => {
  const members = membersOf(cases, begun).map((member) => ({
    ...member,
    session: member.session.of({ subject: subject.operation }),
  }))
  const [first] = members
  const all = members.map(({ underway }) => underway)
  if (!first) return opened
  const draft = await guarded(all, () => subject.prepare(first.session))
  if (!draft) return undefined
  const controlled = async (had?: Answer): Promise<Answer | undefined> => {
    const { session: one } = first
    const answer = had ?? (await guarded(all, async () => one.again(await one.send(draft))))
    for (const { session, number } of answer ? members : []) if (answer) session.asControl(answer, [number])
    return answer && isAccepted(answer) ? answer : undefined
  }
  const opening = await controlled(opened)
  if (!opening) return undefined
  if (!opened) await guarded(all, () => aftermath.begin(subject, first.session, opening))
  const sendAll = async (nextMark?: () => string): Promise<Array<Sent & { behind: number }>> => {
    const sent: Array<Sent & { behind: number }> = []
    for (const member of members) {
      const note = (one: Sent): void => void sent.push({ ...one, behind: member.number })
      const session = noting(member.session, subject.operation, note, nextMark)
      await guarded([member.underway], () => sendCases({ ...member, session }, draft))
    }
    return sent
  }
  const sent = await sendAll()
  const closing = await controlled()
  const again = async (mark: string) => {
    let count = 0
    const resent = await sendAll(() => `${mark} ${count++}`)
    return { sent: resent, closing: await guarded(all, () => first.session.send(draft)) }
  }
  if (closing)
    await guarded(all, () => aftermath.end({ subject, session: first.session, sent, closing, again }))
  return closing
}

const membersOf = (cases: readonly Case[], begun: (check: Check) => Underway): Member[] => {
  const checks = [...new Set(cases.map(({ check }) => check))]
  return checks.flatMap((check) => {
    const underway = begun(check)
    const wanted = cases.filter((one) => one.check === check && isWanted(underway.session, one))
    if (underway.thrown || wanted.length === 0) return []
    return [{ underway, session: underway.session, number: underway.session.newBatch(), cases: wanted }]
  })
}

/** A replay asks for one case only. */
const isWanted = ({ replay }: Session, { given }: Case): boolean =>
  !replay || !('given' in replay) || JSON.stringify(replay.given) === JSON.stringify(given)

/** Nothing if what is used instead is not good: then what the server accepts says nothing about the server. */
const sendCases = async ({ session, number, cases }: Member, draft: Draft): Promise<void> => {
  const controls = (await cases[0]?.batched.controls(session)) ?? []
  const opened = []
  for (const control of controls) opened.push(await session.control(control, [number]))
  if (!opened.every(isAccepted)) return
  for (const { batched, given } of cases) {
    await batched.send(session.of(given === undefined ? {} : { given }), draft, given, number)
  }
  for (const control of controls) await session.control(control, [number])
}
