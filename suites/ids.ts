import { refusedAs } from '../src/check/expectation.ts'
import { each } from '../src/check/given.ts'
import { refusal } from '../src/check/refusal.ts'
import { receiver } from '../src/check/need.ts'
import { scenario } from '../src/check/scenario.ts'
import { Unmet } from '../src/check/session.ts'
import { expectThat } from '../src/check/whole.ts'
import { answerInWords, isAccepted } from '../src/wire/answer.ts'
import type { Draft } from '../src/wire/draft.ts'
import { textIn } from './fields.ts'
import { readingIncomingPayment, readingQuote } from './operations.ts'
import { controlAmount, createQuote, getQuote, lastSegment } from './requests.ts'

/** The same id with its last characters changed, each within its class: digit, hexadecimal letter, letter. */
export const unknownOfSameForm = (id: string): string => {
  const changed = id.slice(-6).replace(/[0-9A-Za-z]/g, nextOfItsClass)
  return id.slice(0, -6) + changed
}

const classes = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ']

const nextOfItsClass = (character: string): string => {
  const own = classes.find((members) => members.includes(character)) ?? character
  return own[(own.indexOf(character) + 1) % own.length] ?? character
}

const withId = (draft: Draft, change: (id: string) => string): Draft => {
  const id = lastSegment(draft.path)
  return { ...draft, path: draft.path.slice(0, draft.path.length - id.length) + change(id) }
}

export const unknownQuote = refusal({
  id: 'ids/unknown-quote',
  title: 'A quote that does not exist is answered 404',
  on: [readingQuote],
  vary: (draft) => withId(draft, unknownOfSameForm),
  expect: refusedAs('unknown-id', 'errors.404.get-quote'),
})

export const unknownIncomingPayment = refusal({
  id: 'ids/unknown-incoming-payment',
  title: 'An incoming payment that does not exist is answered 404',
  on: [readingIncomingPayment],
  vary: (draft) => withId(draft, unknownOfSameForm),
  expect: refusedAs('unknown-id', 'errors.404.get-incoming-payment'),
})

const otherForms = ['no-such-id', '0', '-1', '%20', '%E2%82%AC', '..%2F..']

export const otherFormOfQuote = refusal({
  id: 'ids/other-form-of-quote',
  title: 'A quote id of another form is refused',
  on: [readingQuote],
  given: each(...otherForms),
  vary: (draft, id) => withId(draft, () => id),
  expect: refusedAs('other-form', 'get-quote.id.other-form'),
})

export const otherFormOfIncomingPayment = refusal({
  id: 'ids/other-form-of-incoming-payment',
  title: 'An incoming payment id of another form is refused',
  on: [readingIncomingPayment],
  given: each(...otherForms),
  vary: (draft, id) => withId(draft, () => id),
  expect: refusedAs('other-form', 'get-incoming-payment.id.other-form'),
})

export const quoteIsReadBack = scenario({
  id: 'ids/quote-is-read-back',
  title: "A quote is read back by its id's last path segment",
  operations: ['create-quote', 'get-quote'],
  needs: { open: receiver('open') },
  claims: ['quote.id.readable'],
  cost: { requests: 2, quotes: 1 },
  run: async (session, { open }) => {
    const body = { receiver: open.url, debitAmount: controlAmount(session) }
    const created = await session.send(createQuote(session, body))
    if (!isAccepted(created)) throw new Unmet(`no quote could be made: ${answerInWords(created)}`)
    const id = textIn(created, 'id')
    const want = 'an id whose last path segment reads the same quote'
    const requirement = 'quote.id.readable'
    if (id === undefined || lastSegment(id) === '') {
      expectThat(session, created, requirement, { held: false, want, got: `id ${id ?? 'absent'}` })
      return
    }
    const read = await session.send(getQuote(session, id))
    if (isAccepted(read)) {
      const came = textIn(read, 'id')
      expectThat(session, read, requirement, { held: came === id, want, got: `id ${came ?? 'absent'}` })
    } else {
      const got = `GET /quotes/${lastSegment(id)}: ${answerInWords(read)}`
      session.observe({ requirement, outcome: 'broken', want, got, answer: read, behind: await session.witness() })
    }
  },
})
