import { inTurn } from '../../check/concurrently.ts'
import type { KnownResources } from '../../check/known.ts'
import { ofSubject, type Place } from '../../check/place.ts'
import type { Clock, Observation, Session } from '../../check/session.ts'
import type { ObservationEvent } from '../../core/events.ts'
import type { Json } from '../../core/json.ts'
import type { OperationId } from '../../core/operations.ts'
import { type Answer, isAccepted, isServed } from '../../http/answers/answer.ts'
import { answerInFull } from '../../http/answers/answer-in-full.ts'
import { longestRetryAfter, retryAfter } from '../../http/answers/retry-after.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { book } from '../layers/budgeted.ts'
import { Gone, identityOf } from '../layers/liveness.ts'
import { createRetry, type Retry } from '../layers/retry.ts'
import { type Layer, within } from '../layers/transport.ts'
import { doubtAbout } from './baseline.ts'
import { lookAtMoney, mayBeSpent, ranDry } from './money-left.ts'
import { pausesAfter } from './passing-refusal.ts'
import { generationLimits, type Run } from './run.ts'

const accepted = 'accepted (any 2xx)'

interface SessionPlace {
  subject?: OperationId
  given?: unknown
  circumstances?: readonly string[]
}

/** The check that a session is for, and how it runs. */
export interface Occasion {
  check: string
  seed: number
  only?: readonly Place[] | undefined
  replay?: Session['replay']
  /** Set if the cases of the check run one after the other. */
  inTurn?: boolean
  /** A clock to use instead of the run's. */
  clock?: Clock | undefined
  /** Marks the observations as those of a repeat. `skipped` receives what the repeat skips. */
  repeat?: { skipped: (subject: OperationId, missing: readonly string[]) => void }
}

/** The state that the sessions of all places of a check share. */
interface Shared {
  run: Run
  check: string
  /** The members that are the same in the session of every place. */
  alike: Omit<Session, 'observe' | 'controls' | 'of' | 'only'>
  only: readonly Place[] | undefined
  mark: { repeat?: true }
  batches: number
  /** The number of batches that can no longer get a control. */
  lost: number
}

/** Creates the session of one check. */
export function sessionOf(run: Run, occasion: Occasion): Session {
  const { check, seed, only, replay, repeat, inTurn: isInTurn, clock = run.clocks.own } = occasion
  const { layer: retried, again } = retryOf(run)
  const lastControls: Layer = (next) => (draft, tamper) =>
    next(draft, tamper).catch((error: unknown) => {
      if (error instanceof Gone) loseBatches(shared, error.message)
      throw error
    })
  const alike: Shared['alike'] = {
    target: run.facts.target,
    supplies: run.facts.supplies,
    money: {
      limits: () => generationLimits(run.facts),
      book: (debits) => book({ spending: run.spending, record: run.journal.write }, check, debits),
    },
    generated: { seed, runSeed: run.settings.seed, runs: run.settings.runs },
    ...(replay ? { replay } : {}),
    send: within(run.transport(check), lastControls, retried),
    again,
    skip: (subject, missing) => {
      if (repeat) repeat.skipped(subject, missing)
      else run.journal.write({ type: 'check', check, state: 'skipped', missing: [...missing], subject })
    },
    memory: memoryOf(run),
    time: { own: clock, ...(run.clocks.server ? { server: run.clocks.server } : {}) },
    ...(run.circumstances ? { circumstances: run.circumstances } : {}),
    concurrently: isInTurn ? inTurn : run.lanes.each,
  }
  const shared: Shared = {
    run,
    check,
    alike,
    only,
    mark: repeat ? { repeat: true } : {},
    batches: 0,
    lost: 0,
  }
  return sessionAt(shared, {})
}

/** Retries keep their lane, because others may wait for the answer and hold all other lanes. */
const retryOf = (run: Run): Retry => {
  const { wait } = run.clocks.resting((rest) => rest())
  return createRetry({
    rest: async ({ response }) => {
      if (response?.status !== 503 || response.headers['retry-after'] === undefined) return
      const pause = retryAfter(response, run.clocks.now())
      // A server that asks for a longer pause gets the retry at once, because the wait would not help.
      if (pause <= longestRetryAfter) await wait(pause)
    },
    pauses: (draft, answer) => pausesAfter(run, draft, answer),
    wait,
    quietly: run.quiet.inTurn,
  })
}

