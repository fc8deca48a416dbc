import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defaultProfile } from '../../catalogue/profile.ts'
import { isObject, parseJson } from '../../core/json.ts'
import { refuseEndless } from '../../core/text-file.ts'
import type { WantedShard } from '../../run/plan/shards.ts'
import type { Target } from '../../target-file/target.ts'
import type { Io } from '../environment.ts'
import { tryToWrite, withFile } from '../files.ts'
import { lockFolder } from './folder-lock.ts'
import { createRecord, type RecordFile } from './record-file.ts'

/** Where a run leaves its record and its report. */
export interface ReportFolder {
  /** As it was named. */
  folder: string
  events: string
  report: string
  /** The report for people. */
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

/** One for each target, profile and shard, so that a run only ever replaces an earlier run of the same kind. */
export function defaultFolder(
  { name, profile }: { name: string; profile: Pick<Target['profile'], 'name'> },
  shard?: WantedShard,
): string {
  const named = name.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'target'
  const folder = profile.name === defaultProfile ? named : `${named}-${profile.name}`
  return join('reports', shard ? `${folder}-shard-${shard.index}-of-${shard.count}` : folder)
}

/** Keeps the folder for this run; gives what ends that. Throws a ConfigurationError if it cannot be had. */
export function occupy({ folder, report }: ReportFolder, { cwd }: Pick<Io, 'cwd'>): () => void {
  return withFile(subjectOf(folder), () => {
    tryToWrite(report)
    return lockFolder(resolve(cwd, folder), folder)
  })
}

/** Begins the record there, in the place of an earlier one; or beside it, to take its place later. */
export function recordIn({ folder, events }: ReportFolder, isResuming = false): RecordFile {
  const path = isResuming ? `${events}.resuming` : events
  return withFile(subjectOf(folder), () => createRecord(path, `The record in ${folder}`))
}

/** What begins a message on what cannot be written there. */
export const subjectOf = (folder: string): string => `The folder ${folder} for events and report`

/** A line on the report of something else that a run is about to replace; empty if there is none. */
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
    const run = isObject(report) && isObject(report['run']) ? report['run'] : undefined
    const target = run && isObject(run['target']) ? run['target'] : undefined
    return target && { name: target['name'], baseUrl: target['baseUrl'], profile: run?.['profile'] }
  } catch {
    return undefined
  }
}
