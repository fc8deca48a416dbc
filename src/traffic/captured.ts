import type { HttpRequest } from '../core/http-request.ts'

/** A request and its response, as they passed between other parties. */
export interface Captured {
  request: HttpRequest
  /** The response, or undefined if there was none or if it could not be read. */
  response?: CapturedResponse
  /** The time at which the request was sent, in milliseconds since 1970, and the milliseconds until the response. */
  at: number
  milliseconds: number
}

export interface CapturedResponse {
  status: number
  headers: Record<string, string>
  /** The body without content codings. */
  text: string
}

/** The positions of an exchange in the order of all events: see the events of an exchange. */
export interface TrafficOrder {
  sent: number
  received: number
}

/**
 * Sorts exchanges by the time of their responses. Nobody knows whether a request that was sent in the very moment of a
 * response was sent after it, so it counts as sent before.
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
