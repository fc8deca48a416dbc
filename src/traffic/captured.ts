import type { HttpRequest } from '../core/http-request.ts'

/** A request and what came back, as they passed between others. */
export interface Captured {
  request: HttpRequest
  /** Absent if there was no response, or if it could not be read. */
  response?: CapturedResponse
  /** When the request was sent, in milliseconds since 1970, and how long its answer took. */
  at: number
  milliseconds: number
}

export interface CapturedResponse {
  status: number
  headers: Record<string, string>
  /** Without content codings. */
  text: string
}

/** Places in the order of what happened: see the events of an exchange. */
export interface TrafficOrder {
  sent: number
  received: number
}

/**
 * In the order in which they were answered. Of a request that was sent in the very moment of an answer nobody knows
 * whether it was sent after that, so that it is taken to have been sent before.
 */
export function inOrder(captured: readonly Captured[]): Array<{ captured: Captured; counts: TrafficOrder }> {
  const moments = captured
    .flatMap((one) => [
      { one, at: one.at, isAnswer: false },
      { one, at: one.at + one.milliseconds, isAnswer: true },
    ])
    .sort((a, b) => a.at - b.at || Number(a.isAnswer) - Number(b.isAnswer))
  const sent = new Map<Captured, number>()
  return moments.flatMap(({ one, isAnswer }, place) => {
    if (isAnswer) return [{ captured: one, counts: { sent: sent.get(one) ?? 0, received: place + 1 } }]
    sent.set(one, place + 1)
    return []
  })
}
