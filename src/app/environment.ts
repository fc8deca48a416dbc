import { setTimeout } from 'node:timers/promises'
import type { Environment } from '../core/environment.ts'
import type { Printable } from '../report/text/printable.ts'
import type { Questioner } from './requests/conversation.ts'

/** Everything that the application uses of its environment. */
export interface Io extends Environment {
  stdout: Stream
  stderr: Stream
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  /** Returns an integer from 0 to 2^31 - 1, for `--seed random`. */
  random: () => number
  /** Opens a conversation with whoever answers questions. The caller closes it after the last question. */
  converse: () => Questioner
  /**
   * Registers a listener for uncaught errors, so that the command ends in order. Undefined if the caller handles them.
   */
  uncaught?: (told: (error: unknown) => void) => void
  /** Resolves when the user next presses Enter. Undefined if nobody can. */
  entered?: (signal: AbortSignal) => Promise<unknown>
}

export interface Stream {
  write: (text: Printable) => unknown
  isTTY?: boolean | undefined
  columns?: number | undefined
}

/** Returns what a target file is loaded with. */
export function loadingIn({ cwd, env, now }: Pick<Io, 'cwd' | 'env' | 'now'>) {
  return { cwd, env, now: () => now().getTime() }
}

/** Completes an environment with the clock, waits and randomness of this process. */
export function inThisProcess<Rest extends Pick<Io, 'signal'>>(rest: Rest) {
  const { signal } = rest
  return {
    now: () => new Date(),
    monotonic: () => performance.now(),
    wait: (milliseconds: number, until?: AbortSignal): Promise<void> =>
      setTimeout(milliseconds, undefined, {
        signal: until ? AbortSignal.any([signal, until]) : signal,
      }).catch(() => undefined),
    random: () => Math.floor(Math.random() * 2 ** 31),
    ...rest,
  }
}

/** Returns true for a terminal that permits colour and progress. */
export function isLively(stream: Stream, env: Io['env']): boolean {
  return stream.isTTY === true && !env['NO_COLOR'] && !env['CI'] && env['TERM'] !== 'dumb'
}
