import { eventsVersion, type PlannedCheck, type RunStarted, type VerdictEvent } from '../../core/events.ts'
import { createWire } from '../../http/exchange.ts'
import { createOwnRequests } from '../layers/own-requests.ts'
import { sparingSilentServers } from '../layers/silent-elsewhere.ts'
import type { Plan } from '../plan/plan.ts'
import { createJournal, type Journal } from '../record/journal.ts'
import type { Resumed } from '../record/resume.ts'
import { createLanes } from '../session/lanes.ts'
import { createServerClock } from '../session/server-clock.ts'
import { createBail } from './bail.ts'
import { createRun, type Judging, serverTime } from './create-run.ts'
import { runPlan } from './runner.ts'

/** Judges a target: runs the plan, and records each event and the verdicts that follow. */
export async function judgeTarget(judging: Judging): Promise<void> {
  const { suite, plan, settings, now, earlier, catalogue, target, redactor, sink } = judging
  const knowledge = { requirements: catalogue, profile: target.profile, passive: suite.passive }
  const bail = createBail(judging.isEnough)
  const journal = createJournal(knowledge, redactor, sink, bail.judged)
  const serverClock = createServerClock(judging)
  const wire = createWire({
    ...judging,
    concurrency: settings.concurrency,
    signedAt: () => serverTime(serverClock, judging),
    ...(earlier ? { before: earlier.sent } : {}),
    emit: journal.write,
    refuseFlawed: createOwnRequests(target),
  })
  const run = createRun(judging, {
    wire,
    journal,
    serverClock,
    lanes: createLanes(settings.concurrency),
    elsewhere: sparingSilentServers(target),
    bail,
  })
  const failed = earlier ? retell(earlier, journal) : []
  if (earlier) journal.write({ type: 'resumed', at: now().toISOString() })
  else {
    journal.write(runOf(judging))
    journal.write({ type: 'plan', checks: plannedIn(plan) })
  }
  const outcome = await runPlan(suite, plan, run, {
    ...settings,
    ...judging,
    bail,
    done: { finished: earlier?.finished ?? new Set(), failed },
  })
  await wire.idle()
  journal.write({ type: 'end', ...outcome, at: now().toISOString() })
}

/** The first event of a run. */
export function runOf({
  target,
  settings,
  plan: { shard, budget },
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
    ...(budget ? { budget } : {}),
    ...(shard ? { shard: { index: shard.index, count: shard.count, digest: shard.digest } } : {}),
  }
}

export function plannedIn(plan: Plan): PlannedCheck[] {
  if (plan.shard) return plan.shard.whole
  return [plan.start, ...plan.checks.map(({ planned }) => planned), ...plan.passive]
}

/**
 * Writes the events of the earlier parts again that still count. Returns the failed checks that were not repeated yet.
 */
const retell = (earlier: Resumed, journal: Journal): VerdictEvent[] => {
  for (const event of earlier.kept()) journal.write(event)
  return [...journal.verdicts()].filter(
    ({ check, verdict }) => verdict.status === 'failed' && !earlier.repeated.has(check),
  )
}
