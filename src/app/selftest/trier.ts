import { faultsNamed } from '../../../mock/conditions/named.ts'
import type { Fault } from '../../../mock/faults/index.ts'
import type { ProfileName } from '../../../mock/profiles/index.ts'
import { loadSuite } from '../../../suites/load.ts'
import { loadCatalogue } from '../../catalogue/catalogue.ts'
import type { VerdictEvent } from '../../core/events.ts'
import { cellsOf, noticesAt } from '../../selftest/cells.ts'
import { type Came, type RunChecksOptions, runChecks } from '../../selftest/run-checks.ts'
import type { Strict, Task, Tried } from '../../selftest/tried.ts'
import type { Io } from '../environment.ts'
import { type Serve, serveInProcess, serveOverTheWire } from './mocks.ts'

export interface Settings {
  /** What the mock serves and is judged by. */
  profile: ProfileName
  seed: number
  /** Generated cases a property. */
  runs: number
}

/** Tries faults of the mock, one at a time. */
export interface FaultRunner {
  /** What the strict mock gets from these checks: asked once, or once more. */
  strict: (asked: StrictAsked) => Promise<StrictRun>
  tryFault: (task: Task) => Promise<Tried>
}

export interface StrictAsked {
  only: readonly string[]
  again: boolean
}

/** One run of the strict mock, and the digest of its answers. */
export type StrictRun = Omit<Strict, 'repeatable'> & Pick<Came, 'answers'>

interface FaultAttempt extends Came {
  milliseconds: number
  errors: string[]
}

export type Clock = Pick<Io, 'now' | 'monotonic' | 'wait' | 'signal'>

export async function createFaultRunner(
  { profile, seed, runs }: Settings,
  clock: Clock,
): Promise<FaultRunner> {
  const suite = await loadSuite()
  const catalogue = loadCatalogue(profile)
  const strictRuns = new Map<string, Promise<FaultAttempt>>()

  const attempt = async (
    serve: Serve,
    having: readonly Fault[],
    only: readonly string[],
    isEnough: NonNullable<RunChecksOptions['isEnough']> = () => false,
  ): Promise<FaultAttempt> => {
    const began = clock.monotonic()
    const mistakes: string[] = []
    const came = await serve(
      { profile, faults: having },
      (error) => mistakes.push(`the mock failed: ${String(error)}`),
      (served) =>
        runChecks({ suite, catalogue }, served, { only, seed, runs, isEnough, signal: clock.signal }),
    )
    const errors = [...new Set(mistakes), ...came.verdicts.flatMap(errorIn)]
    return { ...came, errors, milliseconds: clock.monotonic() - began }
  }
  const strictly = (only: readonly string[]): Promise<FaultAttempt> => {
    const key = only.join(' ')
    const known = strictRuns.get(key) ?? attempt(serveInProcess, [], only)
    strictRuns.set(key, known)
    return known
  }
  /** Until it is killed if that is enough, or all that is selected has run. */
  const tryOnce = async (task: Task): Promise<Tried> => {
    let held = 0
    const [fault] = faultsNamed([task.fault], profile, () => held++)
    const broken = fault ? [fault.breaks, ...(fault.contradicts ?? [])] : []
    const requirements = broken.flatMap((id) => catalogue.get(id) ?? [])
    if (!fault || requirements[0]?.id !== fault.breaks)
      throw new Error(`there is no fault ${task.fault} of a known requirement`)
    const strict = await strictly(selectionForStrict(task))
    const serve = task.wire ? serveOverTheWire(clock) : serveInProcess
    const isEnough: RunChecksOptions['isEnough'] = task.everyCheck
      ? undefined
      : (event) => noticesAt(event, strict.verdicts, requirements)
    const came = await attempt(serve, [fault], task.only, isEnough)
    const { verdicts, answers, exchanges, milliseconds, errors } = came
    return {
      ...task,
      cells: Object.fromEntries(cellsOf(verdicts, strict.verdicts, requirements)),
      ...(task.fault.includes('@') && { held }),
      sameAnswers: selectionForStrict(task) === task.only && answers === strict.answers,
      exchanges,
      milliseconds,
      errors,
    }
  }
  return {
    strict: async ({ only, again }) => {
      const { verdicts, ...run } = await (again ? attempt(serveInProcess, [], only) : strictly(only))
      return {
        ...run,
        statuses: Object.fromEntries(verdicts.map(({ check, verdict }) => [check, verdict.status])),
      }
    },
    tryFault: async (task) => {
      const began = clock.monotonic()
      let tried = await tryOnce(task)
      for (const only of task.otherwise ?? []) {
        if (Object.values(tried.cells).includes('killed')) break
        const again = await tryOnce({ ...task, only })
        tried = { ...again, exchanges: tried.exchanges + again.exchanges }
      }
      return { ...tried, milliseconds: clock.monotonic() - began }
    },
  }
}

/** All that may be asked is asked of the strict mock once, not again for each fault's own checks. */
const selectionForStrict = ({ only, otherwise }: Task): readonly string[] => otherwise?.at(-1) ?? only

const errorIn = ({ check, verdict }: VerdictEvent): string[] =>
  verdict.status === 'error' ? [`${check}: ${verdict.message}`] : []
