import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defaultProfile } from '../../catalogue/profile.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { folderName } from '../../core/folder-name.ts'
import { isObject, parseJson, valueAt } from '../../core/json.ts'
import { refuseEndless } from '../../core/text-file.ts'
import type { WantedShard } from '../../run/plan/shards.ts'
import type { Target } from '../../target-file/target.ts'
import type { Io } from '../environment.ts'
import { tryToWrite, withFile } from '../files.ts'
import { type Holder, isHeld, keepHeld, newHolder } from './holder.ts'
import { createRecord, type RecordFile } from './record-file.ts'

/** The paths of the record and the report of a run. */
export interface ReportFolder {
  /** The folder as the user named it. */
  folder: string
  events: string
  report: string
  /** The path of the HTML report. */
  page: string
}

export function reportFolder(folder: string, { cwd }: Pick<Io, 'cwd'>): ReportFolder {
  return {
    folder,
    events: resolve(cwd, folder, 'events.ndjson'),
    report: resolve(cwd, folder, 'report.json'),
    page: resolve(cwd, folder, 'report.html'),
  }
}

/**
 * Returns the default folder. Each target, profile and shard has its own, so that a run replaces only an earlier run of
 * the same kind.
 */
export function defaultFolder(
  { name, profile }: { name: string; profile: Pick<Target['profile'], 'name'> },
  shard?: WantedShard,
): string {
  const named = folderName(name)
  const folder = profile.name === defaultProfile ? named : `${named}-${profile.name}`
  return join('reports', shard ? `${folder}-shard-${shard.index}-of-${shard.count}` : folder)
}

/**
 * Locks the folder for this run and returns the function that unlocks it. Throws a ConfigurationError if the folder is
 * not available.
 */
export function occupy({ folder, report }: ReportFolder, { cwd }: Pick<Io, 'cwd'>): () => void {
  return withFile(subjectOf(folder), () => {
    tryToWrite(report)
    return lockFolder(resolve(cwd, folder), folder)
  })
}

/**
 * Begins the record in the folder, in place of an earlier one. If the run resumes, begins beside the earlier one, to
 * replace it later.
 */
export function recordIn({ folder, events }: ReportFolder, isResuming = false): RecordFile {
  const path = isResuming ? `${events}.resuming` : events
  return withFile(subjectOf(folder), () => createRecord(path, `The record in ${folder}`))
}

/** The beginning of a message about a folder that cannot be written. */
export const subjectOf = (folder: string): string => `The folder ${folder} for events and report`

/** Returns a line about another run's report that this run is about to replace, or an empty text if there is none. */
export function replacing({ folder, report }: ReportFolder, target: Target): string {
  const before = runIn(report)
  if (!before) return ''
  const { name, baseUrl, profile } = before
  if (baseUrl === target.baseUrl && profile === target.profile.name) return ''
  return `replaces the report of another run in ${folder}: ${name} at ${baseUrl}, profile ${profile}\n`
}

const runIn = (path: string): Record<'name' | 'baseUrl' | 'profile', unknown> | undefined => {
  try {
    refuseEndless(path)
    const report = parseJson(readFileSync(path, 'utf8'))
    const target = valueAt(report, 'run', 'target')
    if (!isObject(target)) return undefined
    return { name: target['name'], baseUrl: target['baseUrl'], profile: valueAt(report, 'run', 'profile') }
  } catch {
    return undefined
  }
}

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
