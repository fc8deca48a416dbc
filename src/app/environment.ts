import type { Conversation } from './conversation.ts'

/** All that the command line has of the world around it. */
export interface Io {
  stdout: Stream
  stderr: Stream
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  now: () => Date
  /** Milliseconds that never go back. */
  monotonic: () => number
  /** Ends early when the user interrupts, or `until` aborts. */
  wait: (milliseconds: number, until?: AbortSignal) => Promise<void>
  /** An integer from 0 to 2^31 - 1: for `--seed random`. */
  random: () => number
  /** Whoever answers questions; to be closed when no more are asked. */
  converse: () => Conversation
  /** Aborts when the user interrupts. */
  interrupted: AbortSignal
}

export interface Stream {
  write: (text: string) => unknown
  isTTY?: boolean
  columns?: number
}

/** Colour and progress are for a terminal that did not ask to be spared. */
export function isLively(stream: Stream, env: Io['env']): boolean {
  return stream.isTTY === true && !env['NO_COLOR'] && !env['CI'] && env['TERM'] !== 'dumb'
}
