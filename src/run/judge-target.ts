import type { Dispatcher } from 'undici'
import type { Amount } from '../amount.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Session } from '../check/session.ts'
import { eventsVersion, type RunEvent } from '../events.ts'
import { createJudge } from '../judge/judge.ts'
import type { RunCommand } from '../target/command.ts'
import { receiverPool } from '../target/receivers.ts'
import type { ReceiverKind, Target } from '../target/target.ts'
import type { Draft } from '../wire/draft.ts'
import { createWire, type Wire } from '../wire/exchange.ts'
import type { Redactor } from '../wire/redact.ts'
import { createReceiver } from './create-receiver.ts'
import type { Plan } from './plan.ts'
import { runPlan } from './runner.ts'
import { generationLimits, type RunState } from './session.ts'
import { createSpending } from './spending.ts'
import type { Suite } from './suite.ts'
import { withoutSecrets } from './without-secrets.ts'

export interface Judging {
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
  now: () => Date
  /** Milliseconds that never go back. */
  monotonic: () => number
  wait: (milliseconds: number) => Promise<void>
  /** Interrupts the run: checks under way end, no further one begins. */
  signal: AbortSignal
  replay?: NonNullable<Session['replay']>
}

/** Judges a target: sends what the plan has and records what came, with the verdicts that follow. */
export const judgeTarget = async (judging: Judging): Promise<void> => {
  const { suite, plan, target, settings, now } = judging
  const record = recorder(judging)
  const wire = createWire({ ...judging, emit: record })
  record({
    type: 'run',
    version: eventsVersion,
    harness: settings.harness,
    target: {
      name: target.name,
      baseUrl: target.baseUrl,
      walletAddress: target.walletAddress,
      ...(target.walletAsset ? { walletAsset: target.walletAsset } : {}),
      file: target.file,
    },
    profile: target.profile.name,
    overrides: target.profileOverrides,
    seed: settings.seed,
    runs: settings.runs,
    concurrency: settings.concurrency,
    at: now().toISOString(),
  })
  record({
    type: 'plan',
    checks: [plan.start, ...plan.checks.map(({ planned }) => planned), ...plan.passive],
  })
  const outcome = await runPlan(suite, plan, stateOf(judging, wire, record), { ...settings, ...judging })
  record({ type: 'end', ...outcome, at: now().toISOString() })
}

/**
 * Writes an event, without secrets, and what follows from it; at the end what follows first, so that `end` is the
 * last line.
 */
const recorder = ({ sink, catalogue, target, suite, redactor }: Judging): ((event: RunEvent) => void) => {
  const judge = createJudge({ requirements: catalogue, profile: target.profile, passive: suite.passive })
  return (recorded) => {
    const event = withoutSecrets(recorded, redactor)
    const derived = judge(event)
    const events = event.type === 'end' ? [...derived, event] : [event, ...derived]
    for (const each of events) sink(each)
  }
}

const stateOf = (
  { target, settings, suite, runCommand, now, monotonic, wait }: Judging,
  wire: Wire,
  record: RunState['record'],
): RunState => {
  const state: RunState = {
    target,
    walletAsset: target.walletAsset,
    runs: settings.runs,
    signing: {},
    spending: createSpending(target.limits),
    made: [],
    clock: { now: monotonic, wait },
    record,
    send: wire.send,
    fetchPublic: (url) => wire.fetchPublic(suite.start.id, url),
    whole: () => Promise.reject(new Error('no request of the start was accepted')),
    supplies: {
      target,
      receivers: receiverPool(target, {
        runCommand,
        create: (source, kind, incomingAmount) =>
          createReceiver(
            { source, kind, incomingAmount },
            {
              send: (draft) => wire.send(suite.start.id, signedAs(state, draft)),
              maxWait: target.limits.maxWait,
              now,
              wait,
            },
          ),
        incomingAmount: (kind) => worth(state, kind),
      }),
    },
  }
  return state
}

/** What was learned of the target's signatures holds for the target alone. */
const signedAs = ({ target, signing }: RunState, draft: Draft): Draft =>
  draft.baseUrl === target.baseUrl ? { ...draft, signing } : draft

/** What a receiver that is made on demand shall be worth: the control value. */
const worth = (state: RunState, kind: ReceiverKind): Amount | undefined => {
  if (kind !== 'fixed' || !state.walletAsset) return undefined
  const { controlValue, wallet } = generationLimits(state)
  return { value: String(controlValue), ...wallet }
}
