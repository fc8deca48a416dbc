import { ConfigurationError } from '../../core/errors.ts'
import type { RunEvent } from '../../core/events.ts'
import { type Report, reportOf } from '../../report/data/json.ts'
import { weighs } from '../../report/exit-code.ts'
import { viewOf } from '../../report/view.ts'
import type { TargetContents } from '../../target-file/contents.ts'
import type { ReadFile } from '../../target-file/reading/fill-in.ts'
import { defaultConcurrency, defaultRuns, defaultSeed } from '../defaults.ts'
import { inThisProcess } from '../environment.ts'
import { withTokens } from '../grants/token-keeper.ts'
import {
  abortSignal,
  callback,
  checkSettings,
  object,
  objects,
  oneOf,
  type SettingKinds,
  seed as seedOf,
  text,
  texts,
  wholeNumber,
  yesOrNo,
} from '../settings.ts'
import { guarded } from './guarded.ts'
import { judge as judgePrepared } from './judge.ts'
import type { OwnCheck, OwnRequirement } from './own-checks.ts'
import { prepare } from './prepare.ts'

/** The settings for judging a server. Everything has a default. */
export interface JudgingSettings {
  /** The checks, topics, operations, requirements or levels to run. Default: all. */
  only?: readonly string[] | undefined
  /** The checks, topics, operations, requirements or levels to leave out. */
  exclude?: readonly string[] | undefined
  /** The seed of all generated values. Default: 1. */
  seed?: number | undefined
  /** The number of generated cases per property. Default: 20. */
  runs?: number | undefined
  /** The number of checks that run at the same time. Default: 32. */
  concurrency?: number | undefined
  /** The profile to judge by, instead of the one in the target file. */
  profile?: string | undefined
  /** The value `should` makes a broken SHOULD fail the run, too. */
  enforce?: 'should' | undefined
  /** Requires that every requirement is exercised; otherwise the exit code is 3. */
  complete?: boolean | undefined
  /** The folder of relative paths in the target file. Default: the working directory. */
  cwd?: string | undefined
  /** The values of ${NAME} in the target file. Default: process.env. */
  env?: Readonly<Record<string, string | undefined>> | undefined
}

export const judgingKinds: SettingKinds<JudgingSettings> = {
  only: texts,
  exclude: texts,
  seed: seedOf,
  runs: wholeNumber(1, 100_000),
  concurrency: wholeNumber(1, 256),
  profile: text,
  enforce: oneOf('should'),
  complete: yesOrNo,
  cwd: text,
  env: object,
}

export interface JudgeSettings extends JudgingSettings {
  /** Starts no further checks once a check has failed. */
  bail?: boolean | undefined
  /** The most requests to a conforming server. Only the checks that notice the most are run. */
  maxRequests?: number | undefined
  /** Ends the run early. The report covers what was judged until then. */
  signal?: AbortSignal | undefined
  /** Called for every event of the run, as in events.ndjson. Secrets are already removed. */
  onEvent?: ((event: RunEvent) => void) | undefined
  /** Checks of your own, made with `refusal`, `scenario` and `rule` of open-payments-conformance/checks. */
  checks?: readonly OwnCheck[] | undefined
  /** The requirements that these checks test, in addition to those of the catalogue. */
  requirements?: readonly OwnRequirement[] | undefined
}

const judgeKinds: SettingKinds<JudgeSettings> = {
  ...judgingKinds,
  bail: yesOrNo,
  maxRequests: wholeNumber(1, 1_000_000),
  signal: abortSignal,
  onEvent: callback,
  checks: objects,
  requirements: objects,
}

/**
 * Judges a server over the network, and gives what `run` writes to report.json; its `exitCode` is 0 if no MUST failed. It
 * prints and writes nothing.
 *
 * @param target path of a target file, or its contents as an object
 * @throws ConfigurationError if the target file, a selection or a setting is wrong
 */
export async function judge(target: string | TargetContents, settings: JudgeSettings = {}): Promise<Report> {
  checkSettings('judge', settings, judgeKinds)
  if (typeof target !== 'string' && !object.fits(target))
    throw new ConfigurationError(
      'ERR_SETTING',
      'the target of judge has to be the path of a target file, or an object',
    )
  const { seed = defaultSeed, runs = defaultRuns, concurrency = defaultConcurrency } = settings
  const { enforce = 'must', complete = false, bail = false, onEvent } = settings
  const own = { checks: settings.checks, requirements: settings.requirements }
  const io = quiet(settings)
  const { file, readFile } = fileOf(target)
  return withTokens(io, async (obtain) => {
    const prepared = await prepare(file, { ...settings, runs, readFile, obtain, own }, io)
    const events: RunEvent[] = []
    const sink = (event: RunEvent): void => {
      events.push(event)
      onEvent?.(event)
    }
    const isFatal = weighs({ enforce })
    await judgePrepared(prepared, { seed, runs: prepared.runs, concurrency }, io, sink, {
      ...(bail && {
        isEnough: ({ verdict }) => verdict.status === 'failed' && verdict.evidence.some(isFatal),
      }),
    })
    const report = reportOf(viewOf(events, prepared.catalogue), { complete, enforce })
    return JSON.parse(prepared.redactor.text(JSON.stringify(report)))
  })
}

/** Converts a target to the form that commands take: a path, or a reader for contents that are in no file. */
export function fileOf(target: string | TargetContents): { file: string; readFile?: ReadFile } {
  return typeof target === 'string'
    ? { file: target }
    : { file: 'target', readFile: async () => JSON.stringify(target) }
}

/** Builds the environment for a caller who wants a value and no text. */
export function quiet({
  signal = new AbortController().signal,
  cwd,
  env,
}: Pick<JudgeSettings, 'signal' | 'cwd' | 'env'>) {
  const nowhere = { write: () => true }
  return guarded(
    inThisProcess({
      stdout: nowhere,
      stderr: nowhere,
      env: env ?? process.env,
      cwd: cwd ?? process.cwd(),
      signal,
      converse: () => {
        throw new Error('nobody can be asked')
      },
    }),
  )
}
