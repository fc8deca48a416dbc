import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** A header field of requests on which frameworks, proxies or caches act. */
export interface RequestHeader {
  /** The name in lower case. */
  name: string
  /** Statuses that the definition of the field allows for a valid request. */
  answers?: readonly number[]
  /** Set if the field describes a body. */
  body?: boolean
}

const registry = new URL('../../spec/request-headers.yaml', import.meta.url)

export const requestHeaders: readonly RequestHeader[] = parse(readFileSync(registry, 'utf8')).fields

/** Returns true if a request has the header. The Content-Type that every body has does not count. */
export function hasHeader(headers: ReadonlyMap<string, string>, name: string): boolean {
  return headers.has(name) && headers.get(name) !== 'application/json'
}
