import type { RunEvent } from '../../src/core/events.ts'
import { isObject, parseJson } from '../../src/core/json.ts'

/** The debits of the payments that the server made in a run. */
export function debitsIn(events: readonly RunEvent[]): bigint[] {
  return events.flatMap((event) => {
    if (event.type !== 'exchange' || event.operation !== 'create-outgoing-payment') return []
    const body = event.response?.status === 201 ? parseJson(event.response.body) : undefined
    const debit = isObject(body) && isObject(body['debitAmount']) ? body['debitAmount']['value'] : undefined
    return typeof debit === 'string' ? [BigInt(debit)] : []
  })
}
