import { byWorth, loadWorth } from '../../catalogue/worth.ts'
import type { Check } from '../../check/kinds/check.ts'
import type { Clock, Concurrently } from '../../check/session.ts'
import type { VerdictEvent } from '../../core/events.ts'
import type { Batch } from '../batches/batches.ts'
import { type Chain, chainsOf, sendChain } from '../batches/paying.ts'
import { costOfCheck } from '../plan/plan.ts'
import { ranks } from '../session/lanes.ts'
import type { Run } from '../session/run.ts'
import { begin, finish, guarded, type Underway } from '../session/supervise.ts'
import { createTurns } from './turns.ts'

/** The checks of a run, and the batches that their invalid payments are sent in. */
export interface WantedPhases {
  checks: readonly Check[]
  batches: readonly Batch[]
  /** Returns true if no further check is to begin. Checks under way end. */
  isOver: () => boolean
  judged: (verdict: VerdictEvent) => void
  /** Returns the id of a check whose failure ends the run, or undefined. */
  failed?: () => string | undefined
}

/** The part of a check's work that one lane does. Other parts may be done elsewhere. */
type CheckTask = () => Promise<void>

/**
 * Begins with the checks that want to be first. Then come those that wait, those that notice the most, those that pay
 * and all others, in parallel. Checks that need quiet begin as soon as nothing else creates resources that they could
 * see: first the checks that wait, then, one by one, the others that create something, then the checks that only read.
 * The checks that wait act one at a time, so that no check sees what another creates. Checks that move the server's time,
 * and those that look at all others, come last, one by one.
 */
export async function runInPhases(wanted: WantedPhases, run: Run): Promise<void> {
  const { opening, waiting, loud, calm, waitingQuiet, quiet, reading, alone } = phasesOf(wanted.checks, run)
  const { chains, send, runOne, runInTurns, endFailed } = createTasks(wanted, run)
  const offer = (tasks: readonly CheckTask[], rank: number): CheckTask =>
    run.lanes.offer(tasks.length, async (at) => tasks[at]?.(), rank)
  const each = (checks: readonly Check[], task: (check: Check) => Promise<void>): CheckTask[] =>
    checks.map((check) => () => task(check))
  for (const check of opening) await runOne(check)
  const waitingOnes = offer(each(waiting, runInTurns), ranks.first)
  const isBest = ({ id }: Check): boolean => run.isBestPart?.(id, {}) === true
  const offerBestFirst = (checks: readonly Check[], rank: number): CheckTask[] => [
    offer(each(checks.filter(isBest), runOne), ranks.best),
    offer(
      each(
        checks.filter((check) => !isBest(check)),
        runOne,
      ),
      rank,
    ),
  ]
  const batches = chains.map((chain) => () => send(chain))
  const loudOnes = [offer(batches, ranks.first), ...offerBestFirst(loud, ranks.early)]
  const others = offerBestFirst(calm, ranks.late)
  for (const rest of loudOnes) await rest()
  await offer(each(waitingQuiet, runInTurns), ranks.early)()
  await waitingOnes()
  for (const check of quiet) await runOne(check)
  await offer(each(reading, runOne), ranks.early)()
  for (const rest of others) await rest()
  for (const check of alone) await runOne(check)
  await endFailed()
}

interface Phases {
  /** Checks that run before anything is refused. */
  opening: Check[]
  /** Checks that create resources that others could see, and that wait. */
  waiting: Check[]
  /** Checks that create resources that others could see. */
  loud: Check[]
  calm: Check[]
  /** Checks that need quiet, and that wait. */
  waitingQuiet: Check[]
  /** Checks that need quiet, and that create something. */
  quiet: Check[]
  /** Checks that need quiet only from those that create something. */
  reading: Check[]
  alone: Check[]
}

