import type { Dispatcher } from 'undici'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Clock, Session } from '../check/session.ts'
import type { Suite } from '../check/suite.ts'
import type { Amount } from '../core/amount.ts'
import type { Environment } from '../core/environment.ts'
import {
  eventsVersion,
  type PlannedCheck,
  type RunEvent,
  type RunStarted,
  type VerdictEvent,
} from '../core/events.ts'
import type { ReceiverKind } from '../core/receiver.ts'
import type { TellWaiting } from '../core/waiting.ts'
import type { RequestDraft } from '../http/draft.ts'
import { createWire, type Wire } from '../http/exchange.ts'
import type { Redactor } from '../http/redact.ts'
import { createReceiver } from '../probe/create-receiver.ts'
import type { RunCommand } from '../target-file/command.ts'
import { receiverPool } from '../target-file/receivers.ts'
import type { Target } from '../target-file/target.ts'
import { createCircumstances } from './circumstances/taken-circumstances.ts'
import { createVigil } from './layers/liveness.ts'
import { createOwnRequests } from './layers/own-requests.ts'
import { signedAsFound } from './layers/signed-as-found.ts'
import { createSilentElsewhere } from './layers/silent-elsewhere.ts'
import { createSpending } from './layers/spending.ts'
import { givenChecks, noRoomIn, type Plan } from './plan/plan.ts'
import { receiversAlone } from './plan/receivers-needed.ts'
import { createJournal, type Journal } from './record/journal.ts'
import type { Resumed } from './record/resume.ts'
import { runPlan } from './runner.ts'
import { createServerClock, type MovableClock } from './server-clock.ts'
import { createEstablished } from './session/baseline.ts'
import { createLanes, type Lanes } from './session/lanes.ts'
import { generationLimits, type RunState } from './session/run-state.ts'

/** Its signal interrupts the run: checks under way end, no further one begins. A Stopped as its reason is told. */
export interface Judging extends Environment {
  suite: Suite
  catalogue: Catalogue
  target: Target
  plan: Plan
  settings: { harness: string; seed: number; runs: number; concurrency: number }
  /** Gets every event in the order of the record: the only output of a run. */
  sink: (event: RunEvent) => void
  redactor: Redactor
  dispatcher: Dispatcher
  runCommand: RunCommand
  /** Milliseconds until the signal will abort, where that is known. */
  remaining?: () => number
  replay?: NonNullable<Session['replay']> | undefined
  /** After a check with this verdict no further one begins. */
  isEnough?: ((verdict: VerdictEvent) => boolean) | undefined
  /** Told of what a check waits for; what it gives is called when the wait is over. */
  waiting?: TellWaiting | undefined
  /** The run goes on from here. */
  earlier?: Resumed | undefined
}

/** Judges a target: sends what the plan has and records what came, with the verdicts that follow. */
export async function judgeTarget(judging: Judging): Promise<void> {
  const { suite, plan, settings, now, earlier, catalogue, target, redactor, sink } = judging
  const knowledge = { requirements: catalogue, profile: target.profile, passive: suite.passive }
  const journal = createJournal(knowledge, redactor, sink)
  const serverClock = createServerClock(judging)
  const wire = createWire({
    ...judging,
    concurrency: settings.concurrency,
    signedAt: () => serverTime(serverClock, judging),
    ...(earlier ? { before: earlier.sent } : {}),
    emit: journal.write,
    refuseFlawed: createOwnRequests(target),
  })
  const failed = earlier ? retell(earlier, journal) : []
  if (earlier) journal.write({ type: 'resumed', at: now().toISOString() })
  else {
    journal.write(runOf(judging))
    journal.write({ type: 'plan', checks: plannedIn(plan) })
  }
  const outcome = await runPlan(suite, plan, stateOf(judging, wire, serverClock, journal), {
    ...settings,
    ...judging,
    done: { finished: earlier?.finished ?? new Set(), failed },
  })
  await wire.idle()
  journal.write({ type: 'end', ...outcome, at: now().toISOString() })
}

/** The first event of a run. */
export function runOf({
  target,
  settings,
  plan: { shard },
  now,
}: Pick<Judging, 'target' | 'settings' | 'plan' | 'now'>): RunStarted {
  return {
    type: 'run',
    version: eventsVersion,
    harness: settings.harness,
    target: {
      name: target.name,
      baseUrl: target.baseUrl,
      walletAddress: target.walletAddress,
      ...(target.walletAsset ? { walletAsset: target.walletAsset } : {}),
      file: target.file,
      line: target.line,
    },
    profile: target.profile.name,
    overrides: target.profileOverrides,
    seed: settings.seed,
    runs: settings.runs,
    concurrency: settings.concurrency,
    at: now().toISOString(),
    ...(shard ? { shard: { index: shard.index, count: shard.count, digest: shard.digest } } : {}),
  }
}

