import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { ProfileName } from '../core/profile-name.ts'
import { merged } from './merged.ts'

const spec = new URL('../../spec/', import.meta.url)

/** The catalogue as far as faults need it: which requirement states a keyword of spec/openapi.yaml. */
export interface Catalogue {
  ids: ReadonlySet<string>
  /** By place, such as `Quote.id.required`. */
  byPointer: ReadonlyMap<string, string>
}

interface Entry {
  id: string
  profiles?: string[]
  schema?: string[]
  /** What the entry says otherwise in single profiles. */
  in?: Record<string, { schema?: string[] }>
}

interface File {
  defaults?: { profiles?: string[] }
  requirements: Entry[]
}

/** What stands in a profile. */
export function readCatalogue(profile: ProfileName = 'interface'): Catalogue {
  const catalogue = catalogues.get(profile) ?? catalogueOf(profile)
  catalogues.set(profile, catalogue)
  return catalogue
}

const catalogues = new Map<ProfileName, Catalogue>()

const catalogueOf = (profile: ProfileName): Catalogue => {
  const entries = entriesOf(new URL('requirements/', spec)).filter(({ profiles }) =>
    profiles?.includes(profile),
  )
  return {
    ids: new Set(entries.map(({ id }) => id)),
    byPointer: new Map(
      entries.flatMap(({ id, schema, in: differs }) =>
        (differs?.[profile]?.schema ?? schema ?? []).map((place) => [place, id] as const),
      ),
    ),
  }
}

const entriesOf = (folder: URL): Entry[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .flatMap((file) => {
      const { defaults, requirements } = read(new URL(file, folder)) as File
      return requirements.map((entry) => ({ ...defaults, ...entry }))
    })

const read = (file: URL): unknown => parse(readFileSync(file, 'utf8'))

/** A schema of spec/openapi.yaml, as far as it is used there. */
export interface Schema {
  $ref?: string
  /** A list where null is as good. */
  type?: string | string[]
  enum?: string[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  allOf?: Schema[]
  /** An object, or null. */
  anyOf?: Schema[]
  oneOf?: Schema[]
  then?: Schema
  'x-should'?: string[] | Schema
}

interface Operation {
  operationId: string
  responses: Record<string, { content?: { 'application/json'?: { schema: Schema } } }>
}

export interface Api {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** The operations and answers of a profile: those of the interface, and over them what the profile says otherwise. */
export function readApi(profile: ProfileName = 'interface'): Api {
  const api = read(new URL('openapi.yaml', spec))
  const differs = profile === 'interface' ? {} : read(new URL(`profiles/${profile}.openapi.yaml`, spec))
  return merged(api, differs) as Api
}
