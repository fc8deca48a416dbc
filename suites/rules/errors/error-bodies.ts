import { ruleOf } from '../../../src/check/kinds/rule.ts'
import { operationIds } from '../../../src/core/operations.ts'
import { bodyInWords } from '../../../src/judge/answers.ts'
import { listing, noting } from '../noting.ts'
import { bodyShapes, errorCodes, isError, rateLimits } from './error-notes.ts'

/**
 * A 429 is not judged: no operation was carried out, and the interface does not show the limits of a gateway in front of
 * the service.
 */
const bodiesAreJson = ruleOf({
  id: 'rules/error-bodies-are-json',
  title: 'The body of a refusal is JSON',
  detects: 'refusals-in-html',
  verifies: 'errors.body-json',
  operations: [...operationIds],
  start: () => (seen) => {
    const { response } = seen.exchange
    if (!isError(seen) || response?.status === 429) return []
    const isEmpty = (response?.body ?? '') === '' && response?.incomplete === undefined
    const held = isEmpty || seen.json !== undefined
    const got = isEmpty ? 'nothing' : held ? 'JSON' : bodyInWords(response)
    return [{ held, want: 'JSON, or nothing', got }]
  },
})

/** All responses contain amounts, which a shared cache would show to others. */
const cacheControl = listing('service.cache-control', () => ({ accepted, exchange }) => {
  const { operation, response } = exchange
  if (!accepted || operation === undefined) return []
  return [`${operation}: ${response?.headers['cache-control'] ?? 'none'}`]
})

/** The interface defines all bodies as JSON. An empty body breaks no requirement. */
export const errorBodiesAreJson = noting(bodiesAreJson, bodyShapes, errorCodes, rateLimits, cacheControl)

const stackTrace =
  /(?:^|\n|\\n)[ \t]*at .{1,200}[(/\\].{1,200}:\d+|Traceback \(most recent call last\)|\bpanic: |goroutine \d+ \[/

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
