import { serverNow } from '../../check/server-date.ts'
import { asText } from '../../core/json.ts'
import { type Answer, isRefused } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { lookAtReceiver } from '../../probe/look-at-receiver.ts'
import { inSentence } from '../../probe/prober.ts'
import { whyUnpayable } from '../../probe/receiver-kinds.ts'
import type { Layer } from '../layers/transport.ts'
import { fieldsSent, receiverIn } from './baseline.ts'
import { paymentSeen, placeOfReceiver } from './doubts.ts'
import type { Run } from './run.ts'

type Spending = Pick<Run, 'facts' | 'memory'>

/** Returns the receiver that a request pays into or asks a price for, by its quote or directly. */
export function receiverOf({ facts: { target }, memory }: Spending, draft: RequestDraft): string | undefined {
  const { quoteId } = fieldsSent(draft)
  return receiverIn(draft, target.profile) ?? memory.known.get(asText(quoteId))?.receiver
}

/** Says that the receiver of a refused request was lost before the answer came. Undefined if it was not. */
export function whyLost(run: Spending, answer: Answer): string | undefined {
  const { facts, memory } = run
  const draft = isRefused(answer) ? memory.baseline.requestOf(answer) : undefined
  const url = draft && receiverOf(run, draft)
  const why = url === undefined ? undefined : memory.lostReceivers.get(url)
  if (url === undefined || why === undefined) return undefined
  return inSentence(
    {
      place: placeOfReceiver(url, facts.target),
      fact: `${url} could be paid into before in this run, but ${why} by now`,
      next: 'let the server keep receivers open after their first payment, let nobody else use them during a run, or give more of them',
    },
    facts.target,
  )
}

/**
 * Looks at the receiver of a valid request that is refused, if the server accepted one about it before. Its owner may
 * have completed it, or it may have expired. The rest of the run then uses another receiver.
 */
export function replacingReceivers({ facts, memory, clocks }: Spending & Pick<Run, 'clocks'>): Layer {
  return (next) => async (draft, tamper) => {
    const answer = await next(draft, tamper)
    if (draft.invalid || tamper || !isRefused(answer) || answer.response?.status === 401) return answer
    const url = receiverOf({ facts, memory }, draft)
    if (url === undefined || memory.lostReceivers.has(url) || !memory.baseline.hasTaken(url)) return answer
    const view = await lookAtReceiver({ target: facts.target, send: next }, url)
    const payment = paymentSeen(view, memory.known.get(url))
    const why = view && payment && whyUnpayable(payment, serverNow({ time: clocks, memory }, view.answer))
    if (why !== undefined) {
      memory.lostReceivers.set(url, why)
      facts.supplies.receivers.replace(url)
    }
    return answer
  }
}
