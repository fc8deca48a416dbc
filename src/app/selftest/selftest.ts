/** Gives a thread its next task, or undefined if no task is left. */

import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { mockProfileNamed, type ProfileName } from '../../../mock/profiles/index.ts'
import { Interrupted } from '../../http/failure.ts'
import { type FormReporter, formReporterNamed } from '../../report/document/view.ts'
import { lines, type Printable } from '../../report/text/printable.ts'
import { erased } from '../../report/text/progress.ts'
import type { Strict, Task, Tried } from '../../selftest/fault.ts'
import { type Matrix, matrixOf } from '../../selftest/matrix.ts'
import { matrixView } from '../../selftest/matrix-view.ts'
import { planSelftest, type SelftestPlan, type WantedFaults } from '../../selftest/plan.ts'
import { flawsOf } from '../../selftest/summary.ts'
import { type Io, isLively } from '../environment.ts'
import { exit } from '../exit.ts'
import { type Output, outputsOf, printedAmong, writeOutputs } from '../records/outputs.ts'
import { show } from '../show.ts'
import { version } from '../version.ts'
import {
  createFaultRunner,
  type FaultRunner,
  type FaultRunnerClock,
  type FaultRunnerSettings,
} from './fault-runner.ts'
import { selftestInput } from './selftest-input.ts'

export interface SelftestOptions extends WantedFaults {
  /** The name or alias of a profile. */
  profile: string
  runs: number
  jobs: number
  reporter: string[]
}

/**
 * Tries the checks on faults of the mock, and shows which check detects which fault. Returns 1 if a fault of a MUST
 * survived.
 */
export async function selftest(options: SelftestOptions, io: Io): Promise<number> {
  const outputs = outputsOf(options.reporter, io.cwd, formReporterNamed)
  const profile = mockProfileNamed(options.profile)
  const input = await selftestInput(options.only, profile)
  const plan = planSelftest(options, input)
  const began = io.monotonic()
  const { strict, tried } = await tryAll(plan, { ...options, profile }, io)
  const { seed, runs } = options
  const matrix = matrixOf({
    ...input,
    ...plan,
    profile,
    harness: version(),
    seed,
    runs,
    strict,
    tried,
    milliseconds: Math.round(io.monotonic() - began),
  })
  write(matrix, outputs, io)
  return io.signal.aborted ? exit.interrupted : codeOf(matrix)
}

const tryAll = async (
  { tasks }: SelftestPlan,
  { jobs, only, profile, seed, runs, maxRequests }: SelftestOptions & { profile: ProfileName },
  io: Io,
): Promise<{ strict: Strict; tried: Tried[] }> => {
  const threads = await startThreads(Math.min(jobs, tasks.length), { profile, seed, runs, maxRequests }, io)
  try {
    const next = createQueue(tasks)
    const strict = askedTwice(threads.runners, only)
    const tried: Tried[] = []
    const terminal = isLively(io.stderr, io.env)
    await Promise.all(
      threads.runners.map(async (runner) => {
        // The first two threads run the strict mock before any fault, because each thread does one thing at a time.
        if (threads.runners.indexOf(runner) < 2) await strict
        for (let task = next(runner); task && !io.signal.aborted; task = next(runner)) {
          const one = await runner.tryFault(task).catch((error: unknown): undefined => {
            if (!io.signal.aborted) throw error
          })
          // An interrupted attempt has tried only a part of the checks.
          if (one === undefined || io.signal.aborted) return
          tried.push(one)
          const surviving = tried.filter(({ cells }) => !Object.values(cells).includes('killed')).length
          io.stderr.write(progressLine({ done: tried.length, of: tasks.length, surviving }, { terminal }))
        }
      }),
    )
    const came = await strict
    if (io.signal.aborted && tried.length === 0) throw new Interrupted()
    return { strict: came, tried }
  } finally {
    await threads.close()
  }
}

