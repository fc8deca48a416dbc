import { type Answer, isServerFailure } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Layer } from './transport.ts'

/** A valid request to one of these operations may create or complete something each time it is sent. */
const making: ReadonlyArray<RequestDraft['operation']> = [
  'create-outgoing-payment',
  'create-incoming-payment',
  'complete-incoming-payment',
]

/** Retries requests after a failure of the server. */
export interface Retry {
  layer: Layer
  /**
   * Returns the answer to a retry if the server failed and the request was not retried yet, otherwise the answer
   * itself.
   */
  again: (answer: Answer) => Promise<Answer>
}

/**
 * Sends the same request once more, newly signed, if the server failed, so that a passing failure fails no check.
 * `rest` waits for as long as the server asks.
 */
export function createRetry(rest: (answer: Answer) => Promise<void> = async () => {}): Retry {
  const sent = new WeakMap<Answer, () => Promise<Answer>>()
  const again = async (answer: Answer): Promise<Answer> => {
    if (!isServerFailure(answer) || answer.repeats !== undefined) return answer
    const resend = sent.get(answer)
    if (!resend) return answer
    await rest(answer)
    return resend()
  }
  const layer: Layer = (next) => async (draft, tamper) => {
    const answer = await next(draft, tamper)
    sent.set(answer, () => next({ ...draft, repeats: answer.exchange }, tamper))
    const isWhole = !draft.invalid && !tamper
    return isWhole && making.includes(draft.operation) ? answer : again(answer)
  }
  return { layer, again }
}
