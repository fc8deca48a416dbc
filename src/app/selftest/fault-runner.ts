import { faultsNamed } from '../../../mock/conditions/named.ts'
import type { Fault } from '../../../mock/faults/index.ts'
import type { ProfileName } from '../../../mock/profiles/index.ts'
import { loadSuite } from '../../../suites/load.ts'
import { type Catalogue, loadCatalogue } from '../../catalogue/catalogue.ts'
import type { Suite } from '../../check/suite.ts'
import type { RunEvent, VerdictEvent } from '../../core/events.ts'
import { type Cell, cellsOf, isKilledBy } from '../../selftest/cells.ts'
import type { Strict, Task, Tried } from '../../selftest/fault.ts'
import { type PartShown, watchParts } from '../../selftest/noticing.ts'
import { type Came, type RunChecksOptions, runChecks } from '../../selftest/run-checks.ts'
import type { Io } from '../environment.ts'
import { type Serve, serveInProcess, serveOverTheWire } from './mocks.ts'

export interface FaultRunnerSettings
  extends Pick<RunChecksOptions, 'seed' | 'runs' | 'maxRequests' | 'plainly'> {
  /** The profile that the mock serves and is judged by. */
  profile: ProfileName
}

/** Tries faults of the mock, one at a time. */
export interface FaultRunner {
  /** Runs these checks against the strict mock. With `again`, it repeats the run instead of using an earlier one. */
  strict: (asked: StrictAsked) => Promise<StrictRun>
  tryFault: (task: Task) => Promise<Tried>
  /**
   * Runs these checks, by their ids, against a fault. Returns the parts of checks whose requests show that it breaks a
   * requirement. The run ends before checks that look at all others, unless they are named, and before repeats.
   */
  partsNoticing: (fault: string, only: readonly string[]) => Promise<PartShown[]>
}

export interface StrictAsked {
  only: readonly string[]
  again: boolean
}

/** A run against the strict mock, with the digest of its responses. */
export type StrictRun = Omit<Strict, 'repeatable'> & Pick<Came, 'answers'>

interface FaultAttempt extends Came {
  milliseconds: number
  errors: string[]
}

export type FaultRunnerClock = Pick<Io, 'now' | 'monotonic' | 'wait' | 'signal'>

/** The common basis of the attempts of one runner. */
interface RunnerContext extends FaultRunnerSettings {
  suite: Suite
  catalogue: Catalogue
  clock: FaultRunnerClock
  /** The runs against the strict mock, by the selected checks. */
  strictRuns: Map<string, Promise<FaultAttempt>>
}

export async function createFaultRunner(
  settings: FaultRunnerSettings,
  clock: FaultRunnerClock,
): Promise<FaultRunner> {
  const suite = await loadSuite()
  const catalogue = loadCatalogue(settings.profile)
  const context: RunnerContext = { ...settings, suite, catalogue, clock, strictRuns: new Map() }
  return {
    strict: async ({ only, again }) => {
      const { verdicts, ...run } = await (again
        ? attempt(context, serveInProcess, [], { only })
        : strictly(context, only))
      return {
        ...run,
        statuses: Object.fromEntries(verdicts.map(({ check, verdict }) => [check, verdict.status])),
      }
    },
    tryFault: async (task) => {
      let tried = await tryOnce(context, task)
      for (const only of task.otherwise ?? []) {
        if (Object.values(tried.cells).includes('killed')) break
        const again = await tryOnce(context, { ...task, only })
        tried = { ...again, exchanges: tried.exchanges + again.exchanges }
      }
      return tried
    },
    partsNoticing: async (id, only) => {
      const faults = faultsNamed([id], settings.profile)
      const { see, parts } = watchParts()
      const last = suite.checks.flatMap((check) => (check.last && !only.includes(check.id) ? [check.id] : []))
      const isEnough = (event: RunEvent): boolean =>
        event.type === 'repeat' ||
        (event.type === 'check' && event.state === 'started' && last.includes(event.check))
      await attempt(context, serveInProcess, faults, { only, watch: see, isEnough })
      return parts('broken', new Set(faults.flatMap(brokenBy)))
    },
  }
}

const attempt = async (
  context: RunnerContext,
  serve: Serve,
  having: readonly Fault[],
  options: Pick<RunChecksOptions, 'only' | 'watch' | 'isEnough' | 'isShown'>,
): Promise<FaultAttempt> => {
  const { clock, profile } = context
  const began = clock.monotonic()
  const mistakes: string[] = []
  const came = await serve(
    { profile, faults: having },
    (error) => mistakes.push(`the mock failed: ${String(error)}`),
    (served) => runChecks(context, served, { ...context, ...options, signal: clock.signal }),
  )
  const errors = [...new Set(mistakes), ...came.verdicts.flatMap(errorIn)]
  return { ...came, errors, milliseconds: clock.monotonic() - began }
}

const strictly = (context: RunnerContext, only: readonly string[]): Promise<FaultAttempt> => {
  const key = only.join(' ')
  const known = context.strictRuns.get(key) ?? attempt(context, serveInProcess, [], { only })
  context.strictRuns.set(key, known)
  return known
}

const brokenBy = ({ breaks, contradicts = [] }: Fault): string[] => [breaks, ...contradicts]

/** Tries a fault until a check detects it, if that is enough, or until all selected checks have run. */
const tryOnce = async (context: RunnerContext, task: Task): Promise<Tried> => {
  const { profile, catalogue, clock } = context
  let held = 0
  const [fault] = faultsNamed([task.fault], profile, () => held++)
  const broken = fault ? brokenBy(fault) : []
  const requirements = broken.flatMap((id) => catalogue.get(id) ?? [])
  if (!fault || requirements[0]?.id !== fault.breaks)
    throw new Error(`there is no fault ${task.fault} of a known requirement`)
  const strict = await strictly(context, selectionForStrict(task))
  const serve = task.wire ? serveOverTheWire(clock) : serveInProcess
  const noticing = new Map<string, Cell>()
  const isEnough = (event: RunEvent): boolean =>
    !task.everyCheck &&
    event.type === 'verdict' &&
    cellsOf([event], strict.verdicts, requirements).get(event.check) === 'killed'
  const isShown = (soFar: VerdictEvent): boolean => {
    if (task.everyCheck || !isKilledBy(soFar, strict.verdicts, requirements)) return false
    // The end of the run interrupts the check that broke the claim, which then gets no verdict.
    noticing.set(soFar.check, 'killed')
    return true
  }
  const came = await attempt(context, serve, [fault], { only: task.only, isEnough, isShown })
  const { verdicts, answers, exchanges, errors } = came
  return {
    ...task,
    cells: Object.fromEntries([...cellsOf(verdicts, strict.verdicts, requirements), ...noticing]),
    ...(task.fault.includes('@') && { held }),
    sameAnswers: selectionForStrict(task) === task.only && answers === strict.answers,
    exchanges,
    errors,
  }
}

/**
 * Returns the selection for the strict mock. It covers everything that a task may run, so that the strict mock is run
 * only once and not for each fault's own checks.
 */
const selectionForStrict = ({ only, otherwise }: Task): readonly string[] => otherwise?.at(-1) ?? only

const errorIn = ({ check, verdict }: VerdictEvent): string[] =>
  verdict.status === 'error' ? [`${check}: ${verdict.message}`] : []
