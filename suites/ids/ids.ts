import { each } from '../../src/check/cases/given.ts'
import { type Expectation, refusedAs } from '../../src/check/expectation.ts'
import { refusal } from '../../src/check/kinds/refusal.ts'
import type { Session } from '../../src/check/session.ts'
import type { OperationId } from '../../src/core/operations.ts'
import { urlKey } from '../../src/core/urls.ts'
import { type Alteration, altered } from '../../src/generate/altered.ts'
import type { Answer } from '../../src/http/answers/answer.ts'
import { textIn } from '../../src/http/answers/shown.ts'
import { fieldsIn, type RequestDraft } from '../../src/http/draft.ts'
import { lastSegment } from '../../src/http/path-segment.ts'
import {
  completingIncomingPayment,
  creatingQuote,
  readingIncomingPayment,
  readingOutgoingPayment,
  readingQuote,
} from '../support/operations.ts'
import {
  type Elsewhere,
  elsewhere,
  isOfSameForm,
  mayCount,
  mayLeadAway,
  unknownId,
  unknownIds,
  unknownOfSameForm,
  urlElsewhere,
  walletElsewhere,
} from '../support/unknown-id.ts'

/**
 * Swaps two characters of the id that are two places apart, which keeps its alphabet and most check digits. Gives an id
 * other characters if it may count, or if no such swap changes it.
 */
export function turnedWithin(id: string): string {
  if (mayCount(id)) return unknownOfSameForm(id)
  const characters = id.match(/%[0-9A-Fa-f]{2}|./g) ?? []
  for (let at = characters.length - 2; at >= 2; at--) {
    const [one = '', , other = ''] = characters.slice(at - 2, at + 1)
    if (one === other || !/^[0-9A-Za-z]$/.test(one) || !/^[0-9A-Za-z]$/.test(other)) continue
    return [...characters.slice(0, at - 2), other, characters[at - 1], one, ...characters.slice(at + 1)].join(
      '',
    )
  }
  return unknownOfSameForm(id)
}

/** Returns the draft with another id in its path. */
export function withId(draft: RequestDraft, change: (id: string) => string): RequestDraft {
  const after = /\/complete$/.exec(draft.path)?.[0] ?? ''
  const path = draft.path.slice(0, draft.path.length - after.length)
  const id = lastSegment(path)
  return { ...draft, path: path.slice(0, path.length - id.length) + change(id) + after }
}

/**
 * Expects a 404 for an altered id, unless the response shows a resource that has this very id. Ids may count in ways
 * that their form does not tell, such as the base64 of `Quote:142`, and then a neighbour has the altered one.
 */
export function unknownRefused(operation: OperationId): Expectation {
  const isOwn = (answer: Answer): boolean => {
    const shown = textIn(answer, 'id')
    return shown !== undefined && lastSegment(urlKey(shown)) === idIn(urlKey(answer.url))
  }
  return refusedAs('unknown-id', `errors.404.${operation}`, isOwn)
}

/** Checks that reading something under an id that no resource of its kind has returns 404. */
export const unknownResources = [
  {
    id: 'ids/unknown-quote',
    title: 'A request for a quote that does not exist returns 404',
    detects: 'without-quote-known',
    reading: readingQuote,
  },
  {
    id: 'ids/unknown-incoming-payment',
    title: 'A request for an incoming payment that does not exist returns 404',
    detects: 'without-incoming-payment-known',
    reading: readingIncomingPayment,
  },
  {
    id: 'ids/unknown-outgoing-payment',
    title: 'A request for an outgoing payment that does not exist returns 404',
    detects: 'without-outgoing-payment-known',
    reading: readingOutgoingPayment,
  },
].map(({ reading, ...check }) =>
  refusal({
    ...check,
    on: [reading],
    cases: unknownIds,
    mutate: (draft, how) => withId(draft, (id) => unknownId(id, how)),
    mutateAgain: (draft) => withId(draft, turnedWithin),
    expect: unknownRefused(reading.operation),
  }),
)

export const unknownCompletion = refusal({
  id: 'ids/unknown-incoming-payment-to-complete',
  title: 'Completing an incoming payment that does not exist returns 404',
  detects: 'without-completed-payment-known',
  on: [completingIncomingPayment],
  mutate: (draft) => withId(draft, unknownOfSameForm),
  mutateAgain: (draft) => withId(draft, turnedWithin),
  expect: refusedAs('unknown-id', 'errors.404.complete-incoming-payment'),
})

/**
 * A check of a field of POST /quotes that names something which does not exist. The case and the escapes of a URL, and
 * a slash at its end, are not tried: a server may know a resource under more than one spelling of its URL.
 */
