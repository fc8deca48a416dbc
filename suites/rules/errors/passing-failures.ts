import type { PassiveCheck } from '../../../src/check/kinds/passive.ts'
import { createMemory } from '../../../src/check/memory.ts'
import type { ExchangeEvent } from '../../../src/core/events.ts'
import { operationIds } from '../../../src/core/operations.ts'
import { answerInWords, isServerFailure } from '../../../src/http/answers/answer.ts'

const requirement = 'errors.no-passing-failure'

/** No other rule judges a failure that a retry removes: all claims rest on the response to the retry. */
export const noPassingFailure: PassiveCheck = {
  id: 'rules/no-passing-failure',
  title: 'No request fails with a server error and then succeeds when it is repeated',
  detects: 'unavailable-now-and-then',
  claims: () => [requirement],
  operations: [...operationIds],
  needs: {},
  start: () => {
    const failed = createMemory<ExchangeEvent>(1000)
    return ({ exchange }) => {
      const { number, repeats } = exchange
      const seen = {
        requirement,
        want: 'no 5xx, reset or timeout that disappears when the request is repeated',
      }
      if (isServerFailure(exchange)) {
        // The server may close an idle connection at any time, even while the next request is on its way.
        if (exchange.failure?.code !== 'closed') failed.set(String(number), exchange)
        return []
      }
      // A request that was not carried out, or whose response is unknown, shows nothing.
      if (!exchange.response) return []
      const first = repeats === undefined ? undefined : failed.get(String(repeats))
      if (!first) return [{ ...seen, held: true, got: answerInWords(exchange) }]
      const got = `${answerInWords(first)}, but not when the request was repeated`
      return [{ ...seen, held: false, got, earlier: first.number }]
    }
  },
}
