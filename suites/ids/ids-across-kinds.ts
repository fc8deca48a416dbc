import { refusedAs } from '../../src/check/expectation.ts'
import { refusal } from '../../src/check/kinds/refusal.ts'
import type { ResourceKind } from '../../src/check/resource.ts'
import type { Session } from '../../src/check/session.ts'
import type { Subject } from '../../src/check/subject.ts'
import type { Answer } from '../../src/http/answers/answer.ts'
import { fieldOf, textIn } from '../../src/http/answers/shown.ts'
import { lastSegment } from '../../src/http/path-segment.ts'
import { readingIncomingPayment, readingOutgoingPayment, readingQuote } from '../support/operations.ts'
import { isOfSameForm, unknownOfSameForm } from '../support/unknown-id.ts'
import { turnedWithin, withId } from './ids.ts'

// A quote and an outgoing payment may share an id, because a server may name a payment after its quote. Their ids are
// never tried for each other.

/**
 * Replaces the id of a resource with the id of another kind. If the two have different forms, an unknown id of the
 * resource's own form is used, because the checks of other forms already try such ids.
 */
const inPlaceOf = (other: string) => (own: string) =>
  isOfSameForm(own, other) ? other : unknownOfSameForm(own)

/** Fields that responses of a kind have, and fields that only responses of the other kinds have. */
interface TellingFields {
  has: readonly string[]
  lacks: readonly string[]
}

/** Returns true if the response shows a resource of the right kind. A short id may exist in both collections. */
const showsItsOwn =
  ({ has, lacks }: TellingFields) =>
  (answer: Answer): boolean =>
    lastSegment(textIn(answer, 'id') ?? '') === lastSegment(answer.url) &&
    has.every((name) => fieldOf(answer, name) !== undefined) &&
    lacks.every((name) => fieldOf(answer, name) === undefined)

interface Across {
  id: string
  title: string
  detects: string
  /** The kind whose id is tried, and what reads a resource of it. */
  kind: ResourceKind
  of: Subject
  /** The collection under which the id is tried. */
  on: Subject
  fields: TellingFields
}

/** Returns the id of the newest resource of a kind that the run has created. If there is none, one is looked for. */
const newestOf = async ({ kind, of }: Across, session: Session): Promise<string> => {
  const created = [...session.memory.known().values()].findLast(
    (one) => one.kind === kind && one.createdWith !== undefined && !one.paid,
  )
  return lastSegment(created?.id ?? (await of.prepare(session)).path)
}

const across = (one: Across) =>
  refusal({
    id: one.id,
    title: one.title,
    detects: one.detects,
    on: [one.on],
    needs: one.of.needs,
    sends: 1,
    mutate: async (draft, _, __, session) => withId(draft, inPlaceOf(await newestOf(one, session))),
    mutateAgain: (draft) => withId(draft, turnedWithin),
    expect: refusedAs('unknown-id', `errors.404.${one.on.operation}`, showsItsOwn(one.fields)),
  })

const ofIncomingPayments: TellingFields = { has: ['receivedAmount'], lacks: ['debitAmount'] }

export const incomingPaymentAsQuote = across({
  id: 'ids-across-kinds/incoming-payment-as-quote',
  title: 'The id of an incoming payment under /quotes returns 404',
  detects: 'incoming-payment-found-as-quote',
  kind: 'incoming-payment',
  of: readingIncomingPayment,
  on: readingQuote,
  fields: { has: ['debitAmount', 'receiveAmount'], lacks: ['sentAmount', 'receivedAmount'] },
})

export const quoteAsIncomingPayment = across({
  id: 'ids-across-kinds/quote-as-incoming-payment',
  title: 'The id of a quote under /incoming-payments returns 404',
  detects: 'quote-found-as-incoming-payment',
  kind: 'quote',
  of: readingQuote,
  on: readingIncomingPayment,
  fields: ofIncomingPayments,
})

export const incomingPaymentAsOutgoingPayment = across({
  id: 'ids-across-kinds/incoming-payment-as-outgoing-payment',
  title: 'The id of an incoming payment under /outgoing-payments returns 404',
  detects: 'incoming-payment-found-as-outgoing-payment',
  kind: 'incoming-payment',
  of: readingIncomingPayment,
  on: readingOutgoingPayment,
  fields: { has: ['debitAmount', 'sentAmount'], lacks: ['receivedAmount'] },
})

export const outgoingPaymentAsIncomingPayment = across({
  id: 'ids-across-kinds/outgoing-payment-as-incoming-payment',
  title: 'The id of an outgoing payment under /incoming-payments returns 404',
  detects: 'outgoing-payment-found-as-incoming-payment',
  kind: 'outgoing-payment',
  of: readingOutgoingPayment,
  on: readingIncomingPayment,
  fields: ofIncomingPayments,
})
