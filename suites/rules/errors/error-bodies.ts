import type { PassiveCheck, Seen } from '../../../src/check/kinds/passive.ts'
import { operationIds } from '../../../src/core/operations.ts'
import { noting } from '../noting.ts'
import { cacheControl, notesOfCacheControl } from './cache-control.ts'
import { notesOfErrors, openPointsOfErrors } from './error-notes.ts'

const isError = ({ exchange }: Seen): boolean => (exchange.response?.status ?? 0) >= 400

const bodiesAreJson: PassiveCheck = {
  id: 'rules/error-bodies-are-json',
  title: 'The body of a refusal is JSON',
  detects: 'refusals-in-html',
  claims: () => ['errors.body-json'],
  operations: [...operationIds],
  needs: {},
  start: () => (seen) => {
    if (!isError(seen)) return []
    const isEmpty = (seen.exchange.response?.body ?? '') === ''
    const held = isEmpty || seen.json !== undefined
    const type = seen.exchange.response?.headers['content-type'] ?? 'no content type'
    return [
      {
        requirement: 'errors.body-json',
        held,
        want: 'JSON, or nothing',
        got: isEmpty ? 'nothing' : held ? 'JSON' : `a body of ${type}`,
      },
    ]
  },
}

/** The interface defines all bodies as JSON. An empty body breaks no requirement. */
export const errorBodiesAreJson = noting(
  noting(bodiesAreJson, openPointsOfErrors, notesOfErrors),
  [cacheControl],
  notesOfCacheControl,
)

const stackTrace =
  /(?:^|\n|\\n)[ \t]*at .{1,200}[(/\\].{1,200}:\d+|Traceback \(most recent call last\)|\bpanic: |goroutine \d+ \[/

/** Characters. A stack trace begins early, and the time that the pattern takes grows with the text. */
const lookedAt = 16_384

export const errorBodiesTellNoStackTrace: PassiveCheck = {
  id: 'rules/error-bodies-tell-no-stack-trace',
  title: 'A refusal does not contain a stack trace',
  detects: 'refusals-with-stack-trace',
  claims: () => ['errors.no-stack-trace'],
  operations: [...operationIds],
  needs: {},
  start: () => (seen) => {
    if (!isError(seen)) return []
    const held = !stackTrace.test((seen.exchange.response?.body ?? '').slice(0, lookedAt))
    return [
      {
        requirement: 'errors.no-stack-trace',
        held,
        want: 'no stack trace',
        got: held ? 'none' : 'a stack trace',
      },
    ]
  },
}
