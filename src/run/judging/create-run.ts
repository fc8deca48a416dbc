import type { Dispatcher } from 'undici'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { loadIsBestPart, loadWorth } from '../../catalogue/worth.ts'
import { learnOfReceiver } from '../../check/known.ts'
import type { FailedPlace } from '../../check/place.ts'
import type { Clock } from '../../check/session.ts'
import type { Suite } from '../../check/suite.ts'
import type { Amount } from '../../core/amount.ts'
import type { Environment, TellWaiting } from '../../core/environment.ts'
import type { RunEvent, VerdictEvent } from '../../core/events.ts'
import type { ReceiverKind } from '../../core/receiver.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Wire } from '../../http/exchange.ts'
import type { Redactor } from '../../http/records/redact.ts'
import { createReceiver, type ReceiverMaking } from '../../probe/create-receiver.ts'
import type { RunCommand } from '../../target-file/command.ts'
import { type ReceiverPool, receiverPool } from '../../target-file/receivers.ts'
import type { Target } from '../../target-file/target.ts'
import { createCircumstances } from '../batches/accepted-circumstances.ts'
import { budgeted } from '../layers/budgeted.ts'
import { connected } from '../layers/connected.ts'
import { learning } from '../layers/learning.ts'
import { createLiveness, type Liveness, live } from '../layers/liveness.ts'
import { pending } from '../layers/pending.ts'
import { createQuiet, outsideQuiet, type Quiet } from '../layers/quiet.ts'
import { signed, signedAsFound } from '../layers/signed-as-found.ts'
import { createSpending } from '../layers/spending.ts'
import { type Layer, type Transport, within } from '../layers/transport.ts'
import type { RecordedTrail } from '../order/send-again.ts'
import { givenChecks, noRoomIn, type Plan } from '../plan/plan.ts'
import { receiversAlone } from '../plan/receivers-needed.ts'
import type { Journal } from '../record/journal.ts'
import type { Resumed } from '../record/resume.ts'
import type { Lanes } from '../session/lanes.ts'
import { generationLimits, newMemory, type Run, type RunStartFacts } from '../session/run.ts'
import type { MovableClock } from '../session/server-clock.ts'
import type { Bail } from './bail.ts'

/**
 * Everything that a run is started with. Its signal interrupts the run: checks under way end, and no further check
 * begins. If the reason of the signal is a Stopped, its message becomes the sentence of the outcome.
 */
export interface Judging extends Environment {
  suite: Suite
  catalogue: Catalogue
  target: Target
  plan: Plan
  settings: { harness: string; seed: number; runs: number; concurrency: number }
  /** Gets every event in the order of the record. It is the only output of a run. */
  sink: (event: RunEvent) => void
  redactor: Redactor
  dispatcher: Dispatcher
  runCommand: RunCommand
  /** The milliseconds left until the signal aborts. The member is missing if the run has no known end. */
  remaining?: () => number
  replay?: FailedPlace | undefined
  /** Requests of an earlier run that are sent before the first check. */
  trail?: RecordedTrail | undefined
  /** Returns true if no further check is to begin after this verdict. */
  isEnough?: ((verdict: VerdictEvent) => boolean) | undefined
  /** Called with what a check waits for. The function that it returns is called when the wait is over. */
  waiting?: TellWaiting | undefined
  /** The earlier parts of the run that this one continues. */
  earlier?: Resumed | undefined
  /** The longest time, in milliseconds, that the run waits for a server that is restarted. */
  longestOutage?: number | undefined
}

/** The parts that a run is built from, besides its settings. */
interface Parts {
  wire: Wire
  journal: Journal
  serverClock: MovableClock | undefined
  lanes: Lanes
  elsewhere: Layer
  bail: Bail
}

export const createRun = (judging: Judging, parts: Parts): Run => {
  const { target, catalogue, plan, settings, suite, earlier } = judging
  const { wire, journal, lanes } = parts
  const facts: RunStartFacts = {
    target,
    given: target,
    walletAsset: target.walletAsset,
    signing: {},
    supplies: { target, receivers: poolOf(judging, parts, () => run) },
  }
  const quiet = createQuiet()
  const run: Run = {
    facts,
    spending: createSpending(target.limits, earlier?.spent),
    memory: newMemory(target, earlier?.known),
    settings: {
      seed: settings.seed,
      replay: judging.replay,
      runs: settings.runs,
      stands: (requirement) => catalogue.has(requirement),
    },
    clocks: {
      now: judging.now,
      own: clockOf(judging, parts.lanes.rest),
      resting: (rest) => clockOf(judging, rest),
      server: parts.serverClock,
    },
    lanes,
    ...(plan.budget ? {} : { isBestPart: loadIsBestPart(target.profile.name) }),
    journal,
    quiet,
    liveness: livenessOf(judging, parts, facts, quiet),
    transport: (check) => transportOf(run, parts, check),
    fetchPublic: (url) => wire.fetchPublic(suite.start.id, url),
    circumstances: createCircumstances(
      (session) => run.start.whole(session),
      noRoomIn(plan, { target, runs: settings.runs, worth: loadWorth(target.profile.name) }),
    ),
    start: {
      payments: suite.start.payments,
      whole: () => Promise.reject(new Error('no request at the start was accepted')),
    },
  }
  return run
}

