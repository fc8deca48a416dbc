import { setTimeout } from 'node:timers/promises'
import type { Environment } from '../core/environment.ts'
import type { Printable } from '../report/text/printable.ts'
import type { Questioner } from './requests/conversation.ts'

/** All that the application has of the world around it. */
export interface Io extends Environment {
  stdout: Stream
  stderr: Stream
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  /** An integer from 0 to 2^31 - 1: for `--seed random`. */
  random: () => number
  /** Whoever answers questions; to be closed when no more are asked. */
  converse: () => Questioner
  /** Told of errors that nobody catches, so that the command ends in order; absent where somebody else does. */
  uncaught?: (told: (error: unknown) => void) => void
  /** When the user next presses Enter; absent where nobody can. */
  entered?: (signal: AbortSignal) => Promise<unknown>
}

export interface Stream {
  write: (text: Printable) => unknown
  isTTY?: boolean | undefined
  columns?: number | undefined
}

/** The world of this process, for whoever brings the rest. */
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

/** Colour and progress are for a terminal that did not ask to be spared. */
export function isLively(stream: Stream, env: Io['env']): boolean {
  return stream.isTTY === true && !env['NO_COLOR'] && !env['CI'] && env['TERM'] !== 'dumb'
}
