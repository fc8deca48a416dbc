import { receiver } from '../../src/check/needs/need.ts'
import { MissingPrerequisite, PreconditionFailed, type Session } from '../../src/check/session.ts'
import type { Subject } from '../../src/check/subject.ts'
import { isObject } from '../../src/core/json.ts'
import type { OperationId } from '../../src/core/operations.ts'
import { type Answer, answerInWords, isAccepted } from '../../src/http/answers/answer.ts'
import { fieldsShown, itemsIn, textIn } from '../../src/http/answers/shown.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { recentQuote } from './recent-quote.ts'
import {
  completeIncomingPayment,
  controlAmount,
  createIncomingPayment,
  createQuote,
  getIncomingPayment,
  getOutgoingPayment,
  getOutgoingPaymentGrant,
  getQuote,
  isReadable,
  payDirectly,
} from './requests.ts'
import { listOfIncomingPayments, listOfPayments } from './sides.ts'
import { type List, listFirst } from './walk.ts'

const openReceiver = receiver('open')
const fixedReceiver = receiver('fixed')
const aQuote = { requests: 1, quotes: 1 }

/** A quote that debits the control value, to an open receiver. */
export const creatingQuote: Subject = {
  operation: 'create-quote',
  needs: { receiver: openReceiver },
  accepted: { quotes: 1 },
  prepare: async (session) => {
    const { url } = await openReceiver.supply(session.supplies)
    return createQuote(session, { receiver: url, debitAmount: controlAmount(session) })
  },
}

/** A quote without an amount, to a receiver that has an incomingAmount. */
export const creatingQuoteWithoutAmount: Subject = {
  operation: 'create-quote',
  needs: { receiver: fixedReceiver },
  accepted: { quotes: 1 },
  prepare: async (session) => {
    const { url } = await fixedReceiver.supply(session.supplies)
    return createQuote(session, { receiver: url })
  },
}

/** A direct payment of the control value, into an open receiver. */
export const creatingPayment: Subject = {
  operation: 'create-outgoing-payment',
  pays: true,
  sides: [listOfPayments],
  needs: { receiver: openReceiver },
  accepted: { payments: 1 },
  prepare: async (session) => {
    const { url } = await openReceiver.supply(session.supplies)
    return payDirectly(session, url, controlAmount(session))
  },
}

export const readingQuote: Subject = {
  operation: 'get-quote',
  needs: creatingQuote.needs,
  preparation: aQuote,
  prepare: async (session) => {
    const { url } = await openReceiver.supply(session.supplies)
    const { quote, at } = await recentQuote(session, url)
    return { ...getQuote(session, idIn(quote, 'no quote could be created to read')), ...until(quote, at) }
  },
}

const listing = (list: List): Subject => ({
  operation: list,
  prepare: async (session) => listFirst(session, list),
})

export const listingOutgoingPayments = listing('list-outgoing-payments')
export const listingIncomingPayments = listing('list-incoming-payments')

export const readingIncomingPayment: Subject = {
  operation: 'get-incoming-payment',
  preparation: { requests: 1 },
  prepare: async (session) => getIncomingPayment(session, await incomingPaymentId(session)),
}

/** Creates an incoming payment for the control value, on the wallet itself. */
export const creatingIncomingPayment: Subject = {
  operation: 'create-incoming-payment',
  sides: [listOfIncomingPayments],
  accepted: { incomingPayments: 1 },
  prepare: async (session) => createIncomingPayment(session, { incomingAmount: controlAmount(session) }),
}

/** Completes an incoming payment that is created for the purpose. */
export const completingIncomingPayment: Subject = {
  operation: 'complete-incoming-payment',
  once: true,
  preparation: { requests: 1, incomingPayments: 1 },
  prepare: async (session) => {
    const made = await make(session, await creatingIncomingPayment.prepare(session))
    return completeIncomingPayment(session, idIn(made, 'no incoming payment could be created to complete'))
  },
}

export const readingOutgoingPayment: Subject = {
  operation: 'get-outgoing-payment',
  preparation: { requests: 1 },
  prepare: async (session) => getOutgoingPayment(session, await outgoingPaymentId(session)),
}