const livenessOf = (
  { target, monotonic, wait, waiting, longestOutage }: Judging,
  { wire }: Parts,
  facts: RunStartFacts,
  quiet: Quiet,
): Liveness =>
  createLiveness({
    target,
    quiet,
    now: monotonic,
    // The lane is kept: requests that wait for the outcome hold the others.
    wait,
    waiting,
    longestOutage,
    send: (check, draft) => wire.send(check, signedAsFound(facts, draft)),
  })

const transportOf = (
  { facts, memory, spending, journal, liveness, quiet }: Run,
  { wire, elsewhere, bail }: Parts,
  check: string,
): Transport => {
  const bare: Transport = (draft, tamper) => wire.send(check, draft, tamper)
  return within(
    bare,
    bail.layer(check),
    signed(facts),
    elsewhere,
    learning(memory, check),
    budgeted({ spending, record: journal.write }, check),
    live(liveness, check),
    outsideQuiet(quiet),
    connected(bare),
    pending(memory.creating),
  )
}

/**
 * The time that signatures are created at. After the server's time was moved, it is the server's own: by the harness's
 * clock, signatures would be too old.
 */
export const serverTime = (clock: MovableClock | undefined, { target, now }: Judging): Date =>
  new Date(clock?.now() ?? now().getTime() + (target.aged?.() ?? 0))

const poolOf = (judging: Judging, parts: Parts, run: () => Run): ReceiverPool => {
  const { target, settings, plan, runCommand, earlier } = judging
  return receiverPool(
    target,
    {
      runCommand,
      create: (source, kind, incomingAmount) =>
        createReceiver({ source, kind, incomingAmount }, creatorOf(judging, parts, run())),
      incomingAmount: (kind) => worth(run().facts, kind),
    },
    {
      before: earlier?.issued ?? [],
      record: (issued) => {
        learnOfReceiver(run().memory.known, issued.receiver)
        parts.journal.write({ type: 'receiver', ...issued })
      },
    },
    receiversAlone(givenChecks(plan), settings.runs),
  )
}

/**
 * Receivers are also created before the first request of the run, so the requests for them are not learned from and
 * count against no budget.
 */
const creatorOf = (
  judging: Judging,
  { wire, serverClock, elsewhere }: Parts,
  { facts, liveness }: Run,
): ReceiverMaking => {
  const { suite, wait, waiting, target } = judging
  const send = within((draft) => wire.send(suite.start.id, signedAs(facts, draft)), elsewhere)
  return {
    send: async (draft) => {
      liveness.allow(draft)
      return send(draft)
    },
    target,
    serverClock,
    now: () => serverTime(serverClock, judging),
    wait,
    waiting,
  }
}

/** The shortest wait, in milliseconds, that is worth handing the lane over. */
const worthResting = 500

/** A check that waits long gives up its lane, so that others can work meanwhile. */
const clockOf = ({ monotonic, wait, waiting }: Judging, rest: Lanes['rest']): Clock => ({
  now: monotonic,
  wait: async (milliseconds, what) => {
    const ended = what && waiting?.(what)
    const waited = (): Promise<void> => wait(milliseconds).finally(() => ended?.())
    await (milliseconds < worthResting ? waited() : rest(waited))
  },
})

/** The signature form that was found for the target applies to the target alone. */
const signedAs = ({ target, signing }: RunStartFacts, draft: RequestDraft): RequestDraft =>
  draft.baseUrl === target.baseUrl ? { ...draft, signing } : draft

/**
 * The amount of a receiver that is created on demand: the control value, unless a single payment could not bring that
 * because of a fee.
 */
const worth = (facts: RunStartFacts, kind: ReceiverKind): Amount | undefined => {
  if (kind !== 'fixed' || !facts.walletAsset) return undefined
  const { controlValue, maxDebitValue, wallet } = generationLimits(facts)
  const most = maxDebitValue - maxDebitValue / 4n
  return { value: String(controlValue < most ? controlValue : most), ...wallet }
}
