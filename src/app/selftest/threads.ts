import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Io } from '../environment.ts'
import { createFaultRunner, type FaultRunner, type Settings } from './trier.ts'

/** Built, or the source itself if Node runs TypeScript. */
const workerFile = new URL(`./worker${extname(import.meta.url)}`, import.meta.url)

/** Triers that work side by side. */
export interface Threads {
  triers: readonly FaultRunner[]
  close: () => Promise<unknown>
}

/** So many threads; a single one is this process's own. */
export async function startThreads(
  count: number,
  settings: Settings,
  clock: Pick<Io, 'now' | 'monotonic' | 'wait'>,
): Promise<Threads> {
  if (count === 1) return { triers: [await createFaultRunner(settings, clock)], close: async () => undefined }
  const workers = Array.from({ length: count }, () => new Worker(workerFile, { workerData: settings }))
  return {
    triers: workers.map((worker) => ({
      strict: (only) => ask(worker, only),
      tryFault: (task) => ask(worker, task),
    })),
    close: () => Promise.all(workers.map((worker) => worker.terminate())),
  }
}

/** A thread does one thing at a time. */
const ask = async <T>(worker: Worker, task: unknown): Promise<T> => {
  const answer = once(worker, 'message')
  worker.postMessage(task)
  const [{ done, failed }] = (await answer) as [{ done?: T; failed?: string }]
  if (done !== undefined) return done
  throw new Error(failed ?? 'a thread of the selftest did not answer')
}
