import { type Amount, inWords, sameAmount } from '../../src/core/amount.ts'
import { asText } from '../../src/core/json.ts'
import { type Answer, answerInWords, isAccepted } from '../../src/http/answers/answer.ts'
import { dateOf } from '../../src/http/answers/server-date.ts'
import { fieldOf, fieldsShown, textIn } from '../../src/http/answers/shown.ts'
import { keptBy } from '../quotes/quote-amounts.ts'
import { amountIn } from '../support/fields.ts'
import { createQuote, getQuote, isReadable } from '../support/requests.ts'
import { isSame } from '../support/same.ts'
import { amountOf, expectSame } from './compare.ts'
import { expectOf, type SequencePlace, type Service, type StepQuote } from './service.ts'
import type { SequenceStep } from './steps.ts'

/** Requests a quote. The server may answer an equal request with the quote that it made before. */
export async function makeQuote(
  at: SequencePlace,
  step: Extract<SequenceStep, { do: 'create-quote' }>,
  place: number,
): Promise<void> {
  const { session, service } = at
  const into = await at.supply(step.to)
  if (!into) return
  const side = 'debitAmount' in step ? 'debitAmount' : 'receiveAmount'
  const amount = amountOf(at, 'debitAmount' in step ? step.debitAmount : step.receiveAmount)
  const answer = await session.send(createQuote(session, { receiver: into.url, [side]: amount }))
  const id = textIn(answer, 'id')
  if (!isAccepted(answer) || id === undefined || !isReadable(id)) return
  // The interface leaves open whether an amount is used if the receiver has an incomingAmount.
  if (step.to !== 'fixed') expectKept(at, answer, side, amount)
  const shown = fieldsShown(answer)
  const other = [...service.quotes.values()].find((quote) => quote.id === id)
  const isAnother = other !== undefined && !isSameQuote(other.shown, shown)
  expectOf(at, answer, 'service.ids.unique', {
    held: !isAnother,
    want: 'an id that no other quote has',
    got: isAnother ? `${id}, which another quote has` : 'a new id',
  })
  service.quotes.set(place, other && !isAnother ? other : { id, into, shown })
}

const expectKept = (
  at: SequencePlace,
  answer: Answer,
  side: 'debitAmount' | 'receiveAmount',
  asked: Amount,
): void => {
  const came = amountIn(answer, side)
  expectOf(at, answer, keptBy[side], {
    held: came !== undefined && sameAmount(came, asked),
    want: `${side} ${inWords(asked)}`,
    got: came ? `${side} ${inWords(came)}` : `no readable ${side}`,
  })
}

export async function readQuote(at: SequencePlace, place: number): Promise<void> {
  const { session, service } = at
  const quote = service.quotes.get(place)
  if (!quote) return
  const answer = await session.send(getQuote(session, quote.id))
  const readable = 'quote.id.readable'
  if (isAccepted(answer)) {
    expectSame(at, answer, {
      requirement: 'quote.immutable',
      place,
      before: quote.shown,
      now: fieldsShown(answer),
      fields: quoteFields,
    })
    expectOf(at, answer, readable, {
      held: isSame(fieldOf(answer, 'id'), quote.id),
      want: `the quote of step ${place}`,
      got: `id ${asText(fieldOf(answer, 'id'))}`,
    })
  } else if (!hasExpired(quote.shown, answer) && !isUsedUp(service, quote, answer)) {
    session.observe({
      requirement: readable,
      outcome: 'broken',
      want: `${at.step}: the quote of step ${place}`,
      got: answerInWords(answer),
      answer,
      behind: await session.controls.witness(answer),
    })
  }
}

const isSameQuote = (one: StepQuote['shown'], other: StepQuote['shown']): boolean =>
  quoteFields.every((name) => isSame(one[name], other[name]))

/** Returns true if the server need not find the quote any more, because it was paid or may have been. */
const isUsedUp = ({ isUncertain }: Service, { paidBy }: StepQuote, { response }: Answer): boolean =>
  response?.status === 404 && (paidBy !== undefined || isUncertain)

/** Returns true if the quote has expired by the server's own time, or if the server does not tell its time. */
const hasExpired = ({ expiresAt }: Record<string, unknown>, answer: Answer): boolean => {
  const date = dateOf(answer)
  const expiry = Date.parse(asText(expiresAt))
  return Number.isNaN(date) || (!Number.isNaN(expiry) && date >= expiry)
}

const quoteFields = ['walletAddress', 'receiver', 'debitAmount', 'receiveAmount', 'method', 'createdAt']