/** Records for each open batch that its last control can no longer be sent. */
const loseBatches = (shared: Shared, why: string): void => {
  const { run, check, mark } = shared
  for (; shared.lost < shared.batches; shared.lost++)
    run.journal.write({
      type: 'observation',
      check,
      control: shared.lost,
      outcome: 'broken',
      want: accepted,
      got: why,
      ...mark,
    })
}

const sessionAt = (shared: Shared, place: SessionPlace): Session => {
  const { run, check, alike, mark } = shared
  const { subject } = place
  const only = shared.only && subject !== undefined ? ofSubject(shared.only, subject) : shared.only
  const session: Session = {
    ...alike,
    ...(only ? { only } : {}),
    observe: (observation) => {
      if (!run.settings.stands(observation.requirement)) return
      run.journal.write({ ...observationEvent(check, place, observation), ...mark })
    },
    controls: {
      open: () => shared.batches++,
      send: async (draft, sharing) => {
        const answer = await sharedWith(run, draft, async () => session.again(await session.send(draft)))
        session.controls.take(answer, sharing)
        return answer
      },
      begin: (draft, sharing) => session.controls.end(draft, sharing, []),
      end: async (draft, sharing, after) => {
        const { accepted: answers, underWay } = run.memory.controls
        const identity = identityOf(draft)
        // Nothing is awaited between the last look at what is under way and the sending, so that two never send at once.
        for (let other = underWay.get(identity); other; other = underWay.get(identity)) await other
        const known = answers.get(identity)
        if (!known || !after.every((one) => isLater(known, one))) return session.controls.send(draft, sharing)
        session.controls.take(known, sharing)
        return known
      },
      take: (answer, sharing) => {
        const hint = ranDry(run, answer)
        for (const batch of sharing)
          run.journal.write({ ...controlEvent(check, place, answer, batch, hint), ...mark })
      },
      witness: (refused) => witness(shared, place, session, refused),
    },
    of: (inner) => sessionAt(shared, { ...place, ...inner }),
  }
  return session
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
  shared: Shared,
  place: SessionPlace,
  session: Session,
  refused: Answer | undefined,
): Promise<number> => {
  const { run, check, mark } = shared
  const batch = shared.batches++
  const doubt = refused && (await doubtAbout(refused, run.memory.baseline, session))
  const money = refused && doubt === undefined ? await lookAtMoney(run, session, refused) : {}
  const why = doubt ?? money.doubt
  if (money.control) session.controls.take(money.control, [batch])
  if (why !== undefined) run.journal.write({ ...doubtEvent(check, place, why, batch), ...mark })
  else if (refused) await repeatRight(run, session, refused, batch)
  await session.controls.send(await run.start.whole(session), [batch])
  return batch
}

const memoryOf = ({ memory }: Run): Session['memory'] => ({
  known: () => memory.known,
  made: () => paymentsMade(memory.known),
  unaccepted: () => [...memory.unaccepted.values()].flat(),
  timedOut: memory.timedOut,
  answered: async () => void (await Promise.allSettled(memory.creating)),
})

/** Returns the ids of the outgoing payments that were made with tokens.full. */
const paymentsMade = (known: KnownResources): string[] =>
  [...known.values()]
    .filter(({ kind, createdWith }) => kind === 'outgoing-payment' && createdWith === 'tokens.full')
    .map(({ id }) => id)

const observationEvent = (
  check: string,
  { given, ...place }: SessionPlace,
  { answer, ...observation }: Observation,
): ObservationEvent => ({
  type: 'observation',
  check,
  ...observation,
  ...place,
  // Checks declare cases that JSON can write, because a replay reads them from the record.
  ...(given === undefined ? {} : { given: given as Json }),
  ...(answer ? { exchange: answer.exchange } : {}),
})

/**
 * Sends the last accepted request of the same kind again if the refusal may mean that something is used up: if that one
 * is refused too, the refusal does not count against the server. Payments are left out here, because they are compared
 * with a payment of the same amount.
 */
const repeatRight = async (
  { memory: { baseline } }: Run,
  session: Session,
  refused: Answer,
  batch: number,
): Promise<void> => {
  const isSpent = mayBeSpent.includes(refused.response?.status ?? 0)
  const draft = isSpent ? baseline.requestOf(refused) : undefined
  const before = draft && baseline.acceptedLike(draft)
  if (before && before.debits === undefined) await session.controls.send(before, [batch])
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
