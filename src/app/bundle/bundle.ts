import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { loadCatalogue } from '../../catalogue/catalogue.ts'
import type { Io } from '../environment.ts'
import { withFile, writeText } from '../files.ts'
import { readRunRecord } from '../run-record.ts'
import { version } from '../version.ts'
import { bundleKey } from './bundle-key.ts'
import { sealed } from './dsse.ts'
import { type BundledFiles, statementOf } from './statement.ts'

/** Packs the record, the report and the catalogue of each run into one signed file. */
export async function bundle(
  reports: readonly string[],
  { key, out }: { key: string; out: string },
  io: Pick<Io, 'cwd'>,
): Promise<void> {
  const privateKey = await bundleKey(key, 'private', io)
  const files: Record<string, Buffer> = {}
  for (const [index, path] of reports.entries()) {
    for (const [name, bytes] of Object.entries(await filesOf(path, io))) files[`${index + 1}/${name}`] = bytes
  }
  withFile(`The bundle ${out}`, () =>
    writeText(resolve(io.cwd, out), sealed(statementOf(files, version()), privateKey)),
  )
}

/** The facts of the target are in the record. It holds no secrets: a run writes none. */
const filesOf = async (path: string, io: Pick<Io, 'cwd'>): Promise<BundledFiles> => {
  const { run, report, reportPath } = await readRunRecord(path, io)
  const folder = dirname(reportPath)
  return {
    'events.ndjson': readFileSync(join(folder, 'events.ndjson')),
    ...(report ? { 'report.json': readFileSync(reportPath) } : {}),
    'catalogue.json': catalogueOf(run.profile),
  }
}

/** The requirements by which it was judged. */
export function catalogueOf(profile: string): Buffer {
  return Buffer.from(JSON.stringify([...loadCatalogue(profile).values()]))
}
