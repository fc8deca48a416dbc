import { serverNow } from '../../src/check/server-date.ts'
import { asText } from '../../src/core/json.ts'
import { type Answer, isAccepted } from '../../src/http/answers/answer.ts'
import { isBefore } from '../../src/http/answers/server-date.ts'
import { fieldOf, fieldsShown, textIn } from '../../src/http/answers/shown.ts'
import { keptBy } from '../quotes/quote-amounts.ts'
import { amountKept } from '../support/amount-shown.ts'
import { createQuote, getQuote, isReadable } from '../support/requests.ts'
import { isSame } from '../support/same.ts'
import { amountOf, expectSame, observeUnreadable, unchanging } from './compare.ts'
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
  if (step.to !== 'fixed') expectOf(at, answer, keptBy[side], amountKept(answer, side, amount))
  const shown = fieldsShown(answer)
  const other = [...service.quotes.values()].find((quote) => quote.id === id)
  const isAnother = other !== undefined && !isSameQuote(lastingIn(at, other, answer), shown)
  expectOf(at, answer, 'service.ids.unique', {
    held: !isAnother,
    want: 'an id that no other quote has',
    got: isAnother ? `${id}, which another quote has` : 'a new id',
  })
  service.quotes.set(place, other && !isAnother ? other : { id, into, shown })
}

export async function readQuote(at: SequencePlace, place: number): Promise<void> {
  const { session, service } = at
  const quote = service.quotes.get(place)
  if (!quote) return
  const answer = await session.send(getQuote(session, quote.id))
  const readable = 'quote.id.readable'
  const want = `the quote of step ${place}`
  if (isAccepted(answer)) {
    expectSame(at, answer, {
      kind: 'quote',
      place,
      before: lastingIn(at, quote, answer),
      now: fieldsShown(answer),
    })
    expectOf(at, answer, readable, {
      held: isSame(fieldOf(answer, 'id'), quote.id),
      want,
      got: `id ${asText(fieldOf(answer, 'id'))}`,
    })
  } else if (isStillValid(at, quote, answer) && !isUsedUp(service, quote, answer)) {
    await observeUnreadable(at, answer, readable, want)
  }
}

const isSameQuote = (one: StepQuote['shown'], other: StepQuote['shown']): boolean =>
  unchanging.quote.every((name) => !(name in one) || isSame(one[name], other[name]))

/** Returns true if the server need not find the quote any more, because it was paid or may have been. */
const isUsedUp = ({ isUncertain }: Service, { paidBy }: StepQuote, { response }: Answer): boolean =>
  response?.status === 404 && (paidBy !== undefined || isUncertain)

/** Returns true if the quote had certainly not expired, by the server's own time, when this response was sent. */
const isStillValid = (
  { session }: SequencePlace,
  { shown: { expiresAt } }: StepQuote,
  answer: Answer,
): boolean => isBefore(serverNow(session, answer), expiresAt === undefined ? undefined : asText(expiresAt))

/** Returns the fields that the quote must still have. Once it has expired, the server may price it anew. */
const lastingIn = (at: SequencePlace, quote: StepQuote, answer: Answer): StepQuote['shown'] => {
  const { debitAmount, receiveAmount, ...others } = quote.shown
  return isStillValid(at, quote, answer) ? quote.shown : others
}
