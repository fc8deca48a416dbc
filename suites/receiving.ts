import type { Amount } from '../src/amount.ts'
import type { Session } from '../src/check/session.ts'
import { type Answer, isAccepted } from '../src/wire/answer.ts'
import { amountIn, fieldOf } from './fields.ts'
import { getIncomingPayment } from './requests.ts'

/** What a receiver says of itself to whoever may read it. */
export interface Received {
  receivedAmount: Amount
  incomingAmount: Amount | undefined
  completed: boolean
  answer: Answer
}

/** A receiver lies on the server under test, where its state is that server's to show. */
export const isHere = ({ target }: Session, url: string): boolean => url.startsWith(`${target.baseUrl}/`)

/** Undefined where the receiver lies elsewhere or does not show what it received. */
export const readReceiver = async (session: Session, url: string): Promise<Received | undefined> => {
  if (!isHere(session, url)) return undefined
  const { receivers, tokens } = session.target
  const answer = await session.send({
    ...getIncomingPayment(session, url),
    token: receivers.access ?? tokens.full,
  })
  const receivedAmount = isAccepted(answer) ? amountIn(answer, 'receivedAmount') : undefined
  if (!receivedAmount) return undefined
  return {
    receivedAmount,
    incomingAmount: amountIn(answer, 'incomingAmount'),
    completed: fieldOf(answer, 'completed') === true,
    answer,
  }
}
