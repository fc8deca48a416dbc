import type { GuardedIo } from '../app/run/guarded.ts'

/** What every command has to do with: the world around it, and whoever waits for its exit code. */
export interface Shell {
  io: GuardedIo
  ended: (code: number) => void
}
