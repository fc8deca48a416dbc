import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { uint64Max } from '../amount.ts'
import type { Path, Problem } from './problem.ts'
import type { Place } from './violation.ts'
import { problemsOf } from './violation.ts'

const schema: Place = JSON.parse(
  readFileSync(new URL('../../spec/schemas/target-file.json', import.meta.url), 'utf8'),
)

const validate = new Ajv2020({
  allErrors: true,
  verbose: true,
  useDefaults: true,
  allowUnionTypes: true,
  formats: {
    uri: (text: string) => URL.canParse(text),
    uint64: (text: string) => /^[0-9]+$/.test(text) && BigInt(text) <= uint64Max,
  },
}).compile(schema)

/** Checks a tree against the published schema, and puts the schema's defaults into it. */
export const schemaProblems = (tree: unknown): Problem[] =>
  validate(tree) ? [] : problemsOf(validate.errors ?? [], schema)

const namesIn = (place: unknown): string[] => {
  if (typeof place !== 'object' || place === null) return []
  const own = 'properties' in place ? Object.keys(Object(place.properties)) : []
  return [...own, ...Object.values(place).flatMap(namesIn)]
}

const knownKeys: ReadonlySet<string> = new Set(namesIn(schema))

/**
 * A key path as it may be shown. A key that the schema does not know may be a value that went astray (`{ token }`
 * is a key without a value), so such a one is shown only if it looks like a key and has a value.
 */
export const shownPath = (path: Path, tree: unknown): string => {
  let value: unknown = tree
  let shown = ''
  for (const key of path) {
    value =
      typeof value === 'object' && value !== null
        ? Object.entries(value).find(([name]) => name === String(key))?.[1]
        : undefined
    if (typeof key === 'number') shown += `[${key}]`
    else shown += `${shown === '' ? '' : '.'}${isShown(key, value) ? key : '…'}`
  }
  return shown
}

const isShown = (key: string, value: unknown): boolean =>
  knownKeys.has(key) || (value !== undefined && value !== null && /^[A-Za-z][A-Za-z0-9_-]{0,29}$/.test(key))

/** The way down as far as the schema knows its keys: of a file that cannot be read, any other may be a value. */
export const knownPath = (path: Path): Path => {
  const end = path.findIndex((key) => typeof key === 'string' && !knownKeys.has(key))
  return end === -1 ? path : path.slice(0, end)
}
