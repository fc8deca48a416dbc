import type { BundledRun } from '../../../../app/bundle/statement.ts'
import { bundledRun, bundlesFolder } from '../../bundles.ts'

let made: Promise<BundledRun> | undefined

/** Returns the files of a run against a mock with a fault, for rows that alter them. */
export function recordedRun(): Promise<BundledRun> {
  made ??= bundledRun(bundlesFolder(), 'run', ['without-token-known'])
  return made
}
