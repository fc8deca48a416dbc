import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError } from '../../core/errors.ts'
import { parseJson } from '../../core/json.ts'
import { refuseEndless } from '../../core/text-file.ts'
import { type Holder, isHeld, keepHeld, newHolder } from './holder.ts'

/**
 * Locks a folder for one run and returns the function that unlocks it. Throws a ConfigurationError if another run that
 * is still going on writes there. The lock of a run that was killed does not count.
 */
export function lockFolder(path: string, shown: string): () => void {
  const file = join(path, '.running')
  const self = newHolder()
  for (let attempt = 0; !created(file, self); attempt++) {
    const text = textOf(file)
    const holder = parseJson(text ?? '') as Holder | undefined
    if (attempt > 2 || (text !== undefined && isHeld(holder, file))) throw inUse(shown, holder)
    if (text !== undefined) takeAway(file, text)
  }
  const end = keepHeld(file, self)
  return () => {
    end()
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
    refuseEndless(file)
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Removes a stale lock. If another process has removed it first and put its own lock in its place, puts that one back.
 */
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

const inUse = (shown: string, holder: Holder | undefined): ConfigurationError =>
  new ConfigurationError(
    'ERR_FOLDER_IN_USE',
    `Another run${holder ? ` (process ${holder.pid} on ${holder.host})` : ''} is writing to ${shown}; wait until it ends, or give this run another folder with --out`,
  )
