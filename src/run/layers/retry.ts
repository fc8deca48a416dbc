import { type Answer, isServerFailure } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Layer } from './transport.ts'

/** Requests of these, if they are whole, may make or complete something each time that they are sent. */
const making: ReadonlyArray<RequestDraft['operation']> = [
  'create-outgoing-payment',
  'create-incoming-payment',
  'complete-incoming-payment',
]

/** Sends requests once more where the server failed. */
export interface Retry {
  layer: Layer
  /** The answer itself, or what comes when its request is sent once more, if the server failed and that was not tried. */
  again: (answer: Answer) => Promise<Answer>
}

/**
 * Sends the same request once more, newly signed, if the server failed: a failure that passes fails no check. `rest` waits for
 * as long as the server asks for.
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