/** Runs the strict mock twice, to compare its responses: on two threads at the same time, or twice on a single one. */
const askedTwice = async ([first, second]: Threads['runners'], only: readonly string[]): Promise<Strict> => {
  if (!first) throw new Error('a selftest needs at least one thread')
  const asked = first.strict({ only, again: false })
  const [{ answers, ...run }, again] = await Promise.all([
    asked,
    second ? second.strict({ only, again: false }) : asked.then(() => first.strict({ only, again: true })),
  ])
  return { ...run, repeatable: answers === again.answers }
}

const write = (matrix: Matrix, outputs: ReadonlyArray<Output<FormReporter>>, io: Io): void => {
  const view = matrixView(matrix)
  writeOutputs(outputs, io, ({ render }) => render(view, {}))
  const printed = printedAmong(outputs)
  if (printed || outputs.length === 0) show(view, printed?.name ?? 'text', io)
}

const codeOf = (matrix: Matrix): number => {
  const { survived, unfit, errors } = flawsOf(matrix)
  if (unfit.length > 0 || errors.length > 0) return exit.ourFault
  return survived.length > 0 ? exit.failed : exit.fine
}

/** The built file, or the source itself if Node runs TypeScript. */
const workerFile = new URL(`./worker${extname(import.meta.url)}`, import.meta.url)

/** Runners that work in parallel. */
interface Threads {
  runners: ReadonlyArray<Omit<FaultRunner, 'partsNoticing'>>
  close: () => Promise<unknown>
}

/** Starts `count` threads. A single one is this process itself. */
async function startThreads(
  count: number,
  settings: FaultRunnerSettings,
  clock: FaultRunnerClock,
): Promise<Threads> {
  if (count === 1)
    return { runners: [await createFaultRunner(settings, clock)], close: async () => undefined }
  const workers = Array.from({ length: count }, () => new Worker(workerFile, { workerData: settings }))
  return {
    runners: workers.map((worker) => ({
      strict: (asked) => ask(worker, asked, clock),
      tryFault: (task) => ask(worker, task, clock),
    })),
    close: () => Promise.all(workers.map((worker) => worker.terminate())),
  }
}

/** Sends a task to a thread and waits for its result. Each thread does one thing at a time. */
const ask = async <T>(worker: Worker, task: unknown, { signal }: Pick<Io, 'signal'>): Promise<T> => {
  const answer = once(worker, 'message', { signal }).catch((error: unknown) => {
    throw signal.aborted ? new Interrupted() : error
  })
  worker.postMessage(task)
  const [{ done, failed }] = (await answer) as [{ done?: T; failed?: string }]
  if (done !== undefined) return done
  throw new Error(failed ?? 'a thread of the selftest did not answer')
}

/** Formats the progress of a selftest as a line that overwrites itself. Returns an empty text for a pipe. */
function progressLine(
  { done, of, surviving }: { done: number; of: number; surviving: number },
  { terminal }: { terminal: boolean },
): Printable {
  if (!terminal) return lines('')
  if (done === of) return lines(erased)
  return lines(`${erased}${done} of ${of} faults${surviving === 0 ? '' : `, ${surviving} not killed`}`)
}

export type Queue = (thread: unknown) => Task | undefined

/**
 * Keeps tasks with the same checks on the same thread where possible, because a thread runs the strict mock only once
 * for each selection of checks.
 */
export function createQueue(tasks: readonly Task[]): Queue {
  const left = [...tasks]
  const threads = new Map<string, unknown>()
  return (thread) => {
    const threadOf = (task: Task): unknown => threads.get(selectionOf(task))
    const own = left.findIndex((task) => threadOf(task) === thread)
    const place =
      own >= 0
        ? own
        : Math.max(
            0,
            left.findIndex((task) => threadOf(task) === undefined),
          )
    const [next] = left.splice(place, 1)
    if (next && threadOf(next) === undefined) threads.set(selectionOf(next), thread)
    return next
  }
}

const selectionOf = ({ only }: Task): string => only.join(' ')
