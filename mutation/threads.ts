import { Worker } from 'node:worker_threads'
import type { Attempt, Settings, Strict } from './attempt.ts'

/** What a thread begins with. Without `strict` it runs the mock as it is, and says what that answers. */
export interface Errand {
  settings: Settings
  strict?: Strict
  mutant?: string
}

export type Message =
  | { attempt: Attempt }
  /** Numbers of the mutants whose place was come to: while the mock was loaded, and in all. */
  | { strict: Strict; atStart: string[]; reached: string[] }
  | { ready: true }
  | { failed: string }

/** `hung`: it ran in a circle, or waited for an answer that could not come any more. */
export type Came = Message | { hung: true }

export interface Thread {
  /** What the thread says next, within so many milliseconds. */
  next: (deadline: number) => Promise<Came>
  send: (mutant: string) => void
  end: () => Promise<unknown>
}

export function startThread(worker: URL, errand: Errand): Thread {
  const thread = new Worker(worker, { workerData: errand })
  let lost: Came | undefined
  thread.on('error', (error) => {
    lost ??= { failed: String(error) }
  })
  thread.on('exit', () => {
    lost ??= { hung: true }
  })
  return {
    next: (deadline) =>
      new Promise((resolve) => {
        const end = (came: Came): void => {
          clearTimeout(timer)
          thread.off('message', end)
          thread.off('exit', onExit)
          resolve(came)
        }
        const onExit = (): void => end(lost ?? { hung: true })
        const timer = setTimeout(() => end({ hung: true }), deadline)
        if (lost) return end(lost)
        thread.on('message', end)
        thread.on('exit', onExit)
      }),
    send: (mutant) => thread.postMessage(mutant),
    end: () => thread.terminate(),
  }
}
