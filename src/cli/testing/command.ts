import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Io } from '../../app/environment.ts'
import { run } from '../run.ts'
import { answering } from './answering.ts'

/** A command line that was run in this process: what it gave back and what it wrote. */
export interface Ran {
  code: number
  stdout: string
  stderr: string
}

/** What a test puts in the place of the world; streams are always captured. */
export type World = Partial<Omit<Io, 'stdout' | 'stderr'>> & {
  cwd: string
  /** Told of what is written to standard output while the command runs. */
  said?: (text: string) => void
  /** The same of standard error. */
  saidAside?: (text: string) => void
}

/** Runs a command line with captured streams and an environment that is empty unless given. */
export function command(argv: readonly string[], world: World): Promise<Ran> {
  return inWorld(world, (io) => run(argv, io))
}

/** Does some work with captured streams and an environment that is empty unless given. */
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

/** An empty folder of its own for one test. */
export async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'op-cli-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}
