import type { Seen } from '../../../src/check/kinds/passive.ts'
import { isObject } from '../../../src/core/json.ts'
import { listing, type OpenPoint } from '../noting.ts'

/** The most 429 responses that are noted. */
const mostThrottled = 5

/** Lists the names of the fields, and of the fields of nested objects one level down: `error { code, description }`. */
const shapeOf = (value: unknown, depth = 0): string => {
  if (!isObject(value)) return Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`
  const fields = Object.entries(value).map(([name, inner]) =>
    isObject(inner) && depth === 0 ? `${name} { ${shapeOf(inner, 1)} }` : name,
  )
  return fields.join(', ')
}

/** Returns the texts at the usual places of error codes, or 'none'. */
const codesIn = (value: unknown): string[] => {
  if (!isObject(value)) return ['none']
  const { error, code, type } = value
  const inner = isObject(error) ? error['code'] : error
  const found = [inner, code, type].filter((each) => typeof each === 'string')
  return found.length > 0 ? found : ['none']
}

export const isError = ({ exchange }: Seen): boolean => (exchange.response?.status ?? 0) >= 400

export const bodyShapes = listing(
  'errors.body-shape',
  () => (seen) => (isError(seen) ? [seen.json === undefined ? 'not JSON' : shapeOf(seen.json)] : []),
)

export const errorCodes = listing('errors.codes', () => (seen) => (isError(seen) ? codesIn(seen.json) : []))

/** Notes after how many requests the server throttles a run. */
export const rateLimits: OpenPoint = {
  requirement: 'service.rate-limits',
  start: () => {
    let requests = 0
    let throttled = 0
    return ({ exchange }) => {
      requests++
      const { status = 0, headers = {} } = exchange.response ?? {}
      if (status === 429) throttled++
      return status === 429 ? throttledAs(throttled, requests, headers) : unthrottled(throttled, requests)
    }
  },
}

/** Returns true for 100, 1000 and so on. */
const isRound = (count: number): boolean => /^10{2,}$/.test(String(count))

const unthrottled = (times: number, requests: number): string | undefined =>
  times === 0 && isRound(requests) ? `no 429 in the first ${requests} requests` : undefined

const throttledAs = (
  times: number,
  requests: number,
  headers: Record<string, string>,
): string | undefined => {
  const after = headers['retry-after']
  const asked = after === undefined ? 'without Retry-After' : `Retry-After: ${after.slice(0, 40)}`
  return times > mostThrottled ? undefined : `429 at request ${requests}, ${asked}`
}
