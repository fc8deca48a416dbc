import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll } from 'vitest'
import { sealed } from '../../app/bundle/dsse.ts'
import { type BundledRun, statementOf } from '../../app/bundle/statement.ts'
import { version } from '../../app/version.ts'
import type { RunEvent } from '../../core/events.ts'
import type { Report } from '../../report/data/json.ts'
import { command, type Ran } from './command.ts'
import { serveMock, writeTarget } from './mock.ts'

const signer = generateKeyPairSync('ed25519')
const stranger = generateKeyPairSync('ed25519')

const folders: string[] = []
afterAll(() => {
  for (const cwd of folders) rmSync(cwd, { recursive: true, force: true })
})

/** Returns a folder with key files, in which runs are recorded, bundled and verified until all tests of a file have ended. */
export const bundlesFolder = (): string => {
  const cwd = mkdtempSync(join(tmpdir(), 'op-bundle-'))
  folders.push(cwd)
  writeFileSync(join(cwd, 'key.pem'), signer.privateKey.export({ format: 'pem', type: 'pkcs8' }))
  writeFileSync(join(cwd, 'key.pub'), signer.publicKey.export({ format: 'pem', type: 'spki' }))
  writeFileSync(join(cwd, 'other.pub'), JSON.stringify(stranger.publicKey.export({ format: 'jwk' })))
  return cwd
}

export const { publicKey, privateKey } = signer

/** Runs a few checks against the mock into a folder, and packs the run. */
export async function bundledRun(
  cwd: string,
  out: string,
  faults: readonly string[] = [],
  options: readonly string[] = [],
): Promise<BundledRun> {
  writeTarget(cwd, (await serveMock({ faults })).target)
  await command(['run', 't.yaml', '--only', 'tokens/unknown', '--out', out, ...options], { cwd })
  await command(['bundle', out, '--key', 'key.pem', '--out', `${out}.json`], { cwd })
  return filesIn(readFileSync(join(cwd, `${out}.json`), 'utf8'))
}

const filesIn = (bundle: string): BundledRun => {
  const statement = JSON.parse(Buffer.from(JSON.parse(bundle).payload, 'base64').toString())
  const bytes = (name: string): Buffer =>
    gunzipSync(Buffer.from(statement.predicate.contents[`1/${name}`], 'base64'))
  return {
    'events.ndjson': bytes('events.ndjson'),
    'report.json': bytes('report.json'),
    'catalogue.json': bytes('catalogue.json'),
  }
}

export const statementWith = (...runs: readonly BundledRun[]): Buffer => statementOf(runs, version())

/** Verifies a payload that is signed with the expected key or with another one. */
export async function verified(
  cwd: string,
  payload: Buffer,
  by: 'signer' | 'stranger' = 'signer',
): Promise<Ran> {
  const { privateKey } = by === 'signer' ? signer : stranger
  writeFileSync(join(cwd, 'forged.json'), sealed(payload, privateKey))
  return command(['verify-bundle', 'forged.json', '--key', 'key.pub'], { cwd })
}

/** Returns the run with a changed report. */
export function reporting(run: BundledRun, change: (report: Report) => void): BundledRun {
  const report: Report = JSON.parse(run['report.json'].toString())
  change(report)
  return { ...run, 'report.json': Buffer.from(`${JSON.stringify(report, null, 2)}\n`) }
}

/** Returns the run with changed events. An event is dropped if `change` returns undefined. */
export function recording(run: BundledRun, change: (event: RunEvent) => RunEvent | undefined): BundledRun {
  const lines = run['events.ndjson'].toString().trimEnd().split('\n')
  const events = lines.flatMap((line) => change(JSON.parse(line)) ?? [])
  return {
    ...run,
    'events.ndjson': Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join('')),
  }
}
