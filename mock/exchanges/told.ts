import type { Response } from 'express'
import type { RefusedBy } from './exchange.ts'

/** What the exchange of an answer will say beside what stands on the wire. */
export interface Told {
  operation?: string
  refusal?: RefusedBy
  broken?: string
}

const byResponse = new WeakMap<object, Told>()

/** Told of an answer by whoever makes it, before it is sent. */
export function tell(response: Response, told: Told): void {
  byResponse.set(response, { ...byResponse.get(response), ...told })
}

export function toldOf(response: object): Told {
  return byResponse.get(response) ?? {}
}