const namingNothing = (
  id: string,
  field: 'walletAddress' | 'receiver',
  requirement: string,
  detects: string,
) =>
  refusal({
    id,
    title: `A quote whose ${field} does not exist is refused`,
    detects,
    on: [creatingQuote],
    cases: each<Elsewhere>(...elsewhere),
    mutate: (draft, how) => {
      const body = fieldsIn(draft)
      const changed = field === 'receiver' ? urlElsewhere : walletElsewhere
      return { ...draft, body: { ...body, [field]: changed(String(body[field]), how) } }
    },
    expect: refusedAs('recommended-refusal', requirement),
  })

export const unknownWalletAddress = namingNothing(
  'ids/unknown-wallet-address',
  'walletAddress',
  'create-quote.wallet-address.known',
  'without-wallet-known',
)
export const unknownReceiver = namingNothing(
  'ids/unknown-receiver',
  'receiver',
  'create-quote.receiver.known',
  'without-receiver-known',
)

const otherForms = ['no-such-id', '0', '-1', '%20', '%E2%82%AC', '..%2F..']

/**
 * Changes to the id of the control. Its case, its escapes and white space around it are not tried: a server may know a
 * resource under more than one spelling of its id.
 */
const cut = ['cut at its end', 'cut at its beginning'] as const satisfies readonly Alteration[]
const longer = [
  'with something behind it',
  'with something before it',
] as const satisfies readonly Alteration[]

const isAmong = <T extends string>(forms: readonly T[], form: string): form is T =>
  forms.some((one) => one === form)

const ofAnotherKind = 'the id of another kind'

/**
 * An id of another kind than quotes and outgoing payments, and one of another kind than incoming payments. Undefined if
 * the run knows none.
 */
const anIncomingPayment = ({ target }: Session): string | undefined => target.incomingPayments[0]
const anOutgoingPayment = (session: Session): string | undefined => session.memory.made()[0]

/**
 * Makes an id of another form. If the ids of the server may count, a cut one and 0 may well exist, so an unknown id
 * replaces them.
 */
const otherForm = (form: string, other?: string) => (id: string) => {
  if (form === ofAnotherKind) return inAnotherForm(id, lastSegment(other ?? '')) ?? 'no-such-id'
  if (mayCount(id) && (isAmong(cut, form) || mayCount(form))) return unknownOfSameForm(id)
  return isAmong([...cut, ...longer], form) ? altered(id, form) : form
}

const inAnotherForm = (own: string, other: string): string | undefined =>
  other === '' || mayCount(other) || isOfSameForm(own, other) ? undefined : other

/**
 * Returns the draft with an id of another form. An id that may lead away from the operation has none, so that the rules
 * about its answers do not apply. A gateway may also refuse it for what it may be, with any status.
 */
export function withOtherForm(draft: RequestDraft, change: (id: string) => string): RequestDraft {
  const changed = withId(draft, change)
  const { operation: _, ...elsewhere } = changed
  return mayLeadAway(idIn(changed.path)) ? { ...elsewhere, anyRefusal: true } : changed
}

/**
 * Expects a refusal. What an id that may lead away from the operation reaches counts only if it is a resource. A gateway
 * may also redirect to the path without dots and escapes.
 */
export function otherFormRefused(requirement: string): Expectation {
  return refusedAs(
    'other-form',
    requirement,
    (answer) => mayLeadAway(idIn(answer.url)) && textIn(answer, 'id') === undefined,
  )
}

const idIn = (path: string): string => lastSegment(path.replace(/\/complete$/, ''))

/** Checks that an id in a form that the server's ids do not have is refused. `other` returns the id of another kind. */
export const otherFormsOfIds = [
  {
    id: 'ids/other-form-of-quote',
    title: 'A quote id in a different form is refused',
    detects: 'without-quote-id-form',
    subject: readingQuote,
    other: anIncomingPayment,
  },
  {
    id: 'ids/other-form-of-incoming-payment',
    title: 'An incoming payment id in a different form is refused',
    detects: 'without-incoming-payment-id-form',
    subject: readingIncomingPayment,
    other: anOutgoingPayment,
  },
  {
    id: 'ids/other-form-of-outgoing-payment',
    title: 'An outgoing payment id in a different form is refused',
    detects: 'without-outgoing-payment-id-form',
    subject: readingOutgoingPayment,
    other: anIncomingPayment,
  },
  {
    id: 'ids/other-form-of-incoming-payment-to-complete',
    title: 'Completing an incoming payment id in a different form is refused',
    detects: 'without-completed-id-form',
    subject: completingIncomingPayment,
    other: anOutgoingPayment,
  },
].map(({ subject, other, ...check }) =>
  refusal({
    ...check,
    on: [subject],
    cases: each(...otherForms, ...cut, ...longer, ofAnotherKind),
    mutate: (draft, form, _, session) => withOtherForm(draft, otherForm(form, other(session))),
    expect: otherFormRefused(`${subject.operation}.id.other-form`),
  }),
)
