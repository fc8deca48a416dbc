import { randomUUID } from 'node:crypto'
import {
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { ConfigurationError } from '../core/errors.ts'

/** A run that holds a lock touches it so often; one that was not touched for so long belongs to nobody any more. */
const beat = 5_000
const longestSilence = 30_000

interface Holder {
  pid: number
  host: string
  /** Tells apart two runs of one process, and a lock from the one that takes its place. */
  id: string
}

/** The locks that this process holds. */
const own = new Set<string>()

/**
 * Keeps a folder for one run at a time; gives what ends that. Throws a ConfigurationError if another run that is still going on
 * writes there. The lock of a run that was killed does not count.
 */
export function lockFolder(path: string, shown: string): () => void {
  const file = join(path, '.running')
  const id = randomUUID()
  for (let attempt = 0; !created(file, { pid: process.pid, host: hostname(), id }); attempt++) {
    const text = textOf(file)
    const holder = text === undefined ? undefined : holderIn(text)
    if (text !== undefined && (attempt > 2 || isHeld(holder, file))) throw inUse(shown, holder)
    if (text !== undefined) takeAway(file, text)
  }
  own.add(id)
  const timer = setInterval(() => touch(file), beat).unref()
  return () => {
    clearInterval(timer)
    own.delete(id)
    rmSync(file, { force: true })
  }
}

const created = (file: string, holder: Holder): boolean => {
  try {
    const handle = openSync(file, 'wx')
    writeSync(handle, JSON.stringify(holder))
    closeSync(handle)
    return true
  } catch (error) {
    if (Object(error).code === 'EEXIST') return false
    throw error
  }
}

const textOf = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

const holderIn = (text: string): Holder | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A process id may have gone to another program: the file has to be fresh too. */
const isHeld = (holder: Holder | undefined, file: string): boolean => {
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

/** Of several that take away a stale lock, one may have put its own in that place already: that one stays. */
const takeAway = (file: string, text: string): void => {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (textOf(aside) === text) rmSync(aside)
  else renameSync(aside, file)
}

const touch = (file: string): void => {
  const now = new Date()
  try {
    utimesSync(file, now, now)
  } catch {
    // Whoever took the folder away ends the run in another place.
  }
}

const inUse = (shown: string, holder: Holder | undefined): ConfigurationError =>
  new ConfigurationError(
    'ERR_FOLDER_IN_USE',
    `Another run${holder ? ` (process ${holder.pid} on ${holder.host})` : ''} is writing to ${shown}; wait until it ends, or give this run another folder with --out`,
  )
