import type { Session } from '../../check/session.ts'
import { type Answer, isServerFailure } from '../../http/answer.ts'
import type { RequestDraft, Tamper } from '../../http/draft.ts'

type Send = (draft: RequestDraft, tamper?: Tamper) => Promise<Answer>

/** Requests of these, if they are whole, may make or complete something each time that they are sent. */
const making: ReadonlyArray<RequestDraft['operation']> = [
  'create-outgoing-payment',
  'create-incoming-payment',
  'complete-incoming-payment',
]

/**
 * Sends the same request once more, newly signed, if the server failed: a failure that passes fails no check. `rest` waits for
 * as long as the server asks for.
 */
export function createSteady(
  send: Send,
  rest: (answer: Answer) => Promise<void> = async () => {},
): Pick<Session, 'send' | 'again'> {
  const sent = new WeakMap<Answer, () => Promise<Answer>>()
  const again = async (answer: Answer): Promise<Answer> => {
    if (!isServerFailure(answer) || answer.repeats !== undefined) return answer
    const resend = sent.get(answer)
    if (!resend) return answer
    await rest(answer)
    return resend()
  }
  return {
    again,
    send: async (draft, tamper) => {
      const answer = await send(draft, tamper)
      sent.set(answer, () => send({ ...draft, repeats: answer.exchange }, tamper))
      const isWhole = !draft.invalid && !tamper
      return isWhole && making.includes(draft.operation) ? answer : again(answer)
    },
  }
}
