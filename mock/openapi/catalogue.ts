import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { asObject } from '../core/json.ts'
import type { ProfileName } from '../core/operations.ts'

const spec = new URL('../../spec/', import.meta.url)

/** The part of the catalogue that faults need: the requirement that states a keyword of spec/openapi.yaml. */
export interface StatedCatalogue {
  ids: ReadonlySet<string>
  /** Requirement ids by place, such as `Quote.id.required`. */
  byPointer: ReadonlyMap<string, string>
}

interface StatedRequirement {
  id: string
  schema?: string[]
}

/** The changes of a profile to inherited requirements: ids that it drops, and differences by id. */
interface Inherited {
  without?: Record<string, unknown>
  otherwise?: Record<string, Partial<StatedRequirement>>
}

/** Reads the catalogue of a profile. Cached. */
export function readCatalogue(profile: ProfileName): StatedCatalogue {
  const catalogue = catalogues.get(profile) ?? catalogueOf(profile)
  catalogues.set(profile, catalogue)
  return catalogue
}

const catalogues = new Map<ProfileName, StatedCatalogue>()

const catalogueOf = (profile: ProfileName): StatedCatalogue => {
  const entries = lineageOf(profile).reduce(withOwn, [])
  return {
    ids: new Set(entries.map(({ id }) => id)),
    byPointer: new Map(entries.flatMap(({ id, schema = [] }) => schema.map((place) => [place, id] as const))),
  }
}

const folderOf = (profile: string): URL => new URL(`profiles/${profile}/`, spec)

/** Lists a profile after those that it extends. The first one is the interface, whose files are in spec/ itself. */
const lineageOf = (profile: string): string[] => {
  const { extends: base } = read(new URL('profile.yaml', folderOf(profile))) as { extends?: string }
  return base === undefined ? [profile] : [...lineageOf(base), profile]
}

/** Reads a profile's own file of that name. Empty if there is none. */
const ownFile = (profile: string, name: string): object => {
  const file = new URL(name, folderOf(profile))
  return existsSync(file) ? (read(file) as object) : {}
}

const withOwn = (entries: readonly StatedRequirement[], profile: string): StatedRequirement[] => {
  if (profile === 'interface') return entriesOf(new URL('requirements/', spec))
  const { without = {}, otherwise = {} }: Inherited = ownFile(profile, 'inherited.yaml')
  const inherited = entries.filter(({ id }) => !(id in without))
  return [
    ...inherited.map((entry) => merged(entry, otherwise[entry.id] ?? {}) as StatedRequirement),
    ...entriesOf(new URL('requirements/', folderOf(profile))),
  ]
}

const entriesOf = (folder: URL): StatedRequirement[] =>
  (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .flatMap((file) => (read(new URL(file, folder)) as { requirements: StatedRequirement[] }).requirements)

const read = (file: URL): unknown => parse(readFileSync(file, 'utf8'))

/** A schema of spec/openapi.yaml, as far as the mock uses it. */
export interface FieldSchema {
  $ref?: string
  /** The type, or a list if null is allowed too. */
  type?: string | string[]
  enum?: string[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  required?: string[]
  properties?: Record<string, FieldSchema>
  items?: FieldSchema
  allOf?: FieldSchema[]
  /** Alternatives: an object or null. */
  anyOf?: FieldSchema[]
  oneOf?: FieldSchema[]
  then?: FieldSchema
  'x-should'?: string[] | FieldSchema
}

interface DescribedOperation {
  operationId: string
  responses: Record<string, { content?: { 'application/json'?: { schema: FieldSchema } } }>
}

export interface Api {
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, FieldSchema> }
}

/** The operations and responses of a profile: those of the interface, with the profile's changes applied. */
export function readApi(profile: ProfileName): Api {
  const [, ...extending] = lineageOf(profile)
  const differences = extending.map((name) => ownFile(name, 'openapi.yaml'))
  return differences.reduce(merged, read(new URL('openapi.yaml', spec))) as Api
}

/** Applies a JSON Merge Patch to a JSON value (RFC 7396): null removes a member. */
export function merged(value: unknown, patch: unknown): unknown {
  const differences = asObject(patch)
  if (!differences) return patch
  const whole: Record<string, unknown> = { ...asObject(value) }
  for (const [name, differs] of Object.entries(differences)) {
    if (differs === null) delete whole[name]
    else whole[name] = merged(whole[name], differs)
  }
  return whole
}

let known: unknown

/** The OpenAPI document of the control API. Cached. */
export function controlDocument(): unknown {
  known ??= parse(readFileSync(new URL('../../spec/control.openapi.yaml', import.meta.url), 'utf8'))
  return known
}
