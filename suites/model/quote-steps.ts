import { inWords, sameAmount } from '../../src/amount.ts'
import { type Answer, answerInWords, isAccepted } from '../../src/wire/answer.ts'
import { asText } from '../../src/wire/json.ts'
import { amountIn, fieldOf, textIn } from '../fields.ts'
import { createQuote, getQuote, isReadable } from '../requests.ts'
import { amountOf, expectSame, fieldsIn } from './compare.ts'
import { expectOf, type Place } from './service.ts'
import type { Step } from './steps.ts'

export const makeQuote = async (
  at: Place,
  step: Extract<Step, { do: 'create-quote' }>,
  place: number,
): Promise<void> => {
  const { session, service } = at
  const into = await at.supply(step.to)
  if (!into) return
  const side = 'debitAmount' in step ? 'debitAmount' : 'receiveAmount'
  const amount = amountOf(at, 'debitAmount' in step ? step.debitAmount : step.receiveAmount)
  const answer = await session.send(createQuote(session, { receiver: into.url, [side]: amount }))
  const id = textIn(answer, 'id')
  if (!isAccepted(answer) || id === undefined || !isReadable(id)) return
  const came = amountIn(answer, side)
  expectOf(at, answer, side === 'debitAmount' ? 'create-quote.fixed-send' : 'create-quote.fixed-receive', {
    held: came !== undefined && sameAmount(came, amount),
    want: `${side} ${inWords(amount)}`,
    got: came ? `${side} ${inWords(came)}` : `no readable ${side}`,
  })
  const taken = [...service.quotes.values()].some((quote) => quote.id === id)
  expectOf(at, answer, 'service.ids.unique', {
    held: !taken,
    want: 'an id that no other quote has',
    got: taken ? `${id}, which is that of another` : 'a new one',
  })
  service.quotes.set(place, { id, into, shown: fieldsIn(answer) })
}

export const readQuote = async (at: Place, place: number): Promise<void> => {
  const { session, service } = at
  const quote = service.quotes.get(place)
  if (!quote) return
  const answer = await session.send(getQuote(session, quote.id))
  const readable = 'quote.id.readable'
  if (isAccepted(answer)) {
    expectSame(at, answer, 'quote.immutable', place, quote.shown, fieldsIn(answer), quoteFields)
    expectOf(at, answer, readable, {
      held: fieldOf(answer, 'id') === quote.id,
      want: `the quote of step ${place}`,
      got: `id ${asText(fieldOf(answer, 'id'))}`,
    })
  } else if (!hasExpired(quote.shown, answer)) {
    session.observe({
      requirement: readable,
      outcome: 'broken',
      want: `${at.step}: the quote of step ${place}`,
      got: answerInWords(answer),
      answer,
      behind: await session.witness(answer),
    })
  }
}

/** By the server's own time; one that does not tell it may have. */
const hasExpired = ({ expiresAt }: Record<string, unknown>, answer: Answer): boolean => {
  const date = Date.parse(answer.response?.headers['date'] ?? '')
  const expiry = Date.parse(asText(expiresAt))
  return Number.isNaN(date) || (!Number.isNaN(expiry) && date >= expiry)
}

const quoteFields = ['walletAddress', 'receiver', 'debitAmount', 'receiveAmount', 'method', 'createdAt']
