import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'

const spec = new URL('../../spec/', import.meta.url)

/** The catalogue as far as faults need it: which requirement states a keyword of spec/openapi.yaml. */
export interface Catalogue {
  ids: ReadonlySet<string>
  /** By place, such as `Quote.id.required`. */
  byPointer: ReadonlyMap<string, string>
}

interface Entry {
  id: string
  schema?: string[]
}

export const readCatalogue = (): Catalogue => {
  const entries = entriesOf(new URL('requirements/', spec))
  return {
    ids: new Set(entries.map(({ id }) => id)),
    byPointer: new Map(entries.flatMap(({ id, schema = [] }) => schema.map((place) => [place, id] as const))),
  }
}

const entriesOf = (folder: URL): Entry[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .flatMap(
      (file) =>
        (parse(readFileSync(new URL(file, folder), 'utf8')) as { requirements: Entry[] }).requirements,
    )

/** A schema of spec/openapi.yaml, as far as it is used there. */
export interface Schema {
  $ref?: string
  type?: string
  format?: string
  pattern?: string
  maximum?: number
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  allOf?: Schema[]
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

export const readApi = (): Api => parse(readFileSync(new URL('openapi.yaml', spec), 'utf8')) as Api
