import type { RunEvent } from '../../core/events.ts'
import { type Report, reportOf } from '../../report/data/json.ts'
import { weighs } from '../../report/exit-code.ts'
import { viewOf } from '../../report/view.ts'
import type { ReadFile } from '../../target-file/reading/fill-in.ts'
import { defaultConcurrency, defaultRuns, defaultSeed } from '../defaults.ts'
import { inThisProcess } from '../environment.ts'
import { withTokens } from '../grants/token-keeper.ts'
import { guarded } from './guarded.ts'
import { judge as judgePrepared } from './judge.ts'
import { prepare } from './prepare.ts'

/** How a server is judged. Everything has a default. */
export interface JudgingSettings {
  /** Checks, topics, operations, requirements or levels to run. Default: all. */
  only?: readonly string[] | undefined
  /** Checks, topics, operations, requirements or levels to leave out. */
  exclude?: readonly string[] | undefined
  /** Seed of all generated values. Default: 1. */
  seed?: number | undefined
  /** Generated cases per property. Default: 20. */
  runs?: number | undefined
  /** Number of checks that run at the same time. Default: 32. */
  concurrency?: number | undefined
  /** The profile to judge by, instead of the one in the target file. */
  profile?: string | undefined
  /** `should`: a broken SHOULD fails the run, too. */
  enforce?: 'should' | undefined
  /** Requires that every requirement is exercised; otherwise the exit code is 3. */
  complete?: boolean | undefined
  /** Folder of relative paths in the target file. Default: the working directory. */
  cwd?: string | undefined
  /** Values of ${NAME} in the target file. Default: process.env. */
  env?: Readonly<Record<string, string | undefined>> | undefined
}

/** How `judge` judges a server. */
export interface JudgeSettings extends JudgingSettings {
  /** Starts no further checks once a check has failed. */
  bail?: boolean | undefined
  /** Ends the run early; the report covers what was judged until then. */
  signal?: AbortSignal | undefined
  /** Called for every event of the run, as in events.ndjson. Secrets are already removed. */
  onEvent?: ((event: RunEvent) => void) | undefined
}

/**
 * Judges a server over the network, and gives what `run` writes to report.json; its `exitCode` is 0 if no MUST failed. It
 * prints and writes nothing.
 *
 * @param target path of a target file, or its contents as an object
 * @throws ConfigurationError if the target file, a selection or a setting is wrong
 */
export async function judge(target: string | object, settings: JudgeSettings = {}): Promise<Report> {
  const { seed = defaultSeed, runs = defaultRuns, concurrency = defaultConcurrency } = settings
  const { enforce = 'must', complete = false, bail = false, onEvent, only, exclude, profile } = settings
  const io = quiet(settings)
  const { file, readFile } = fileOf(target)
  return withTokens(io, async (obtain) => {
    const prepared = await prepare(file, { only, exclude, runs, profile, readFile, obtain }, io)
    const events: RunEvent[] = []
    const sink = (event: RunEvent): void => {
      events.push(event)
      onEvent?.(event)
    }
    const isFatal = weighs({ enforce })
    await judgePrepared(prepared, { seed, runs, concurrency }, io, sink, {
      ...(bail && {
        isEnough: ({ verdict }) => verdict.status === 'failed' && verdict.evidence.some(isFatal),
      }),
    })
    const report = reportOf(viewOf(events, prepared.catalogue), { complete, enforce })
    return JSON.parse(prepared.redactor.text(JSON.stringify(report)))
  })
}

/** A target as commands take it: a path, or the contents of a file that is nowhere. */
export function fileOf(target: string | object): { file: string; readFile?: ReadFile } {
  return typeof target === 'string'
    ? { file: target }
    : { file: 'target', readFile: async () => JSON.stringify(target) }
}

/** The world of a caller who wants a value, not text. */
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
