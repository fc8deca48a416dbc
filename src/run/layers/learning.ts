import { countPaying, type Known, learnFrom, learnOfPayment } from '../../check/known.ts'
import { dateIsBehind } from '../../check/server-date.ts'
import type { UnshownCreation } from '../../check/unshown-creation.ts'
import type { OperationId } from '../../core/operations.ts'
import { type Answer, isAccepted, isRefused } from '../../http/answers/answer.ts'
import { endCursorIn, textIn } from '../../http/answers/shown.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Layer } from './transport.ts'

/** The memory that a run keeps of its own requests. */
export interface LearnedMemory {
  /** The baseline: the parts of requests that the server has accepted. */
  baseline: { sent: (draft: RequestDraft, answer: Answer, isValid: boolean) => void }
  /** The resources that were created or seen. */
  known: Map<string, Known>
  /** Requests that would have created something, and whose answers show nothing that they made, by check. */
  unshown: Map<string, UnshownCreation[]>
  /** The first cursor that each list of the wallet gave to a valid request. */
  cursors: Map<OperationId, string>
  /** The most milliseconds by which a Date header was seen to be behind the clock of the server. */
  dateIsBehind: number
  /** The last answer that a check got. */
  latest?: Answer
}

/**
 * Learns from the answers to a check's requests: which parts are good, which resources exist, and which requests
 * have nothing to show for them.
 */
export function learning(memory: LearnedMemory, check: string): Layer {
  return (next) => async (draft, tamper) => {
    const { operation, token, body } = draft
    const isValid = !tamper && !draft.invalid
    const isPayment = operation === 'create-outgoing-payment'
    if (isPayment && isValid) countPaying(memory.known, body, 1)
    const answer = await next(draft, tamper).finally(() => {
      if (isPayment && isValid) countPaying(memory.known, body, -1)
    })
    memory.latest = answer
    memory.baseline.sent(draft, answer, isValid)
    const isEarlier = memory.known.get(textIn(answer, 'id') ?? '')?.createdWith !== undefined
    if (isAccepted(answer))
      learnFrom(memory.known, { operation, token: token?.name, json: answer.response?.json, asked: body })
    if (operation?.startsWith('create-') && isAccepted(answer) && !isEarlier)
      memory.dateIsBehind = Math.max(memory.dateIsBehind, dateIsBehind(answer))
    if (isAccepted(answer) && isValid) rememberCursor(memory, draft, answer)
    if (isPayment && !isRefused(answer)) learnOfPayment(memory.known, body)
    if (operation?.startsWith('create-') && (isEarlier || !isAccepted(answer)))
      rememberUnshown(memory, { check, draft, ...(tamper ? { tamper } : {}), answer })
    return answer
  }
}

const rememberCursor = (
  { cursors }: LearnedMemory,
  { operation, token }: RequestDraft,
  answer: Answer,
): void => {
  if (!operation?.startsWith('list-') || token?.name !== 'tokens.full' || cursors.has(operation)) return
  const cursor = endCursorIn(answer)
  if (cursor !== undefined) cursors.set(operation, cursor)
}

/** The number of refused requests of a check that are remembered. The oldest ones are dropped. */
const mostRefused = 60

const rememberUnshown = ({ unshown }: LearnedMemory, request: UnshownCreation): void => {
  const ofCheck = [...(unshown.get(request.check) ?? []), request]
  const refused = ofCheck.filter(({ answer }) => isRefused(answer))
  const oldest = refused.length > mostRefused ? refused[0] : undefined
  unshown.set(
    request.check,
    ofCheck.filter((one) => one !== oldest),
  )
}
