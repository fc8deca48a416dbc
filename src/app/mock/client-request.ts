import type { Exchange } from '../../../mock/exchanges/exchange.ts'
import { operationIds } from '../../core/operations.ts'
import type { ClientRequest } from '../../diagnose/client/request.ts'
import { joined, messageOf } from './exchange-message.ts'

/** An exchange of the mock as it is judged; undefined where it is to no operation, or the mock did not keep all of it. */
export function clientRequestOf(exchange: Exchange): ClientRequest | undefined {
  const operation = operationIds.find((id) => id === exchange.operation)
  const message = messageOf(exchange)
  const length = message.headers['content-length']
  if (!operation || (length !== undefined && Number(length) !== exchange.body.byteLength)) return undefined
  return {
    operation,
    message,
    status: exchange.status,
    headers: joined(exchange.answerHeaders),
    text: Buffer.from(exchange.answerBody).toString(),
    at: new Date(exchange.at),
    ...(exchange.refusal ? { refusal: exchange.refusal } : {}),
  }
}
