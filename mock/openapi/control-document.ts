import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

let known: unknown

/** The OpenAPI document of the control API. */
export function controlDocument(): unknown {
  known ??= parse(readFileSync(new URL('../../spec/control.openapi.yaml', import.meta.url), 'utf8'))
  return known
}
