import { Ajv2020 } from 'ajv/dist/2020.js'
import { published } from '../../formats/published.ts'
import { closed } from '../../formats/testing/closed.ts'

/** Compiles the published schemas, so that they allow no other keys than those that they name. */
export function closedSchemas() {
  const ajv = new Ajv2020({ formats: { 'date-time': true } })
  return {
    event: ajv.compile(closed(published.events)),
    report: ajv.compile(closed(published.report)),
    matrix: ajv.compile(closed(published.matrix)),
  }
}
