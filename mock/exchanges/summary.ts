import type { Exchange } from './exchange.ts'

/** An exchange in a line of a list. */
export interface Summary {
  id: number
  at: string
  method: string
  /** Its beginning, where it is long. */
  url: string
  status: number
  operation?: string
  /** Id of the guard that refused. */
  refusedBy?: string
  broken?: string
}

/** No more of a URL stands in a list. */
const longest = 300

export function summaryOf({ id, at, method, url, status, operation, refusal, broken }: Exchange): Summary {
  return {
    id,
    at: new Date(at).toISOString(),
    method,
    url: url.length > longest ? `${url.slice(0, longest)}…` : url,
    status,
    ...(operation !== undefined && { operation }),
    ...(refusal && { refusedBy: refusal.guard }),
    ...(broken !== undefined && { broken }),
  }
}

/** Whether the mock refused: by a guard, or by the status of its answer. */
export function isRefused({ status, refusal }: Exchange): boolean {
  return refusal !== undefined || status >= 400
}
