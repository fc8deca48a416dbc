import { type Amount, inWords, sameAmount, valueOf } from '../src/amount.ts'
import { receiver } from '../src/check/need.ts'
import { each } from '../src/check/given.ts'
import { scenario } from '../src/check/scenario.ts'
import { type Session, Unmet } from '../src/check/session.ts'
import { expectAccepted, expectThat } from '../src/check/whole.ts'
import type { Receiver } from '../src/target/target.ts'
import { isAccepted } from '../src/wire/answer.ts'
import { amountIn } from './fields.ts'
import { createQuote, getIncomingPayment } from './requests.ts'

export const inferredAmount = scenario({
  id: 'quotes/inferred-amount',
  title: "A quote without an amount delivers what is missing of the receiver's incomingAmount",
  operations: ['create-quote'],
  needs: { first: receiver('fixed', 0), second: receiver('fixed', 1) },
  claims: ['create-quote.accepts.inferred', 'create-quote.inferred-amount'],
  given: each<'first' | 'second'>('first', 'second'),
  cost: { requests: 2, quotes: 1 },
  run: async (session, needs, which) => {
    const fixed = needs[which]
    const answer = await session.send(createQuote(session, { receiver: fixed.url }))
    if (!(await expectAccepted(session, answer, 'create-quote.accepts.inferred'))) return
    const missing = await missingOf(session, fixed)
    const came = amountIn(answer, 'receiveAmount')
    expectThat(session, answer, 'create-quote.inferred-amount', {
      held: came !== undefined && sameAmount(missing, came),
      want: `receiveAmount ${inWords(missing)}`,
      got: came ? `receiveAmount ${inWords(came)}` : 'no readable receiveAmount',
    })
  },
})

/**
 * What is missing of incomingAmount; where the receiver does not tell what it received, the whole of it. Throws Unmet
 * where neither the file nor the receiver tells incomingAmount.
 */
const missingOf = async (session: Session, fixed: Receiver): Promise<Amount> => {
  const read = await session.send({
    ...getIncomingPayment(session, fixed.url),
    token: session.target.receivers.access ?? session.target.tokens.full,
  })
  const incoming = (isAccepted(read) ? amountIn(read, 'incomingAmount') : undefined) ?? fixed.incomingAmount
  if (!incoming) throw new Unmet(`incomingAmount of ${fixed.url} is unknown: give it with the receiver in the target file`)
  const received = isAccepted(read) ? amountIn(read, 'receivedAmount') : undefined
  return { ...incoming, value: String(valueOf(incoming) - (received ? valueOf(received) : 0n)) }
}
