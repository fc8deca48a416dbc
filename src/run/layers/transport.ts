import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft, Tamper } from '../../http/draft.ts'

/** Sends a request and gives the answer to it, or that there was none. */
export type Transport = (draft: RequestDraft, tamper?: Tamper) => Promise<Answer>

/** Does one thing around whatever the next transport does. */
export type Layer = (next: Transport) => Transport

/** A transport within layers, the innermost first. */
export function within(wire: Transport, ...layers: readonly Layer[]): Transport {
  return layers.reduce((next, layer) => layer(next), wire)
}
