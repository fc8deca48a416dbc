import type { Exchange } from '../../../mock/exchanges/exchange.ts'
import { parseJson } from '../../core/json.ts'

/** Milliseconds that an answer of the authorization server tells the client to wait before it continues; 0 where none does. */
export function answeredWait({ operation, status, answerBody }: Exchange): number {
  if (status !== 200 || (operation !== 'post-request' && operation !== 'post-continue')) return 0
  const { continue: further } = Object(parseJson(Buffer.from(answerBody).toString())) as {
    continue?: unknown
  }
  const { wait } = Object(further) as { wait?: unknown }
  return typeof wait === 'number' ? wait * 1000 : 0
}
