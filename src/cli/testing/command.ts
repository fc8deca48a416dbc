import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { Io } from '../../app/environment.ts'
import { run } from '../run.ts'
import { answering } from './answering.ts'

/** The result of a command line that was run in this process: its exit code and its output. */
export interface Ran {
  code: number
  stdout: string
  stderr: string
}

/** The parts of the world that a test replaces. The streams are always captured. */
export type World = Partial<Omit<Io, 'stdout' | 'stderr'>> & {
  cwd: string
  /** Called with each text that the command writes to standard output. */
  said?: (text: string) => void
  /** Called with each text that the command writes to standard error. */
  saidAside?: (text: string) => void
}

/** Runs a command line with captured streams. Its environment is empty by default. */
export function command(argv: readonly string[], world: World): Promise<Ran> {
  return inWorld(world, (io) => run(argv, io))
}

/** Runs some work with captured streams. Its environment is empty by default. */
export async function inWorld(
  { said, saidAside, ...world }: World,
  work: (io: Io) => Promise<number>,
): Promise<Ran> {
  const written = { stdout: '', stderr: '' }
  const stream = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      written[name] += text
      const told = name === 'stdout' ? said : saidAside
      told?.(text)
    },
  })
  const code = await work({
    env: {},
    now: () => new Date(),
    monotonic: () => performance.now(),
    wait: async () => undefined,
    random: () => 1,
    converse: () => answering([]),
    signal: new AbortController().signal,
    ...world,
    stdout: stream('stdout'),
    stderr: stream('stderr'),
  })
  return { code, ...written }
}

/** Waits as long as a command asks for, which `command` does not do by itself. */
export const wait = (milliseconds: number, until?: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, until ? { signal: until } : {}).catch(() => undefined)

/** Makes an empty folder for one test. */
export async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'op-cli-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}
