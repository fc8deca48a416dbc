import type { Exchange } from '../../../mock/exchanges/exchange.ts'
import { parseJson } from '../../core/json.ts'

/**
 * Returns the milliseconds that a response of the authorization server tells the client to wait before it continues, or
 * 0 if it says nothing.
 */
export function answeredWait({ operation, status, answerBody }: Exchange): number {
  if (status !== 200 || (operation !== 'post-request' && operation !== 'post-continue')) return 0
  const { continue: further } = Object(parseJson(Buffer.from(answerBody).toString())) as {
    continue?: unknown
  }
  const { wait } = Object(further) as { wait?: unknown }
  return typeof wait === 'number' ? wait * 1000 : 0
}
