import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { uint64Max } from '../core/amount.ts'
import type { FileProblem, KeyPath } from './reading/problem.ts'
import type { SchemaPlace } from './reading/violation.ts'
import { problemsOf } from './reading/violation.ts'

/** A file that users write, as its published schema describes it. */
export interface FileSchema {
  /** Checks a tree against the schema, and puts the schema's defaults into it. */
  problemsIn: (tree: unknown) => FileProblem[]
  knownKeys: ReadonlySet<string>
}

const uriFormat = (text: string): boolean => URL.canParse(text)
const uint64Format = (text: string): boolean => /^[0-9]+$/.test(text) && BigInt(text) <= uint64Max
const dateFormat = (text: string): boolean =>
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && new Date(text).toJSON()?.slice(0, 10) === text

const namesIn = (place: unknown): string[] => {
  if (typeof place !== 'object' || place === null) return []
  const own = 'properties' in place ? Object.keys(Object(place.properties)) : []
  return [...own, ...Object.values(place).flatMap(namesIn)]
}

/** Loads a schema that is published under `spec/schemas/`. */
export function fileSchema(name: string): FileSchema {
  const schema: SchemaPlace = JSON.parse(
    readFileSync(new URL(`../../spec/schemas/${name}.json`, import.meta.url), 'utf8'),
  )
  const validate = new Ajv2020({
    allErrors: true,
    verbose: true,
    useDefaults: true,
    allowUnionTypes: true,
    formats: { uri: uriFormat, uint64: uint64Format, date: dateFormat },
  }).compile(schema)
  return {
    problemsIn: (tree) => (validate(tree) ? [] : problemsOf(validate.errors ?? [], schema)),
    knownKeys: new Set(namesIn(schema)),
  }
}

const targetFile = fileSchema('target-file')

/** Checks a tree against the schema of target files, and puts its defaults into it. */
export const schemaProblems = targetFile.problemsIn

/**
 * Renders a key path without secrets. A key that the schema does not know may be a misplaced value (`{ token }` is a
 * key without a value), so it is shown only if it looks like a key and has a value.
 */
export function shownPath(path: KeyPath, tree: unknown, { knownKeys }: FileSchema = targetFile): string {
  let value: unknown = tree
  let shown = ''
  for (const key of path) {
    value = Object.getOwnPropertyDescriptor(Object(value), key)?.value
    if (typeof key === 'number') shown += `[${key}]`
    else shown += `${shown === '' ? '' : '.'}${isShown(key, value, knownKeys) ? key : '…'}`
  }
  return shown
}

const isShown = (key: string, value: unknown, knownKeys: ReadonlySet<string>): boolean =>
  knownKeys.has(key) || (value !== undefined && value !== null && /^[A-Za-z][A-Za-z0-9_-]{0,29}$/.test(key))

/**
 * Returns the path up to the last key that the schema knows. In a file that cannot be read, any other key may be a
 * value.
 */
export function knownPath(path: KeyPath, { knownKeys }: FileSchema = targetFile): KeyPath {
  const end = path.findIndex((key) => typeof key === 'string' && !knownKeys.has(key))
  return end === -1 ? path : path.slice(0, end)
}
