import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { isObject, parseJson } from '../../core/json.ts'

/** The files of one run, by name; what a bundle is about. */
export type BundledFiles = Readonly<Record<string, Buffer>>

const statementType = 'https://in-toto.io/Statement/v1'
const predicateType = 'https://open-payments-conformance/result/v1'

/** An in-toto statement about the files, with the files in it. */
export function statementOf(files: BundledFiles, harness: string): Buffer {
  const subject = Object.entries(files).map(([name, bytes]) => ({
    name,
    digest: { sha256: digestOf(bytes) },
  }))
  const contents = Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, gzipSync(bytes).toString('base64')]),
  )
  return Buffer.from(
    JSON.stringify({ _type: statementType, subject, predicateType, predicate: { harness, contents } }),
  )
}

/** The files of a statement, each of which has the digest that the statement says; or why they cannot be had. */
export function filesIn(payload: Buffer): { files: BundledFiles; harness: string } | { refused: string } {
  const statement = parseJson(payload.toString())
  if (
    !isObject(statement) ||
    statement['_type'] !== statementType ||
    statement['predicateType'] !== predicateType
  )
    return { refused: 'its statement is not one of a conformance result' }
  const { subject, predicate } = statement
  const { contents, harness } = isObject(predicate) ? predicate : {}
  if (!Array.isArray(subject) || !isObject(contents)) return { refused: 'its statement has no files' }
  const files: Record<string, Buffer> = {}
  for (const [name, content] of Object.entries(contents)) {
    const bytes = gunzipSync(Buffer.from(String(content), 'base64'))
    const stated = subject.find((one) => isObject(one) && one['name'] === name)
    const digest = isObject(stated) && isObject(stated['digest']) ? stated['digest']['sha256'] : undefined
    if (digest !== digestOf(bytes)) return { refused: `${name} does not have the digest that is stated` }
    files[name] = bytes
  }
  return { files, harness: String(harness) }
}

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
