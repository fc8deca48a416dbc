import { requireJudgeable } from '../../src/check/expect-answer.ts'
import { scenario, upTo } from '../../src/check/kinds/scenario.ts'
import { receiver } from '../../src/check/needs/need.ts'
import { isPublicForm } from '../../src/check/public-form.ts'
import { MissingPrerequisite, type Session } from '../../src/check/session.ts'
import type { Subject } from '../../src/check/subject.ts'
import { isSameUrl } from '../../src/core/urls.ts'
import { type Answer, answerInWords, isAccepted } from '../../src/http/answers/answer.ts'
import { textIn } from '../../src/http/answers/shown.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import {
  acceptedOr,
  anIncomingPayment,
  anOutgoingPayment,
  creatingIncomingPayment,
  creatingQuote,
  listingIncomingPayments,
  listingOutgoingPayments,
  make,
  readingIncomingPayment,
  readingOutgoingPayment,
  readingQuote,
} from '../support/operations.ts'
import {
  controlAmount,
  createIncomingPayment,
  createQuote,
  getIncomingPayment,
  getOutgoingPayment,
  getQuote,
  isReadable,
} from '../support/requests.ts'
import { type List, pageOf } from '../support/walk.ts'

export const quoteIsReadBack = scenario({
  id: 'ids/quote-is-read-back',
  title: 'A quote can be read by the last path segment of its id',
  detects: 'quote-id-without-identifier',
  requests: [upTo(3, creatingQuote), readingQuote],
  needs: { open: receiver('open') },
  claims: ['quote.id.readable'],
  inCircumstances: true,
  run: async (session, { open }) => {
    const body = { receiver: open.url, debitAmount: controlAmount(session) }
    const created = acceptedOr(await session.send(createQuote(session, body)), 'no quote could be created')
    // Later quotes must not replace the created one.
    for (let more = 0; more < 2; more++) await session.send(createQuote(session, body))
    await expectReadBack(session, created, textIn(created, 'id'), 'quote.id.readable', getQuote)
  },
})

/** The number of items of a list that are read one by one. */
const most = 5

interface ReadingBack {
  id: string
  kind: 'incoming payment' | 'outgoing payment'
  detects: string
  list: List
  requests: readonly [list: Subject, get: Subject]
  requirement: string
  reading: (session: Session, id: string) => RequestDraft
  /** The missing prerequisite that is reported if the list is empty. */
  otherwise: string
}

/** A check that reads the items of a list one by one. */
const listedAreReadBack = (check: ReadingBack) => {
  const { id, kind, detects, list, requirement, reading, otherwise } = check
  const [listing, get] = check.requests
  return scenario({
    id,
    title: `Each ${kind} in the list can be read by the last path segment of its id`,
    detects,
    requests: [listing, upTo(most, get)],
    inCircumstances: true,
    claims: [requirement],
    exercises: true,
    run: async (session) => {
      const { answer, items } = await pageOf(session, list, { cursor: undefined, first: most })
      if (items.length === 0) throw new MissingPrerequisite(otherwise)
      const told: boolean[] = []
      for (const { id: shown } of items.slice(0, most)) {
        const text = typeof shown === 'string' ? shown : undefined
        told.push(await expectReadBack(session, answer, text, requirement, reading))
      }
      if (!told.includes(true)) throw new MissingPrerequisite(aFullForm)
    },
  })
}

export const listedIncomingPayments = listedAreReadBack({
  id: 'ids/incoming-payments-are-read-back',
  kind: 'incoming payment',
  detects: 'get-incoming-payment:id:wrong-format',
  list: 'list-incoming-payments',
  requests: [listingIncomingPayments, readingIncomingPayment],
  requirement: 'incoming-payment.id.readable',
  reading: getIncomingPayment,
  otherwise: anIncomingPayment,
})

export const listedOutgoingPayments = listedAreReadBack({
  id: 'ids/outgoing-payments-are-read-back',
  kind: 'outgoing payment',
  detects: 'get-outgoing-payment:id:wrong-format',
  list: 'list-outgoing-payments',
  requests: [listingOutgoingPayments, readingOutgoingPayment],
  requirement: 'outgoing-payment.id.readable',
  reading: getOutgoingPayment,
  otherwise: anOutgoingPayment,
})

export const createdIncomingPayment = scenario({
  id: 'ids/created-incoming-payment-is-read-back',
  title: 'A created incoming payment can be read by the last path segment of its id',
  detects: 'created-incoming-payment-not-readable',
  requests: [creatingIncomingPayment, readingIncomingPayment],
  claims: ['incoming-payment.id.readable'],
  inCircumstances: true,
  run: async (session) => {
    const made = await make(session, createIncomingPayment(session, {}))
    const created = acceptedOr(made, 'no incoming payment could be created')
    const id = textIn(created, 'id')
    const readable = 'incoming-payment.id.readable'
    if (!(await expectReadBack(session, created, id, readable, getIncomingPayment)))
      throw new MissingPrerequisite(aFullForm)
  },
})

const aFullForm =
  'tokens.full in the target file: a token that can read the full form of incoming payments, with `id`'

/**
 * Reads the resource that `shown` calls `id`, and expects the same id in the response. Returns false if that is the
 * public form, which has no id.
 */
const expectReadBack = async (
  session: Session,
  shown: Answer,
  id: string | undefined,
  requirement: string,
  reading: (session: Session, id: string) => RequestDraft,
): Promise<boolean> => {
  const want = 'an id whose last path segment reads the same resource'
  if (id === undefined || !isReadable(id)) {
    session.observe({ requirement, outcome: 'broken', want, got: `id ${id ?? 'absent'}`, answer: shown })
    return true
  }
  const read = await session.send(reading(session, id))
  requireJudgeable(read)
  if (isAccepted(read) && isPublicForm(read, session.target.profile)) return false
  if (isAccepted(read)) {
    const came = textIn(read, 'id')
    const outcome = came !== undefined && isSameUrl(came, id) ? 'held' : 'broken'
    session.observe({ requirement, outcome, want, got: `id ${came ?? 'absent'}`, answer: read })
  } else {
    const got = `${answerInWords(read)} for id ${id}`
    session.observe({
      requirement,
      outcome: 'broken',
      want,
      got,
      answer: read,
      behind: await session.controls.witness(read),
    })
  }
  return true
}
