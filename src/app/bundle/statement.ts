import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { ConfigurationError } from '../../core/errors.ts'
import type { RunStarted } from '../../core/events.ts'
import { asText, isObject, parseJson, valueAt } from '../../core/json.ts'
import { requirementsOf } from '../run/knowledge-of.ts'

const fileNames = ['events.ndjson', 'report.json', 'catalogue.json'] as const

/** The reason why a bundle, or a run in it, is not what it claims to be. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

export type BundledRun = Readonly<Record<(typeof fileNames)[number], Buffer>>

/** The contents of a bundle. Each run is unpacked only when it is requested, so that only one is in memory. */
export interface Bundled {
  /** The version of op-conformance that packed the bundle. */
  harness: string
  runs: ReadonlyArray<() => BundledRun>
}

const statementType = 'https://in-toto.io/Statement/v1'
const predicateType = 'https://open-payments-conformance/result/v1'

/** The largest size of an unpacked file in a bundle, in bytes. The record of a whole run has some 70 MiB. */
export const largestFile = 256 * 1024 * 1024

/** Returns the requirements that a run is judged by in this version, in the form that a bundle has them. */
export function catalogueOf(run: Pick<RunStarted, 'profile' | 'judges'>): Buffer {
  return Buffer.from(JSON.stringify([...requirementsOf(run).values()]))
}

/** Builds an in-toto statement about the files of these runs. The statement contains the files. */
export function statementOf(runs: readonly BundledRun[], harness: string): Buffer {
  const files = runs.flatMap((run, index) =>
    fileNames.map((name) => ({ name: nameOf(index, name), bytes: run[name] })),
  )
  const digests = new Map(files.map(({ name, bytes }) => [name, digestOf(bytes)]))
  const contents = Object.fromEntries(
    files.map(({ name, bytes }) => [name, gzipSync(bytes).toString('base64')]),
  )
  return written(digests, harness, contents)
}

/** Writes a statement in the only permitted way, so that nothing in it goes unread. */
const written = (
  digests: ReadonlyMap<string, string>,
  harness: string,
  contents: Record<string, string>,
): Buffer => {
  const subject = [...digests].map(([name, sha256]) => ({ name, digest: { sha256 } }))
  return Buffer.from(
    JSON.stringify({ _type: statementType, subject, predicateType, predicate: { harness, contents } }),
  )
}

const nameOf = (index: number, name: string): string => `${index + 1}/${name}`

/** Returns the runs of a statement. Throws Refused if op-conformance does not write such a statement. */
export function bundledIn(payload: Buffer): Bundled {
  const { digests, harness, contents } = partsOf(parseJson(payload.toString()))
  const names = [...digests.keys()]
  const runs = Array.from({ length: names.length / fileNames.length }, (_, index) => index)
  const expected = runs.flatMap((index) => fileNames.map((name) => nameOf(index, name)))
  if (names.length === 0) throw new Refused('it holds no run')
  if (expected.join() !== names.join() || expected.join() !== Object.keys(contents).join())
    throw new Refused(`it does not hold ${fileNames.join(', ')} of each run, and nothing else`)
  if (!written(digests, harness, contents).equals(payload))
    throw new Refused('its statement is not written as op-conformance writes one')
  const file = (index: number, name: (typeof fileNames)[number]): Buffer => {
    const bytes = unpacked(contents[nameOf(index, name)] ?? '', nameOf(index, name))
    if (digestOf(bytes) === digests.get(nameOf(index, name))) return bytes
    throw new Refused(`${nameOf(index, name)} does not have the digest that is stated`)
  }
  return {
    harness,
    runs: runs.map((index) => () => ({
      'events.ndjson': file(index, 'events.ndjson'),
      'report.json': file(index, 'report.json'),
      'catalogue.json': file(index, 'catalogue.json'),
    })),
  }
}

/** Unpacks a file of a bundle. The limit counts the bytes that come out, whatever size the archive states. */
export function unpacked(content: string, name: string, most = largestFile): Buffer {
  try {
    return gunzipSync(Buffer.from(content, 'base64'), { maxOutputLength: most })
  } catch (error) {
    const isTooLarge = Object(error).code === 'ERR_BUFFER_TOO_LARGE'
    throw new ConfigurationError(
      'ERR_BUNDLE_UNREADABLE',
      `the bundle cannot be read: ${name} in it ${isTooLarge ? `is larger than ${most / 1024 / 1024} MiB` : 'is not a gzip archive'}; name a bundle that op-conformance wrote`,
    )
  }
}

const versionForm = /^\d{1,9}\.\d{1,9}\.\d{1,9}(?:[-+][\w.+-]{1,40})?$/

const partsOf = (statement: unknown) => {
  const isOurs =
    isObject(statement) &&
    statement['_type'] === statementType &&
    statement['predicateType'] === predicateType
  if (!isOurs) throw new Refused('its statement is not one of a conformance result')
  const { subject, predicate } = statement
  const { contents, harness } = isObject(predicate) ? predicate : {}
  if (!Array.isArray(subject) || !isContents(contents)) throw new Refused('its statement has no files')
  if (typeof harness !== 'string' || !versionForm.test(harness))
    throw new Refused('its statement does not say which version of op-conformance wrote it')
  return { digests: new Map(subject.map(digestIn)), harness, contents }
}

const digestIn = (subject: unknown): [name: string, sha256: string] => [
  asText(valueAt(subject, 'name')),
  asText(valueAt(subject, 'digest', 'sha256')),
]

const isContents = (value: unknown): value is Record<string, string> =>
  isObject(value) && Object.values(value).every((content) => typeof content === 'string')

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
