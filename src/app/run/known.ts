import { relative, resolve } from 'node:path'
import type { Suite } from '../../check/suite.ts'
import { ConfigurationError } from '../../core/errors.ts'
import type { VerdictEvent } from '../../core/events.ts'
import { type CompareOptions, compare } from '../../known-failures/compare.ts'
import type { KnownFailures } from '../../known-failures/entry.ts'
import { loadKnownFailures } from '../../known-failures/load.ts'
import { entriesFor, knownFailuresText } from '../../known-failures/write.ts'
import { plural } from '../../report/counts.ts'
import type { Report } from '../../report/data/json.ts'
import { type Strictness, weighs } from '../../report/exit-code.ts'
import { line } from '../../report/text/printable.ts'
import type { RunView } from '../../report/view.ts'
import type { WantedShard } from '../../run/plan/shards.ts'
import type { Io } from '../environment.ts'
import { tryToWrite, withFile, writeText } from '../files.ts'
import type { PreparedRun } from './prepare.ts'

/** The options of `run` that concern known failures. */
export interface KnownOptions {
  knownFailures?: string | undefined
  writeKnownFailures?: string
  only: readonly string[]
  exclude: readonly string[]
  failed?: string
  bail?: boolean
  /** The most requests that the run sends to a conforming server. */
  maxRequests?: number
  /** The shard of the checks to run. */
  shard?: WantedShard
  enforce?: 'should' | undefined
}

/** The number of days for which a new entry is valid. */
const days = 90

export async function knownFailuresOf(
  { knownFailures }: Pick<KnownOptions, 'knownFailures'>,
  { catalogue, suite }: Pick<PreparedRun, 'catalogue' | 'suite'>,
  { cwd }: Pick<Io, 'cwd'>,
): Promise<KnownFailures | undefined> {
  if (knownFailures === undefined) return undefined
  const file = relative(cwd, resolve(cwd, knownFailures))
  return loadKnownFailures(file, { cwd, requirements: catalogue, renamed: suite.renamed })
}

/** Returns the settings for comparing known failures with a whole run, or with a part of one. */
export function circumstancesOf(
  { checks, passive, start }: Suite,
  { enforce, isWhole, today }: { enforce: 'must' | 'should'; isWhole: boolean; today: Date },
): CompareOptions {
  const partly = new Set(isWhole ? [] : passive.map(({ id }) => id))
  return {
    weighs: weighs({ enforce }),
    existing: [...checks, ...passive, start].map(({ id }) => id),
    today: dateOf(today),
    isInPart: (check) => partly.has(check),
  }
}

/**
 * Returns the strictness of a recorded run. A known failure stays known only for the reason for which it was known. None
 * was past its date on the day of the run, so dates are not compared again.
 */
export function strictnessAgain(
  { strictness: { complete, enforce }, known }: Pick<Report, 'strictness' | 'known'>,
  { checks }: RunView,
  { suite, isInPart }: { suite: Suite; isInPart: boolean },
): Strictness {
  if (!known) return { complete, enforce }
  const { file, asKnown, mismatches } = known
  const now = compare({ file, entries: asKnown }, checks, {
    weighs: weighs({ enforce }),
    existing: [...suite.checks, ...suite.passive, suite.start].map(({ id }) => id),
    today: '',
    isInPart: () => isInPart,
  })
  return { complete, enforce, known: { ...now, mismatches: [...mismatches, ...now.mismatches] } }
}

/** Formats a date in UTC, as known failures have it. */
function dateOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** Returns the first option that limits a run to a part of the checks. */
function partOf({ only, exclude, failed, bail, maxRequests, shard }: KnownOptions): string | undefined {
  const [part] = [
    ...(only.length > 0 ? ['--only'] : []),
    ...(exclude.length > 0 ? ['--exclude'] : []),
    ...(failed === undefined ? [] : ['--failed']),
    ...(bail ? ['--bail'] : []),
    ...(maxRequests === undefined ? [] : ['--max-requests']),
    ...(shard ? ['--shard'] : []),
  ]
  return part
}

/**
 * Throws a ConfigurationError if the run would try only a part of the checks and so know nothing of the rest, or if the
 * file could not be written.
 */
