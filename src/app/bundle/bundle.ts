import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ConfigurationError } from '../../core/errors.ts'
import type { Io } from '../environment.ts'
import { withFile, writeText } from '../files.ts'
import { readRunRecord } from '../records/run-record.ts'
import { version } from '../version.ts'
import { bundleKey, sealed } from './dsse.ts'
import { type BundledRun, catalogueOf, largestFile, statementOf } from './statement.ts'

/** Packs the record, the report and the catalogue of each run into one signed file. */
export async function bundle(
  reports: readonly string[],
  { key, out }: { key: string; out: string },
  io: Pick<Io, 'cwd'>,
): Promise<void> {
  const privateKey = await bundleKey(key, 'private', io)
  const runs: BundledRun[] = []
  for (const path of reports) runs.push(await filesOf(path, io))
  withFile(`The bundle ${out}`, () =>
    writeText(resolve(io.cwd, out), sealed(statementOf(runs, version()), privateKey)),
  )
}

/**
 * Collects the files of one run. The record has the facts of the target. It contains no secrets, because a run writes
 * none.
 */
const filesOf = async (path: string, io: Pick<Io, 'cwd'>): Promise<BundledRun> => {
  const { run, report, reportPath } = await readRunRecord(path, io)
  if (!report)
    throw notBundled(
      path,
      'the run has no report.json beside its events, as if it was killed',
      `write one with \`op-conformance report ${path} --reporter json=FILE\` as report.json there`,
    )
  const files = {
    'events.ndjson': readFileSync(join(dirname(reportPath), 'events.ndjson')),
    'report.json': readFileSync(reportPath),
    'catalogue.json': catalogueOf(run),
  }
  const large = Object.entries(files).find(([, { byteLength }]) => byteLength > largestFile)
  if (large)
    throw notBundled(
      path,
      `its ${large[0]} is larger than ${largestFile / 1024 / 1024} MiB`,
      'bundle a part of the run',
    )
  return files
}

const notBundled = (path: string, why: string, next: string): ConfigurationError =>
  new ConfigurationError('ERR_BUNDLE_RUN', `${path}: ${why}; ${next}`)
