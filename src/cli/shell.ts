import type { GuardedIo } from '../app/run/guarded.ts'

/** The surroundings of every command: the world around it, and the callback that takes its exit code. */
export interface Shell {
  io: GuardedIo
  ended: (code: number) => void
}
