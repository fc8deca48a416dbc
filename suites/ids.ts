import { refusedAs } from '../src/check/expectation.ts'
import { each } from '../src/check/given.ts'
import { refusal } from '../src/check/refusal.ts'
import { isObject } from '../src/check/resource.ts'
import type { Draft } from '../src/wire/draft.ts'
import { lastSegment } from '../src/wire/path-segment.ts'
import {
  completingIncomingPayment,
  creatingQuote,
  readingIncomingPayment,
  readingOutgoingPayment,
  readingQuote,
} from './operations.ts'

/**
 * The same id with its last characters changed, each within its class: digit, hexadecimal letter, letter. What is
 * percent-encoded stays. A few digits are a count, whose neighbours may well be there.
 */
export const unknownOfSameForm = (id: string): string =>
  counted.test(id)
    ? id.replace(counted, '999999999')
    : id.replace(lastCharacters, (end) => end.replace(/%[0-9A-Fa-f]{2}|[0-9A-Za-z]/g, nextOfItsClass))

const counted = /(?<=^|\/)[0-9]{1,8}$/

const lastCharacters = /(?:%[0-9A-Fa-f]{2}|[^%]){1,6}$/

const classes = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ']

/** The next digit or letter, hexadecimal ones among themselves. */
export const nextOfItsClass = (character: string): string => {
  const own = classes.find((members) => members.includes(character)) ?? [character]
  return own[(own.indexOf(character) + 1) % own.length] ?? character
}

/**
 * The same id with two of its characters changed over, two places apart: it keeps its alphabet, and most check digits. An id
 * in which that changes nothing stays.
 */
export const turnedWithin = (id: string): string => {
  const characters = id.match(/%[0-9A-Fa-f]{2}|./g) ?? []
  for (let at = characters.length - 2; at >= 2; at--) {
    const [one = '', , other = ''] = characters.slice(at - 2, at + 1)
    if (one === other || !/^[0-9A-Za-z]$/.test(one) || !/^[0-9A-Za-z]$/.test(other)) continue
    return [...characters.slice(0, at - 2), other, characters[at - 1], one, ...characters.slice(at + 1)].join(
      '',
    )
  }
  return id
}

/** The draft with another id in its path. */
export const withId = (draft: Draft, change: (id: string) => string): Draft => {
  const after = /\/complete$/.exec(draft.path)?.[0] ?? ''
  const path = draft.path.slice(0, draft.path.length - after.length)
  const id = lastSegment(path)
  return { ...draft, path: path.slice(0, path.length - id.length) + change(id) + after }
}

export const unknownQuote = refusal({
  id: 'ids/unknown-quote',
  title: 'A quote that does not exist is answered 404',
  notices: 'without-quote-known',
  on: [readingQuote],
  vary: (draft) => withId(draft, unknownOfSameForm),
  varyAgain: (draft) => withId(draft, turnedWithin),
  expect: refusedAs('unknown-id', 'errors.404.get-quote'),
})

export const unknownIncomingPayment = refusal({
  id: 'ids/unknown-incoming-payment',
  title: 'An incoming payment that does not exist is answered 404',
  notices: 'without-incoming-payment-known',
  on: [readingIncomingPayment],
  vary: (draft) => withId(draft, unknownOfSameForm),
  varyAgain: (draft) => withId(draft, turnedWithin),
  expect: refusedAs('unknown-id', 'errors.404.get-incoming-payment'),
})

export const unknownOutgoingPayment = refusal({
  id: 'ids/unknown-outgoing-payment',
  title: 'An outgoing payment that does not exist is answered 404',
  notices: 'without-outgoing-payment-known',
  on: [readingOutgoingPayment],
  vary: (draft) => withId(draft, unknownOfSameForm),
  varyAgain: (draft) => withId(draft, turnedWithin),
  expect: refusedAs('unknown-id', 'errors.404.get-outgoing-payment'),
})

export const unknownCompletion = refusal({
  id: 'ids/unknown-incoming-payment-to-complete',
  title: 'Completing an incoming payment that does not exist is answered 404',
  notices: 'without-completed-payment-known',
  on: [completingIncomingPayment],
  vary: (draft) => withId(draft, unknownOfSameForm),
  varyAgain: (draft) => withId(draft, turnedWithin),
  expect: refusedAs('unknown-id', 'errors.404.complete-incoming-payment'),
})

/** A field of POST /quotes that names something which does not exist. */
const namingNothing = (field: 'walletAddress' | 'receiver', requirement: string, fault: string) =>
  refusal({
    id: `ids/unknown-${field === 'receiver' ? 'receiver' : 'wallet-address'}`,
    title: `A quote whose ${field} does not exist is refused`,
    notices: fault,
    on: [creatingQuote],
    vary: (draft) => {
      const body = isObject(draft.body) ? draft.body : {}
      return { ...draft, body: { ...body, [field]: unknownOfSameForm(String(body[field])) } }
    },
    expect: refusedAs('recommended-refusal', requirement),
  })

export const unknownWalletAddress = namingNothing(
  'walletAddress',
  'create-quote.wallet-address.known',
  'without-wallet-known',
)
export const unknownReceiver = namingNothing(
  'receiver',
  'create-quote.receiver.known',
  'without-receiver-known',
)

const otherForms = ['no-such-id', '0', '-1', '%20', '%E2%82%AC', '..%2F..']

export const otherFormOfQuote = refusal({
  id: 'ids/other-form-of-quote',
  title: 'A quote id of another form is refused',
  notices: 'without-quote-id-form',
  on: [readingQuote],
  given: each(...otherForms),
  vary: (draft, id) => withId(draft, () => id),
  expect: refusedAs('other-form', 'get-quote.id.other-form'),
})

export const otherFormOfIncomingPayment = refusal({
  id: 'ids/other-form-of-incoming-payment',
  title: 'An incoming payment id of another form is refused',
  notices: 'without-incoming-payment-id-form',
  on: [readingIncomingPayment],
  given: each(...otherForms),
  vary: (draft, id) => withId(draft, () => id),
  expect: refusedAs('other-form', 'get-incoming-payment.id.other-form'),
})

export const otherFormOfOutgoingPayment = refusal({
  id: 'ids/other-form-of-outgoing-payment',
  title: 'An outgoing payment id of another form is refused',
  notices: 'without-outgoing-payment-id-form',
  on: [readingOutgoingPayment],
  given: each(...otherForms),
  vary: (draft, id) => withId(draft, () => id),
  expect: refusedAs('other-form', 'get-outgoing-payment.id.other-form'),
})

export const otherFormOfCompletion = refusal({
  id: 'ids/other-form-of-incoming-payment-to-complete',
  title: 'Completing under an incoming payment id of another form is refused',
  notices: 'without-completed-id-form',
  on: [completingIncomingPayment],
  given: each(...otherForms),
  vary: (draft, id) => withId(draft, () => id),
  expect: refusedAs('other-form', 'complete-incoming-payment.id.other-form'),
})
