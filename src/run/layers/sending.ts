import { learnFrom, learnOfPayment } from '../../check/known.ts'
import { NoFurtherConnection, PreconditionFailed } from '../../check/session.ts'
import type { UnacceptedRequest } from '../../check/unaccepted-request.ts'
import { type Answer, isAccepted, isRefused } from '../../http/answer.ts'
import type { RequestDraft, Tamper } from '../../http/draft.ts'
import type { RunState } from '../session/run-state.ts'
import { signedAsFound } from './signed-as-found.ts'

/** Sends, and tells of what may create something as long as it is under way. */
export async function sendTold(state: RunState, ...told: Sending): Promise<Answer> {
  const sent = sendWithin(state, ...told)
  if (!told[1].operation?.startsWith('create-')) return sent
  state.creating.add(sent)
  return sent.finally(() => state.creating.delete(sent))
}

type Sending = [check: string, draft: RequestDraft, tamper?: Tamper]

/** Sends within the limits of money. What was refused, or not carried out (429), took nothing. */
const sendWithin = async (state: RunState, ...[check, draft, tamper]: Sending): Promise<Answer> => {
  const { debits } = draft
  if (debits === undefined && draft.operation === 'create-outgoing-payment') {
    throw new Error(`${check} sends a payment without saying what it debits`)
  }
  const unanswered = state.vigil.allow(draft)
  if (debits !== undefined) book(state, check, debits)
  const send = () => state.send(check, signedAsFound(state, draft), tamper)
  const answer = await state.silentElsewhere.ask(draft, send).catch((error: unknown) => {
    if (debits !== undefined && error instanceof PreconditionFailed) giveBack(state, check, debits)
    throw error
  })
  state.latest = answer
  state.established.sent(draft, answer, !tamper && !draft.invalid)
  const { operation, token, body } = draft
  if (isAccepted(answer))
    learnFrom(state.known, { operation, token: token?.name, json: answer.response?.json, asked: body })
  if (operation === 'create-outgoing-payment' && !isRefused(answer)) learnOfPayment(state.known, body)
  if (operation?.startsWith('create-') && !isAccepted(answer))
    noteUnaccepted(state, { check, draft, tamper, answer })
  if (debits !== undefined && (isRefused(answer) || answer.failure?.code === 'throttled'))
    giveBack(state, check, debits)
  await state.vigil.saw(check, draft, tamper, answer, unanswered)
  if (draft.line && answer.failure && !(await takesConnection(state, check)))
    throw new NoFurtherConnection('the server takes no further connection')
  return answer
}

/** Whether the server takes one connection more: any response on it says so. */
const takesConnection = async ({ send }: RunState, check: string): Promise<boolean> => {
  const bare = { method: 'GET', path: '/', signing: 'none', invalid: true, line: { requests: 1 } } as const
  return (await send(check, bare)).response !== undefined
}

/** How many refused requests of a check are remembered, the latest ones. */
const mostRefused = 60

const noteUnaccepted = (
  { unaccepted }: RunState,
  { tamper, ...request }: Omit<UnacceptedRequest, 'tamper'> & { tamper: Tamper | undefined },
): void => {
  const ofCheck = [...(unaccepted.get(request.check) ?? []), { ...request, ...(tamper ? { tamper } : {}) }]
  const refused = ofCheck.filter(({ answer }) => isRefused(answer))
  const oldest = refused.length > mostRefused ? refused[0] : undefined
  unaccepted.set(
    request.check,
    ofCheck.filter((one) => one !== oldest),
  )
}

export function book({ spending, record }: RunState, check: string, debits: bigint): void {
  spending.take(debits)
  record({ type: 'payment', check, state: 'sending', debits: String(debits) })
}

const giveBack = ({ spending, record }: RunState, check: string, debits: bigint): void => {
  spending.giveBack(debits)
  record({ type: 'payment', check, state: 'not made', debits: String(debits) })
}
