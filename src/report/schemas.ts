import { readFileSync } from 'node:fs'
import { Ajv2020, type SchemaObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { RunEvent } from '../core/events.ts'
import { onceFor } from '../core/once.ts'
import type { Report } from './data/json.ts'

/** The published schemas of events.ndjson, report.json and matrix.json. */
export interface Schemas {
  event: ValidateFunction<RunEvent>
  report: ValidateFunction<Report>
  matrix: ValidateFunction
}

const published = (name: string): SchemaObject =>
  JSON.parse(readFileSync(new URL(`../../spec/schemas/${name}.json`, import.meta.url), 'utf8'))

type SchemaChange = (schema: SchemaObject) => SchemaObject

const asPublished: SchemaChange = (schema) => schema

/** Compiles the schemas. `change` lets a test make them stricter than what they promise to readers. */
export function loadSchemas(change: SchemaChange = asPublished): Schemas {
  return compiled(change)
}

const compiled = onceFor((change: SchemaChange): Schemas => {
  const ajv = new Ajv2020({ formats: { 'date-time': true } })
  return {
    event: ajv.compile<RunEvent>(change(published('events'))),
    report: ajv.compile<Report>(change(published('report'))),
    matrix: ajv.compile(change(published('matrix'))),
  }
})
