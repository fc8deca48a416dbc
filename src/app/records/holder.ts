import { randomUUID } from 'node:crypto'
import { statSync, utimesSync } from 'node:fs'
import { hostname } from 'node:os'

/** A run that holds a file touches it so often; one that was not touched for so long belongs to nobody any more. */
const beat = 5_000
const longestSilence = 30_000

/** Who holds a file, as is written in it. */
export interface Holder {
  pid: number
  host: string
  /** Tells apart two holders of one process, and a file from the one that takes its place. */
  id: string
}

/** The holders in this process. */
const own = new Set<string>()

/** This process, as the holder of one more file. */
export function newHolder(): Holder {
  return { pid: process.pid, host: hostname(), id: randomUUID() }
}

/** Keeps a file for its holder from now on; gives what ends that. */
export function keepHeld(file: string, { id }: Holder): () => void {
  own.add(id)
  const timer = setInterval(() => touch(file), beat).unref()
  return () => {
    clearInterval(timer)
    own.delete(id)
  }
}

/** A process id may have gone to another program: the file has to be fresh too. */
export function isHeld(holder: Holder | undefined, file: string): boolean {
  if (!isFresh(file)) return false
  if (holder === undefined || holder.host !== hostname()) return true
  return holder.pid === process.pid ? own.has(holder.id) : isAlive(holder.pid)
}

const isFresh = (file: string): boolean => {
  const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: 0 }
  return Date.now() - mtimeMs < longestSilence
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return Object(error).code === 'EPERM'
  }
}

const touch = (file: string): void => {
  const now = new Date()
  try {
    utimesSync(file, now, now)
  } catch {
    // Whoever took the file away ends the run in another place.
  }
}
