import type { KnownResources } from '../../check/known.ts'
import type { Observation, Session } from '../../check/session.ts'
import { inTurn } from '../../check/side-by-side.ts'
import type { ObservationEvent } from '../../core/events.ts'
import type { OperationId } from '../../core/operations.ts'
import { type Answer, isAccepted } from '../../http/answer.ts'
import { answerInFull } from '../../http/answer-in-full.ts'
import { longestRetryAfter, retryAfter } from '../../http/retry-after.ts'
import { Gone } from '../layers/liveness.ts'
import { createSteady } from '../layers/retry.ts'
import { book, sendTold } from '../layers/sending.ts'
import { doubtAbout } from './baseline.ts'
import { lookAtMoney, mayBeSpent, ranDry } from './money-left.ts'
import { generationLimits, type RunState } from './run-state.ts'

const accepted = 'accepted (any 2xx)'

interface SessionPlace {
  subject?: OperationId
  given?: unknown
  circumstances?: readonly string[]
}

/** Whose session it is, and what for. */
export interface Occasion {
  check: string
  seed: number
  replay?: Session['replay']
  /** All of it is done one after the other. */
  inTurn?: boolean
  /** In place of the run's. */
  clock?: Session['clock'] | undefined
  /** What is observed is that of a repeat, and is marked so; told of what is left out. */
  repeat?: { leftOut: (subject: OperationId, missing: readonly string[]) => void }
}

/** The session of one check. */
export function sessionOf(
  state: RunState,
  { check, seed, replay, repeat, inTurn: isInTurn, clock = state.clock }: Occasion,
): Session {
  let batches = 0
  const { target, supplies, runs } = state
  const mark = repeat ? ({ repeat: true } as const) : {}
  const newBatch = (): number => batches++
  let lost = 0
  /** No batch that is open can get its last control any more. */
  const loseBatches = (why: string): void => {
    for (; lost < batches; lost++)
      state.record({
        type: 'observation',
        check,
        control: lost,
        outcome: 'broken',
        want: accepted,
        got: why,
        ...mark,
      })
  }
  const steady = createSteady(
    (draft, tamper) =>
      sendTold(state, check, draft, tamper).catch((error: unknown) => {
        if (error instanceof Gone) loseBatches(error.message)
        throw error
      }),
    async ({ response }) => {
      if (response?.status !== 503 || response.headers['retry-after'] === undefined) return
      await clock.wait(Math.min(retryAfter(response, state.now()), longestRetryAfter))
    },
  )

  const at = (place: SessionPlace): Session => {
    const session: Session = {
      target,
      supplies,
      limits: () => generationLimits(state),
      runs,
      seed,
      ...(replay ? { replay } : {}),
      newBatch,
      sideBySide: isInTurn ? inTurn : state.lanes.each,
      answered: async () => void (await Promise.allSettled(state.creating)),
      of: (inner) => at({ ...place, ...inner }),
      ...(state.circumstances ? { circumstances: state.circumstances } : {}),
      inVain: state.inVain,
      made: () => paymentsMade(state.known),
      known: () => state.known,
      unaccepted: () => [...state.unaccepted.values()].flat(),
      book: (debits) => book(state, check, debits),
      clock,
      ...(state.serverClock ? { serverClock: state.serverClock } : {}),
      ...steady,
      observe: (observation) => {
        if (!state.stands(observation.requirement)) return
        state.record({ ...observationEvent(check, place, observation), ...mark })
      },
      control: async (draft, sharing) => {
        const answer = await session.again(await session.send(draft))
        session.asControl(answer, sharing)
        return answer
      },
      asControl: (answer, sharing) => {
        const hint = ranDry(state, answer)
        for (const batch of sharing)
          state.record({ ...controlEvent(check, place, answer, batch, hint), ...mark })
      },
      witness: async (refused) => {
        const batch = newBatch()
        const doubt = refused && (await doubtAbout(refused, state.established, session))
        const money = refused && doubt === undefined ? await lookAtMoney(state, session, refused) : {}
        const why = doubt ?? money.doubt
        if (money.control) session.asControl(money.control, [batch])
        if (why !== undefined) state.record({ ...doubtEvent(check, place, why, batch), ...mark })
        else if (refused) await repeatRight(state, session, refused, batch)
        await session.control(await state.whole(session), [batch])
        return batch
      },
      leaveOut: (subject, missing) => {
        if (repeat) repeat.leftOut(subject, missing)
        else state.record({ type: 'check', check, state: 'skipped', missing: [...missing], subject })
      },
    }
    return session
  }
  return at({})
}

/** Ids of the outgoing payments that were made with tokens.full. */
const paymentsMade = (known: KnownResources): string[] =>
  [...known.values()]
    .filter(({ kind, createdWith }) => kind === 'outgoing-payment' && createdWith === 'tokens.full')
    .map(({ id }) => id)

const observationEvent = (
  check: string,
  place: SessionPlace,
  { answer, ...observation }: Observation,
): ObservationEvent => ({
  type: 'observation',
  check,
  ...observation,
  ...place,
  ...(answer ? { exchange: answer.exchange } : {}),
})

/**
 * What was there may be spent: of a token whose request is refused so, one that was accepted has to be again. Payments are compared
 * with payments of the same amount.
 */
const repeatRight = async (
  { established }: RunState,
  session: Session,
  refused: Answer,
  batch: number,
): Promise<void> => {
  const isSpent = mayBeSpent.includes(refused.response?.status ?? 0)
  const draft = isSpent ? established.requestOf(refused) : undefined
  const before = draft && established.acceptedLike(draft)
  if (before && before.debits === undefined) await session.control(before, [batch])
}

/** An input that is not established counts as a control that did not hold. */
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
  hint = '',
): ObservationEvent => ({
  type: 'observation',
  check,
  control,
  outcome: isAccepted(answer) ? 'held' : 'broken',
  want: accepted,
  got: `${answer.method} ${new URL(answer.url).pathname}: ${answerInFull(answer)}${hint}`,
  exchange: answer.exchange,
  ...(place.subject ? { subject: place.subject } : {}),
})
