import type { Seen } from '../../../src/check/kinds/passive.ts'
import { ruleOf } from '../../../src/check/kinds/rule.ts'
import { isObject } from '../../../src/core/json.ts'
import { operationIds } from '../../../src/core/operations.ts'
import { bodyInWords } from '../../../src/judge/answers.ts'
import { listing, noting, type OpenPoint } from '../noting.ts'
import { isTooLarge } from './passing-failures.ts'

const isError = ({ exchange }: Seen): boolean => (exchange.response?.status ?? 0) >= 400

/**
 * Returns true for a status with which a gateway in front of the service may respond by itself: the request is too large
 * for it, too many came, or the service is away. The interface does not show such a gateway, and no operation was carried
 * out.
 */
const mayBeOfGateway = (status: number): boolean =>
  isTooLarge(status) || [429, 502, 503, 504].includes(status)

const bodiesAreJson = ruleOf({
  id: 'rules/error-bodies-are-json',
  title: 'The body of a refusal is JSON',
  detects: 'refusals-in-html',
  verifies: 'errors.body-json',
  operations: [...operationIds],
  start: () => (seen) => {
    const { response } = seen.exchange
    if (!isError(seen) || mayBeOfGateway(response?.status ?? 0)) return []
    const isEmpty = (response?.body ?? '') === '' && response?.incomplete === undefined
    const held = isEmpty || seen.json !== undefined
    const got = isEmpty ? 'nothing' : held ? 'JSON' : bodyInWords(response)
    return [{ held, want: 'JSON, or nothing', got }]
  },
})

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

const bodyShapes = listing(
  'errors.body-shape',
  () => (seen) => (isError(seen) ? [seen.json === undefined ? 'not JSON' : shapeOf(seen.json)] : []),
)

const errorCodes = listing('errors.codes', () => (seen) => (isError(seen) ? codesIn(seen.json) : []))

/** The most 429 responses that are noted. */
const mostThrottled = 5

/** Notes after how many requests the server throttles a run. */
const rateLimits: OpenPoint = {
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

/** All responses contain amounts, which a shared cache would show to others. */
const cacheControl = listing('service.cache-control', () => ({ accepted, exchange }) => {
  const { operation, response } = exchange
  if (!accepted || operation === undefined) return []
  return [`${operation}: ${response?.headers['cache-control'] ?? 'none'}`]
})

/** The interface defines all bodies as JSON. An empty body breaks no requirement. */
export const errorBodiesAreJson = noting(bodiesAreJson, bodyShapes, errorCodes, rateLimits, cacheControl)

/** Lines with quotation marks do not count, because a parser may quote the body after `at` to show the broken place. */
const stackTrace =
  /(?:^|\n|\\n)[ \t]*at [^"\n]{1,200}[(/\\][^"\n]{1,200}:\d+|Traceback \(most recent call last\)|\bpanic: |goroutine \d+ \[/

/** Characters. A stack trace begins early, and the time that the pattern takes grows with the text. */
const lookedAt = 16_384

export const errorBodiesTellNoStackTrace = ruleOf({
  id: 'rules/error-bodies-tell-no-stack-trace',
  title: 'A refusal does not contain a stack trace',
  detects: 'refusals-with-stack-trace',
  verifies: 'errors.no-stack-trace',
  operations: [...operationIds],
  start: () => (seen) => {
    if (!isError(seen)) return []
    const held = !stackTrace.test((seen.exchange.response?.body ?? '').slice(0, lookedAt))
    return [{ held, want: 'no stack trace', got: held ? 'none' : 'a stack trace' }]
  },
})