export const readingGrant: Subject = {
  operation: 'get-outgoing-payment-grant',
  prepare: async (session) => getOutgoingPaymentGrant(session),
}

/** A valid request to each operation. The type requires one of every operation. */
export const validRequests: Readonly<Record<OperationId, Subject>> = {
  'create-quote': creatingQuote,
  'create-outgoing-payment': creatingPayment,
  'create-incoming-payment': creatingIncomingPayment,
  'complete-incoming-payment': completingIncomingPayment,
  'get-quote': readingQuote,
  'get-outgoing-payment': readingOutgoingPayment,
  'get-outgoing-payment-grant': readingGrant,
  'list-outgoing-payments': listingOutgoingPayments,
  'list-incoming-payments': listingIncomingPayments,
  'get-incoming-payment': readingIncomingPayment,
}

export const withBody: readonly Subject[] = [creatingQuote, creatingPayment, creatingIncomingPayment]

/** All operations of any profile. A check is tried on the operations of the target's profile. */
export const everyOperation: readonly Subject[] = Object.values(validRequests)

/** Operations that cost no money. */
export const free: readonly Subject[] = everyOperation.filter(({ pays }) => !pays)

/** The missing prerequisite if the wallet's list shows no incoming payment to read. */
export const anIncomingPayment =
  'incomingPayments in the target file: an incoming payment on walletAddress, because its list shows none'

/** The missing prerequisite if the wallet's list shows no outgoing payment to read. It may lag behind those of the run. */
export const anOutgoingPayment =
  'an outgoing payment on walletAddress: its list showed none when it was needed'

/** Returns the time after which a quote may soon be gone. A quote without an expiry has no such time. */
const until = (answer: Answer, made: number): Pick<RequestDraft, 'until'> => {
  const { createdAt, expiresAt } = fieldsShown(answer)
  const life = Date.parse(String(expiresAt)) - Date.parse(String(createdAt))
  return Number.isNaN(life) ? {} : { until: made + life / 2 }
}

/** Returns an incoming payment on the wallet itself: that of the target file, or else the first of the list. */
const incomingPaymentId = async (session: Session): Promise<string> => {
  const contradicted = session.target.contradicted?.get('incomingPayments')
  if (contradicted !== undefined) throw new MissingPrerequisite(contradicted)
  const [given] = session.target.incomingPayments
  if (given !== undefined) return given
  return (await firstListed(session, 'list-incoming-payments')) ?? lacking(anIncomingPayment)
}

/** Returns an outgoing payment of the wallet: one that this run made, or else the first of the list. */
const outgoingPaymentId = async (session: Session): Promise<string> => {
  const [made] = session.memory.made()
  if (made !== undefined) return made
  return (await firstListed(session, 'list-outgoing-payments')) ?? lacking(anOutgoingPayment)
}

const lacking = (what: string): never => {
  throw new MissingPrerequisite(what)
}

/** Returns the id of the first item of a list, or undefined if there is none. */
const firstListed = async (session: Session, list: List): Promise<string | undefined> => {
  const answer = await session.send(listFirst(session, list))
  const [first] = (isAccepted(answer) && itemsIn(answer)) || []
  return isObject(first) && typeof first['id'] === 'string' ? first['id'] : undefined
}

/**
 * Sends a request that creates or completes something, and sends it again if the server failed at first. A second
 * resource must do no harm.
 */
export async function make(session: Session, draft: RequestDraft): Promise<Answer> {
  return session.again(await session.send(draft))
}

/** Returns the answer if the request was accepted. Otherwise there is nothing to go on with. */
export function acceptedOr(answer: Answer, otherwise: string): Answer {
  if (isAccepted(answer)) return answer
  throw new PreconditionFailed(`${otherwise}: ${answerInWords(answer)}`)
}

/** Returns the id of the resource that was created. Throws PreconditionFailed if there is none to go on with. */
export function idIn(answer: Answer, otherwise: string): string {
  const id = textIn(acceptedOr(answer, otherwise), 'id')
  if (id !== undefined && isReadable(id)) return id
  throw new PreconditionFailed(`${otherwise}: the response has no id with a usable last path segment`)
}
