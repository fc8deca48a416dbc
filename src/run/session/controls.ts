import type { Session, SessionPlace } from '../../check/session.ts'
import type { ObservationEvent } from '../../core/events.ts'
import { type Answer, isAccepted, isServed, isServerFailure } from '../../http/answers/answer.ts'
import { answerInFull } from '../../http/answers/answer-in-full.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { identityOf } from '../layers/liveness.ts'
import { doubtAbout } from './doubts.ts'
import { whyLost } from './lost-receivers.ts'
import { lookAtMoney, mayBeSpent, ranDry } from './money-left.ts'
import type { Run } from './run.ts'

const accepted = 'accepted (any 2xx)'

/** The batches of a check, which share controls. */
export interface Batches {
  run: Run
  check: string
  /** Marks the observations of a repeat. */
  mark: { repeat?: true }
  /** The number of batches so far. */
  opened: number
  /** The number of batches that can no longer get a control. */
  lost: number
  /** The batches that share their controls with other checks, and whose controls are still to come. */
  open: Set<number>
}

export function controlsOf(batches: Batches, place: SessionPlace, own: () => Session): Session['controls'] {
  const { run, check, mark } = batches
  const controls: Session['controls'] = {
    open: () => batches.opened++,
    openShared: () => {
      const batch = batches.opened++
      batches.open.add(batch)
      return batch
    },
    settled: (batch) => {
      if (batch !== undefined) batches.open.delete(batch)
      if (!mark.repeat) run.journal.settled(check, batches.open)
    },
    send: async (draft, sharing) => {
      const answer = await sharedWith(run, draft, async () => own().again(await own().send(draft)))
      controls.take(answer, sharing)
      return answer
    },
    reuse: async (draft, sharing, after = []) => {
      const { accepted: answers, underWay } = run.memory.controls
      const identity = identityOf(draft)
      // Nothing is awaited between the last look at what is under way and the sending, so that two never send at once.
      for (let other = underWay.get(identity); other; other = underWay.get(identity)) await other
      const known = answers.get(identity)
      if (!known || !after.every((one) => isLater(known, one))) return controls.send(draft, sharing)
      controls.take(known, sharing)
      return known
    },
    take: (answer, sharing) => {
      const hint = ranDry(run, answer)
      for (const batch of sharing)
        run.journal.write({ ...controlEvent(check, place, answer, batch, hint), ...mark })
    },
    witness: (refused, plain) => witness(batches, place, own(), refused, plain),
  }
  return controls
}

/** Records for each open batch that its last control can no longer be sent. */
export function loseBatches(batches: Batches, why: string): void {
  const { run, check, mark } = batches
  for (; batches.lost < batches.opened; batches.lost++)
    run.journal.write({
      type: 'observation',
      check,
      control: batches.lost,
      outcome: 'broken',
      want: accepted,
      got: why,
      ...mark,
    })
}

/** Sends a control so that checks that want the same one meanwhile can wait for its answer. */
const sharedWith = async (
  { memory: { controls } }: Run,
  draft: RequestDraft,
  send: () => Promise<Answer>,
): Promise<Answer> => {
  const identity = identityOf(draft)
  const sending = send()
  const over = sending.then(
    (answer) => void (isAccepted(answer) && controls.accepted.set(identity, answer)),
    () => {},
  )
  controls.underWay.set(identity, over)
  await over
  if (controls.underWay.get(identity) === over) controls.underWay.delete(identity)
  return sending
}

const isLater = ({ ticks: later }: Answer, { ticks: earlier }: Answer): boolean =>
  later !== undefined && earlier !== undefined && later.sent > earlier.received

const witness = async (
  batches: Batches,
  place: SessionPlace,
  session: Session,
  refused: Answer | undefined,
  plain: RequestDraft | undefined,
): Promise<number> => {
  const { run, check, mark } = batches
  const batch = batches.opened++
  const doubt =
    refused && (whyLost(run, refused) ?? (await doubtAbout(refused, run.memory.baseline, session)))
  const money = refused && doubt === undefined ? await lookAtMoney(run, session, refused) : {}
  const why = doubt ?? money.doubt
  if (money.control) session.controls.take(money.control, [batch])
  if (why !== undefined) run.journal.write({ ...doubtEvent(check, place, why, batch), ...mark })
  else if (refused) await repeatRight(run, session, { refused, plain }, batch)
  session.controls.take(await proofOfLife(run, session), [batch])
  return batch
}

/**
 * Sends the accepted request of the start again. If the server answers it with a failure, the operation may have broken
 * since then, and must not void the evidence against itself. The first quote then shows that the server still serves
 * the client.
 */
const proofOfLife = async ({ start }: Run, session: Session): Promise<Answer> => {
  const answer = await session.controls.send(await start.whole(session), [])
  if (!answer.response || !isServerFailure(answer) || !start.quote) return answer
  const other = await session.controls.send(start.quote, [])
  return isAccepted(other) ? other : answer
}

/**
 * Sends `plain`, a plainer request for as much, or, if the refusal may mean that something is used up, the last accepted
 * request of the same kind: if that one is refused too, the refusal does not count against the server. Payments are left
 * out here, because they are compared with a payment of the same amount.
 */
const repeatRight = async (
  { memory: { baseline } }: Run,
  session: Session,
  { refused, plain }: { refused: Answer; plain: RequestDraft | undefined },
  batch: number,
): Promise<void> => {
  const isSpent = mayBeSpent.includes(refused.response?.status ?? 0)
  const draft = isSpent ? baseline.requestOf(refused) : undefined
  const right = plain ?? (draft && baseline.acceptedLike(draft))
  if (right && right.debits === undefined) await session.controls.send(right, [batch])
}

/** Records an input that is not established as a control that did not hold. */
const doubtEvent = (
  check: string,
  place: SessionPlace,
  doubt: string,
  control: number,
): ObservationEvent => ({
  type: 'observation',
  check,
  control,
  outcome: 'broken',
  want: 'every input of the request is established in this run',
  got: doubt,
  ...(place.subject ? { subject: place.subject } : {}),
})

const controlEvent = (
  check: string,
  place: SessionPlace,
  answer: Answer,
  control: number,
  hint: string,
): ObservationEvent => ({
  type: 'observation',
  check,
  control,
  outcome: isServed(answer) ? 'held' : 'broken',
  want: accepted,
  got: `${answer.method} ${new URL(answer.url).pathname}: ${answerInFull(answer)}${hint}`,
  exchange: answer.exchange,
  ...(place.subject ? { subject: place.subject } : {}),
})
