import { randomUUID } from 'node:crypto'
import { statSync, utimesSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * The interval, in milliseconds, at which a run touches a file that it holds. A file that was not touched for
 * `longestSilence` belongs to nobody any more.
 */
const beat = 5_000
const longestSilence = 30_000

/** The holder of a file, as the file names it. */
export interface Holder {
  pid: number
  host: string
  /** An id that distinguishes two holders in one process, and a file from the one that replaces it. */
  id: string
}

/** The ids of the holders in this process. */
const own = new Set<string>()

/** Creates a holder for one more file of this process. */
export function newHolder(): Holder {
  return { pid: process.pid, host: hostname(), id: randomUUID() }
}

/** Holds a file from now on and returns the function that ends that. */
export function keepHeld(file: string, { id }: Holder): () => void {
  own.add(id)
  const timer = setInterval(() => touch(file), beat).unref()
  return () => {
    clearInterval(timer)
    own.delete(id)
  }
}

/**
 * Returns true if a holder still holds its file. The file must be fresh too, because another program may have the
 * process id by now.
 */
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
    // The file was taken away. The run notices that elsewhere.
  }
}