export function refuseToWriteInPart(options: KnownOptions, { cwd }: Io): void {
  const { writeKnownFailures: path } = options
  if (path === undefined) return
  const part = partOf(options)
  if (part !== undefined) throw onlyWhole(path, `with ${part}, the run is not complete`)
  withFile(subjectOf(path), () => tryToWrite(resolve(cwd, path)))
}

/** Writes the failures of a run as known failures. Throws a ConfigurationError if the run is not complete. */
function writeKnownFailures(
  path: string,
  view: RunView,
  { enforce, before }: { enforce: 'must' | 'should'; before: KnownFailures | undefined },
  { cwd, now, stderr }: Io,
): void {
  if (view.outcome !== 'complete') throw onlyWhole(path, 'this run did not finish')
  const until = dateOf(new Date(now().getTime() + days * 86_400_000))
  const entries = entriesFor(view.checks, { weighs: weighs({ enforce }), before, until })
  withFile(subjectOf(path), () => writeText(resolve(cwd, path), knownFailuresText(entries)))
  stderr.write(line`wrote ${path}: ${plural(entries.length, 'known failure')}\n`)
}

const subjectOf = (path: string): string => `The file of known failures ${path}`

const onlyWhole = (path: string, why: string): ConfigurationError =>
  new ConfigurationError(
    'ERR_KNOWN_FAILURES_IN_PART',
    `--write-known-failures ${path}: ${why}; nothing was written, because it needs a complete run`,
  )

/** The known failures of a run, as loaded before it begins. */
export interface FailuresKnown {
  /** Returns true if a check with this verdict fails the run. */
  isFatal: (verdict: VerdictEvent) => boolean
  compared: (view: RunView) => Pick<Strictness, 'known'>
  /** Writes the known failures anew, if an option asks for that. */
  write: (view: RunView) => void
}

/** Loads the known failures of a run. */
export async function knowing(options: KnownOptions, prepared: PreparedRun, io: Io): Promise<FailuresKnown> {
  const enforce = options.enforce ?? 'must'
  const before = await knownFailuresOf(options, prepared, io)
  const circumstances = (isWhole: boolean) =>
    circumstancesOf(prepared.suite, { enforce, isWhole, today: io.now() })
  const path = options.writeKnownFailures
  return {
    isFatal: ({ check, verdict }) => {
      if (verdict.status !== 'failed' || !verdict.evidence.some(weighs({ enforce }))) return false
      return !before || compare(before, [{ id: check, verdict }], circumstances(false)).asKnown.length === 0
    },
    compared: ({ checks, outcome }) => {
      const isWhole = outcome === 'complete' && partOf(options) === undefined
      return before ? { known: compare(before, checks, circumstances(isWhole)) } : {}
    },
    write: (view) => {
      if (path !== undefined) writeKnownFailures(path, view, { enforce, before }, io)
    },
  }
}

interface ShardOptions {
  complete?: boolean
  baseline?: string
  seed: number | 'random'
}

/** Refuses options that need all shards, and a random seed, which would differ between shards. */
export function refuseInShard({ complete, baseline, seed }: ShardOptions): void {
  const [option] = [...(complete ? ['--complete'] : []), ...(baseline === undefined ? [] : ['--baseline'])]
  const why = option ? `${option} needs all shards` : '--seed random gives each shard a seed of its own'
  const next = option ? `give it to op-conformance merge` : 'give all shards the same number'
  if (option || seed === 'random') throw new ConfigurationError('ERR_ONE_SHARD', `${why}; ${next}`)
}

/** Refuses options that need every check, in a run that leaves some out. */
export function refuseInBudget({ complete, shard }: ShardOptions & Pick<KnownOptions, 'shard'>): void {
  const [option, why] = complete
    ? ['--complete', 'a run that leaves checks out cannot exercise every requirement']
    : ['--shard', 'the parts of a run have all its checks between them']
  if (complete || shard)
    throw new ConfigurationError(
      'ERR_BUDGET',
      `${option} with --quick or --max-requests: ${why}; leave one of the two out`,
    )
}
