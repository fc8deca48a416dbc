import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft, Tamper } from '../../http/draft.ts'

/** Sends a request and returns the answer: the response, or the failure to get one. */
export type Transport = (draft: RequestDraft, tamper?: Tamper) => Promise<Answer>

/** Wraps one behaviour around the next transport. */
export type Layer = (next: Transport) => Transport

/** Wraps a transport in layers, the innermost first. */
export function within(wire: Transport, ...layers: readonly Layer[]): Transport {
  return layers.reduce((next, layer) => layer(next), wire)
}
