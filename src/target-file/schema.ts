import { readFileSync } from 'node:fs'
import type { ErrorObject } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { nearest } from '../catalogue/nearest.ts'
import { uint64Max } from '../core/amount.ts'
import type { FileProblem, KeyPath } from './reading/problem.ts'

/** A file that users write, as its published schema describes it. */
export interface FileSchema {
  /** Checks a tree against the schema, and puts the schema's defaults into it. */
  problemsIn: (tree: unknown) => FileProblem[]
  knownKeys: ReadonlySet<string>
}
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
    formats: { uri: (text) => URL.canParse(text), uint64: uint64Format, date: dateFormat },
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

/** The part of the published schema that describes one place: enough to word a message. */
export interface SchemaPlace {
  $ref?: string
  title?: string
  format?: string
  type?: string | string[]
  pattern?: string
  examples?: unknown[]
  properties?: Record<string, SchemaPlace>
  $defs?: Record<string, SchemaPlace>
}

/** Words the violations of the schema: the kind of value that was found, and the schema's title as the expectation. */
function problemsOf(errors: ErrorObject[], schema: SchemaPlace): FileProblem[] {
  const own = errors.filter(isOfItsOwn)
  const meant = new Set(own.map((error) => meantBy(error)?.join('.')))
  return own
    .filter((error) => !isMissing(error) || !meant.has(pathOf(error).join('.')))
    .map((error) => problemOf(error, schema))
}

// Errors of these keywords only repeat about the whole what another error says about a part.
const isOfItsOwn = ({ keyword, schemaPath }: ErrorObject): boolean =>
  keyword !== 'propertyNames' && keyword !== 'if' && !schemaPath.includes('/contains/')

const isMissing = ({ keyword }: ErrorObject): boolean =>
  keyword === 'required' || keyword === 'dependentRequired'

/** Returns the path that a misspelt key was meant for. That key is then not reported as missing. */
const meantBy = (error: ErrorObject): KeyPath | undefined => {
  const name = error.keyword === 'additionalProperties' ? nearestTo(error) : undefined
  return name === undefined ? undefined : [...parentPath(error), name]
}

const problemOf = (error: ErrorObject, schema: SchemaPlace): FileProblem => {
  const path = pathOf(error)
  const place = placeOf(error, schema)
  if (isMissing(error)) {
    const fact = `missing, expected ${place.title ?? 'a value'}`
    return { code: 'ERR_TARGET_MISSING', path, fact, next: `add it${example(place)}` }
  }
  if (error.keyword === 'additionalProperties') return unknownKey(error, path)
  if (path.join() === 'version') return otherVersion(error, path)
  const { keyword, data } = error
  const found = keyword === 'uniqueItems' ? 'the same item twice' : kindOf(data, place.format)
  const fact = `found ${found}, expected ${place.title ?? 'another value'}`
  return { code: 'ERR_TARGET_VALUE', path, fact, next: nextFor(data, place) }
}

const unknownKey = (error: ErrorObject, path: KeyPath): FileProblem => {
  const name = nearestTo(error)
  const older = 'Update op-conformance if the file is for a newer version'
  return {
    code: 'ERR_TARGET_UNKNOWN_KEY',
    path,
    fact: 'unknown key',
    next: name ? `did you mean "${name}"? ${older}` : `use one of: ${known(error).join(', ')}. ${older}`,
  }
}

const otherVersion = ({ data }: ErrorObject, path: KeyPath): FileProblem => ({
  code: 'ERR_TARGET_VERSION',
  path,
  fact: `found ${data === null ? 'nothing' : typeof data === 'number' ? 'another number' : kindOf(data)}, expected the number 1`,
  next: 'write version: 1, or update op-conformance if the file is for a newer version',
})

const nextFor = (data: unknown, place: SchemaPlace): string => {
  if (data === null) return `give it a value or remove the key${example(place)}`
  if (isMerelyUnquoted(data, place)) return `put it in quotes${example(place)}`
  const wanted = [place.type ?? []].flat().join()
  if (typeof data === 'string' && /^(?:number|integer|boolean)$/.test(wanted)) {
    return `write it without quotes${example(place)}. A variable does not work here, because variables are always text`
  }
  return `correct the value${example(place)}`
}

const isMerelyUnquoted = (data: unknown, { type = [], pattern = '' }: SchemaPlace): boolean =>
  /^(?:number|boolean)$/.test(typeof data) &&
  [type].flat().includes('string') &&
  new RegExp(pattern, 'u').test(String(data))

const example = ({ examples: [first] = [] }: SchemaPlace): string =>
  first === undefined ? '' : ` (for example ${String(first)})`

const pathOf = (error: ErrorObject): KeyPath => {
  const { additionalProperty, missingProperty } = error.params
  const key: string | undefined = additionalProperty ?? missingProperty ?? error.propertyName
  return key === undefined ? parentPath(error) : [...parentPath(error), key]
}

/** Splits the path and turns list positions into numbers. Any segment of digits is one, since no key of the file is. */
const parentPath = ({ instancePath }: ErrorObject): KeyPath =>
  instancePath
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((segment) => (/^[0-9]+$/.test(segment) ? Number(segment) : segment))

const placeOf = (error: ErrorObject, schema: SchemaPlace): SchemaPlace => {
  const parent = (error.parentSchema ?? {}) as SchemaPlace
  const place = isMissing(error) ? parent.properties?.[error.params.missingProperty] : parent
  const name = place?.$ref?.replace('#/$defs/', '')
  return { ...(name === undefined ? {} : schema.$defs?.[name]), ...place }
}

const known = ({ parentSchema }: ErrorObject): string[] => Object.keys(parentSchema?.properties ?? {})

const nearestTo = (error: ErrorObject): string | undefined =>
  nearest(error.params.additionalProperty, known(error))

/** Names the kind of a value in the target file. Never shows the value. */
function kindOf(value: unknown, format?: string): string {
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'boolean') return 'true or false'
  if (typeof value === 'number') return 'a number'
  if (typeof value === 'string') return format === 'uri' ? kindOfUrl(value) : kindOfText(value)
  return Array.isArray(value) ? 'a list' : 'a mapping'
}

const kindOfText = (text: string): string => {
  if (text === '') return 'empty text'
  if (/^\s+$/.test(text)) return 'nothing but white space'
  if (/[\r\n]/.test(text)) return 'text of several lines'
  return /\s/.test(text) ? 'text with white space' : 'another text'
}

const kindOfUrl = (text: string): string => {
  if (text.startsWith('$')) return 'a payment pointer'
  if (!URL.canParse(text)) return text === '' ? 'empty text' : 'text that is not an absolute URL'
  const { protocol, username, password } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return 'a URL with another scheme'
  if (username !== '' || password !== '') return 'a URL with a user name or password'
  if (/[^\x21-\x7e]/.test(text)) return 'a URL with characters that are not percent-encoded'
  if (text.includes('#')) return 'a URL with a fragment'
  return text.includes('?') ? 'a URL with a query' : 'another URL'
}
