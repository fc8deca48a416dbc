import { Worker } from 'node:worker_threads'
import type { Attempt, Settings, Strict } from './attempt.ts'

/** The task of a thread. Without `strict`, the thread runs the unchanged mock and returns its responses. */
export interface Errand {
  settings: Settings
  strict?: Strict
  mutant?: string
}

export type Message =
  | { attempt: Attempt }
  /** The numbers of the mutants whose places were reached: while the mock was loaded, and in all. */
  | { strict: Strict; atStart: string[]; reached: string[] }
  | { ready: true }
  | { failed: string }

/** `hung`: the thread looped, or waited for a response that could no longer come. */
export type Came = Message | { hung: true }

export interface Thread {
  /** Waits for the next message of the thread, at most this many milliseconds. */
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
