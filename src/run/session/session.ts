import type { CheckPart, IsBestPart } from '../../catalogue/worth.ts'
import type { KnownResources } from '../../check/known.ts'
import { ofSubject, type Place } from '../../check/place.ts'
import {
  type BestFirst,
  type Clock,
  type Observation,
  PreconditionFailed,
  type Session,
  type SessionPlace,
} from '../../check/session.ts'
import type { ObservationEvent } from '../../core/events.ts'
import type { Json } from '../../core/json.ts'
import type { OperationId } from '../../core/operations.ts'
import { whyUnjudged } from '../../http/answers/answer.ts'
import { book } from '../layers/budgeted.ts'
import { Gone } from '../layers/liveness.ts'
import { createRetry, type Retry } from '../layers/retry.ts'
import { type Layer, within } from '../layers/transport.ts'
import { type Batches, controlsOf, loseBatches } from './controls.ts'
import { ranks } from './lanes.ts'
import { replacingReceivers } from './lost-receivers.ts'
import { pausesAfter } from './passing-refusal.ts'
import { generationLimits, type Run } from './run.ts'
import { seedOf } from './seed.ts'

/** The check that a session is for, and how it runs. */
export interface Occasion {
  check: string
  only?: readonly Place[] | undefined
  /** The failure to try again, by default the failure that the run replays. */
  replay?: Session['replay']
  /** A clock to use instead of the run's. */
  clock?: Clock | undefined
  /** The rank of what the check sends in circumstances. */
  afterPlain?: number | undefined
  /** Marks the observations as those of a repeat. `skipped` receives what the repeat skips. */
  repeat?: { skipped: (subject: OperationId, missing: readonly string[]) => void }
}

/** The state that the sessions of all places of a check share. */
interface Shared extends Batches {
  /** The members that are the same in the session of every place. */
  alike: Omit<Session, 'observe' | 'controls' | 'of' | 'only'>
  only: readonly Place[] | undefined
  /** Set once a claim broke, even if that is not recorded yet. */
  isBroken: boolean
}

export function sessionOf(run: Run, occasion: Occasion): Session {
  const { seed: runSeed, runs } = run.settings
  const { check, only, repeat, clock = run.clocks.own, afterPlain = ranks.last } = occasion
  const replay = occasion.replay ?? run.settings.replay
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
    generated: { seed: seedOf(runSeed, check), runSeed, runs },
    ...(replay ? { replay } : {}),
    // A receiver is looked at after all retries, because one of them may hold back every other request.
    send: within(run.transport(check), lastControls, retried, replacingReceivers(run)),
    again,
    skip: (subject, missing) => {
      if (repeat) repeat.skipped(subject, missing)
      else run.journal.write({ type: 'check', check, state: 'skipped', missing: [...missing], subject })
    },
    memory: memoryOf(run),
    time: { own: clock, ...serverClockOf(run, check) },
    circumstances: { ...run.circumstances, plainFirst: () => run.lanes.after(() => afterPlain) },
    concurrently: run.lanes.each,
  }
  const shared: Shared = {
    run,
    check,
    alike,
    only,
    isBroken: false,
    mark: repeat ? { repeat: true } : {},
    opened: 0,
    lost: 0,
    open: new Set(),
  }
  return sessionAt(shared, {})
}

/** The server's clock. If it cannot be moved, the server may be away, and then the check is tried again once it is back. */
const serverClockOf = (
  { clocks: { server }, liveness }: Run,
  check: string,
): Pick<Session['time'], 'server'> => {
  if (!server) return {}
  const asked = async (error: unknown): Promise<never> => {
    await liveness.ask(check)
    throw error
  }
  return {
    server: {
      advance: (milliseconds) => server.advance(milliseconds).catch(asked),
      stands: () => server.stands().catch(asked),
      now: () => server.now?.(),
    },
  }
}

/** Retries keep their lane, because others may wait for the answer and hold all other lanes. */
const retryOf = (run: Run): Retry => {
  const { wait } = run.clocks.resting((rest) => rest())
  return createRetry({
    pauses: (draft, answer) => pausesAfter(run, draft, answer),
    wait,
    quietly: run.quiet.inTurn,
  })
}

const sessionAt = (shared: Shared, place: SessionPlace): Session => {
  const { run, check, alike, mark } = shared
  const { subject } = place
  const only = shared.only && subject !== undefined ? ofSubject(shared.only, subject) : shared.only
  const session: Session = {
    ...alike,
    ...(only ? { only } : {}),
    ...(run.isBestPart && !only ? { best: bestFirst(shared, run.isBestPart, place) } : {}),
    observe: (observation) => {
      if (!run.settings.stands(observation.requirement)) return
      const unjudged =
        observation.outcome === 'broken' && observation.answer && whyUnjudged(observation.answer)
      if (unjudged) throw new PreconditionFailed(unjudged)
      run.journal.write({ ...observationEvent(check, place, observation), ...mark })
    },
    controls: controlsOf(shared, place, () => session),
    of: (inner) => sessionAt(shared, { ...place, ...inner }),
  }
  return session
}

/** A check that has broken a claim goes on at once, so that its failure is soon known. */
const bestFirst = (shared: Shared, isBestPart: IsBestPart, { subject }: SessionPlace): BestFirst => ({
  isBest: (part) => isBestPart(shared.check, { subject, ...part } as CheckPart),
  first: () => shared.run.lanes.after(() => (shared.isBroken ? ranks.first : ranks.rest)),
  broke: () => {
    shared.isBroken = true
  },
})

const memoryOf = ({ memory }: Run): Session['memory'] => ({
  known: () => memory.known,
  made: () => paymentsMade(memory.known),
  unshown: () => [...memory.unshown.values()].flat(),
  cursorOf: (list) => memory.cursors.get(list),
  get dateIsBehind() {
    return memory.dateIsBehind
  },
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
