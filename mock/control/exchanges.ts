import { NotThere } from '../core/errors.ts'
import { isRefused, summaryOf } from '../exchanges/exchange.ts'
import { findingsOf, inText, shownExchange } from '../exchanges/shown.ts'
import type { Control } from './control.ts'
import { oneOf, wholeNumber } from './reading.ts'

/** Lists the latest exchanges in one line each, oldest first. */
export const listExchanges: Control = {
  method: 'get',
  path: '/exchanges',
  parameters: ['since', 'refused', 'limit'],
  work: ({ exchanges }, _body, { query }) => {
    const since = wholeNumber(query.get('since') ?? 0, 'since')
    const limit = wholeNumber(query.get('limit') ?? 100, 'limit', { least: 1, most: 1000 })
    const refused = oneOf(['true', 'false'], query.get('refused') ?? 'false', 'refused') === 'true'
    const found = exchanges.all().filter((each) => each.id > since && (!refused || isRefused(each)))
    return { exchanges: found.slice(-limit).map(summaryOf) }
  },
}

/** Shows one exchange in full. If the mock refused its request, the findings say what is wrong with it. */
export const showExchange: Control = {
  method: 'get',
  path: '/exchanges/:id',
  work: ({ exchanges, explain, world }, _body, { params, asText }) => {
    const id = wholeNumber(params['id'], 'the id of an exchange', { least: 1 })
    const exchange = exchanges.get(id)
    if (!exchange) throw new NotThere(missing(id, exchanges.limits.count))
    const findings = findingsOf(exchange, explain, world)
    return asText ? { text: inText(exchange, findings) } : shownExchange(exchange, findings)
  },
}

const missing = (id: number, most: number): string =>
  `Exchange ${id} is not stored. The mock keeps the latest ${most} exchanges until a reset. GET /_control/exchanges lists them`