const phasesOf = (checks: readonly Check[], { clocks, facts, settings: { runs } }: Run): Phases => {
  const isLast = ({ movesTime, last }: Check): boolean =>
    last !== undefined || (movesTime === true && clocks.server !== undefined)
  const bestFirst = byWorth(loadWorth(facts.target.profile.name))
  const isQuiet = (check: Check): boolean => check.quiet === true && !isLast(check)
  const beside = checks
    .filter((check) => !isLast(check) && !isQuiet(check))
    .sort((one, other) => bestFirst(one.id, other.id))
  const quiet = checks.filter((check) => isQuiet(check) && !check.first)
  return {
    opening: checks.filter((check) => isQuiet(check) && check.first),
    waiting: beside.filter(({ waits }) => waits),
    loud: beside.filter((check) => !check.waits && isLoud(check, runs)),
    calm: beside.filter((check) => !check.waits && !isLoud(check, runs)),
    waitingQuiet: quiet.filter(({ waits }) => waits),
    quiet: quiet.filter((check) => !check.waits && isLoud(check, runs)),
    reading: quiet.filter((check) => !check.waits && !isLoud(check, runs)),
    alone: checks.filter(isLast),
  }
}

/** Quotes are not counted: no list shows them, and no grant counts them. */
const isLoud = (check: Check, runs: number): boolean => {
  const { payments, incomingPayments } = costOfCheck(check, runs)
  return check.movesTime === true || payments + incomingPayments > 0
}

interface Tasks {
  chains: readonly Chain[]
  send: (chain: Chain) => Promise<void>
  runOne: (check: Check) => Promise<void>
  /** Runs a check while no other check acts that was started through this function. */
  runInTurns: (check: Check) => Promise<void>
  /** Records the verdict on the check whose failure ended the run, even if parts of it were not sent any more. */
  endFailed: () => Promise<void>
}

/** Creates the tasks of a run. A check ends with the last of its parts: its cases in batches, and the rest. */
const createTasks = (wanted: WantedPhases, run: Run): Tasks => {
  const { batches, isOver, judged } = wanted
  const chains = chainsOf(batches)
  const turns = createTurns(run.lanes)
  const restingInTurns = run.clocks.resting(turns.rest)
  const underway = new Map<Check, Underway>()
  const begun = (check: Check, clock?: Clock): Underway => {
    // Quiet checks wait for those that create something.
    const afterPlain = isLoud(check, run.settings.runs) ? ranks.earlyLast : ranks.last
    const known = underway.get(check) ?? begin(run, check.id, { only: check.only, clock, afterPlain })
    underway.set(check, known)
    return known
  }
  const parts = partsSent(chains)
  const partEnded = async (check: Check): Promise<void> => {
    const left = parts.get(check) ?? 0
    parts.set(check, left - 1)
    if (left > 0) return
    const verdict = await finish(run, begun(check), async () => {})
    if (verdict) judged(verdict)
  }
  const runOne = async (check: Check, clock?: Clock): Promise<void> => {
    if (isOver()) return
    await guarded([begun(check, clock)], () => check.run(begun(check).session))
    await partEnded(check)
  }
  return {
    chains,
    send: async (chain) => {
      const concurrently: Concurrently = (count, work) => run.lanes.each(count, work, ranks.first)
      await sendChain(chain, { begun, concurrently, isOver })
      if (isOver()) return
      for (const check of checksOf(chain)) await partEnded(check)
    },
    runOne,
    endFailed: () => endFailed(wanted, run, [...underway.values()]),
    runInTurns: (check) => turns.take(() => runOne(check, restingInTurns)),
  }
}

const endFailed = async (
  { failed, judged }: WantedPhases,
  run: Run,
  underway: readonly Underway[],
): Promise<void> => {
  const id = failed?.()
  const begun = underway.find(({ check }) => check === id)
  if (!begun || run.journal.verdictOf(begun.check)) return
  // Requests that it shared with other checks may have been interrupted, but its failure stands.
  const { check, session } = begun
  const verdict = await finish(run, { check, session }, async () => {})
  if (verdict) judged(verdict)
}

const checksOf = (chain: Chain): Set<Check> =>
  new Set(chain.batches.flatMap(({ cases }) => cases.map(({ check }) => check)))

/** Counts for each check the chains that send some of its cases. */
const partsSent = (chains: readonly Chain[]): Map<Check, number> => {
  const parts = new Map<Check, number>()
  for (const chain of chains)
    for (const check of checksOf(chain)) parts.set(check, (parts.get(check) ?? 0) + 1)
  return parts
}