export function plannedIn(plan: Plan): PlannedCheck[] {
  if (plan.shard) return plan.shard.whole
  return [plan.start, ...plan.checks.map(({ planned }) => planned), ...plan.passive]
}

/** Writes down once more what counts on; gives the failed checks that were not repeated yet. */
const retell = (earlier: Resumed, journal: Journal): VerdictEvent[] => {
  for (const event of earlier.kept()) journal.write(event)
  return [...journal.verdicts()].filter(
    ({ check, verdict }) => verdict.status === 'failed' && !earlier.repeated.has(check),
  )
}

/** Once the server's time was moved, signatures are created by it: ours would be too old. */
const serverTime = (clock: MovableClock | undefined, { target, now }: Judging): Date =>
  new Date(clock?.now() ?? now().getTime() + (target.aged?.() ?? 0))

const stateOf = (
  judging: Judging,
  wire: Wire,
  serverClock: MovableClock | undefined,
  { write: record, verdictOf }: Journal,
): RunState => {
  const { target, catalogue, plan, settings, suite, runCommand, now, wait, monotonic, earlier } = judging
  const lanes = createLanes(settings.concurrency)
  const state: RunState = {
    target,
    given: target,
    now,
    walletAsset: target.walletAsset,
    runs: settings.runs,
    stands: (requirement) => catalogue.has(requirement),
    signing: {},
    spending: createSpending(target.limits, earlier?.spent),
    established: createEstablished(target),
    inVain: new Set(),
    known: new Map(earlier?.known),
    unaccepted: new Map(),
    clock: clockOf(judging, lanes.rest),
    restingClock: (rest) => clockOf(judging, rest),
    serverClock,
    record,
    verdictOf,
    send: wire.send,
    lanes,
    creating: new Set(),
    silentElsewhere: createSilentElsewhere(target),
    vigil: createVigil({
      target,
      now: monotonic,
      send: (check, draft) => wire.send(check, signedAsFound(state, draft)),
    }),
    fetchPublic: (url) => wire.fetchPublic(suite.start.id, url),
    circumstances: createCircumstances(
      (session) => state.whole(session),
      noRoomIn(plan, target, settings.runs),
    ),
    plainPayments: suite.start.payments,
    whole: () => Promise.reject(new Error('no request at the start was accepted')),
    supplies: {
      target,
      receivers: receiverPool(
        target,
        {
          runCommand,
          create: (source, kind, incomingAmount) =>
            createReceiver(
              { source, kind, incomingAmount },
              {
                send: async (draft) => {
                  state.vigil.allow(draft)
                  return state.silentElsewhere.ask(draft, () =>
                    wire.send(suite.start.id, signedAs(state, draft)),
                  )
                },
                maxWait: target.limits.maxWait,
                serverClock,
                now: () => serverTime(serverClock, judging),
                wait,
                waiting: judging.waiting,
              },
            ),
          incomingAmount: (kind) => worth(state, kind),
        },
        {
          before: earlier?.handed ?? [],
          hand: (handed) => record({ type: 'receiver', ...handed }),
        },
        receiversAlone(givenChecks(plan), settings.runs),
      ),
    },
  }
  return state
}

/** A shorter wait is not worth handing the lane over, in milliseconds. */
const worthResting = 500

/** Whoever waits long lets others work meanwhile. */
const clockOf = ({ monotonic, wait, waiting }: Judging, rest: Lanes['rest']): Clock => ({
  now: monotonic,
  wait: async (milliseconds, what) => {
    const ended = what && waiting?.(what)
    const waited = (): Promise<void> => wait(milliseconds).finally(() => ended?.())
    await (milliseconds < worthResting ? waited() : rest(waited))
  },
})

/** What was learned of the target's signatures holds for the target alone. */
const signedAs = ({ target, signing }: RunState, draft: RequestDraft): RequestDraft =>
  draft.baseUrl === target.baseUrl ? { ...draft, signing } : draft

/** What a receiver that is made on demand shall be worth: the control value. */
const worth = (state: RunState, kind: ReceiverKind): Amount | undefined => {
  if (kind !== 'fixed' || !state.walletAsset) return undefined
  const { controlValue, wallet } = generationLimits(state)
  return { value: String(controlValue), ...wallet }
}
