import { noCost } from '../src/check/cost.ts'
import { receiver } from '../src/check/need.ts'
import { isObject } from '../src/check/resource.ts'
import { Lacking, type Session, Unmet } from '../src/check/session.ts'
import type { Subject } from '../src/check/subject.ts'
import { type Answer, answerInWords, isAccepted } from '../src/wire/answer.ts'
import {
  controlAmount,
  createQuote,
  getIncomingPayment,
  getQuote,
  lastSegment,
  listFirst,
  payDirectly,
} from './requests.ts'

const openReceiver = receiver('open')
const fixedReceiver = receiver('fixed')
const aQuote = { requests: 1, quotes: 1 }

/** A quote that debits the control value, to an open receiver. */
export const creatingQuote: Subject = {
  operation: 'create-quote',
  needs: { receiver: openReceiver },
  preparation: noCost,
  accepted: { requests: 0, quotes: 1 },
  prepare: async (session) => {
    const { url } = await openReceiver.supply(session.supplies)
    return createQuote(session, { receiver: url, debitAmount: controlAmount(session) })
  },
}

/** A quote without an amount, to a receiver that has an incomingAmount. */
export const creatingQuoteWithoutAmount: Subject = {
  operation: 'create-quote',
  needs: { receiver: fixedReceiver },
  preparation: noCost,
  accepted: { requests: 0, quotes: 1 },
  prepare: async (session) => {
    const { url } = await fixedReceiver.supply(session.supplies)
    return createQuote(session, { receiver: url })
  },
}

/** A direct payment of the control value, into an open receiver. */
export const creatingPayment: Subject = {
  operation: 'create-outgoing-payment',
  pays: true,
  needs: { receiver: openReceiver },
  preparation: {},
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
  accepted: noCost,
  prepare: async (session) => getQuote(session, await freshQuoteId(session)),
}

export const listingOutgoingPayments: Subject = {
  operation: 'list-outgoing-payments',
  needs: {},
  preparation: noCost,
  accepted: noCost,
  prepare: async (session) => listFirst(session, 'list-outgoing-payments'),
}

export const listingIncomingPayments: Subject = {
  operation: 'list-incoming-payments',
  needs: {},
  preparation: noCost,
  accepted: noCost,
  prepare: async (session) => listFirst(session, 'list-incoming-payments'),
}

export const readingIncomingPayment: Subject = {
  operation: 'get-incoming-payment',
  needs: {},
  preparation: { requests: 1, quotes: 0 },
  accepted: noCost,
  prepare: async (session) => getIncomingPayment(session, await incomingPaymentId(session)),
}

export const reads: readonly Subject[] = [
  readingQuote,
  listingOutgoingPayments,
  listingIncomingPayments,
  readingIncomingPayment,
]

export const withBody: readonly Subject[] = [creatingQuote, creatingPayment]

export const everyOperation: readonly Subject[] = [...withBody, ...reads]

/** What lets an incoming payment be read where the wallet's list shows none. */
export const anIncomingPayment =
  'incomingPayments in the target file: an incoming payment on walletAddress; its list shows none'

/** The id of an accepted quote made for the purpose. */
const freshQuoteId = async (session: Session): Promise<string> => {
  const answer = await session.send(await creatingQuote.prepare(session))
  return idIn(answer, 'a quote to read could not be made')
}

/** An incoming payment on the wallet itself: the target file's, else the first of the list. */
const incomingPaymentId = async (session: Session): Promise<string> => {
  const [listed] = session.target.incomingPayments
  if (listed !== undefined) return listed
  const answer = await session.send(listFirst(session, 'list-incoming-payments'))
  const page = answer.response?.json
  const result = isAccepted(answer) && isObject(page) ? page['result'] : undefined
  const [first] = Array.isArray(result) ? result : []
  if (isObject(first) && typeof first['id'] === 'string') return first['id']
  throw new Lacking(anIncomingPayment)
}

/** The id of the resource that was created. Throws Unmet where there is none to go on with. */
export const idIn = (answer: Answer, otherwise: string): string => {
  const { response } = answer
  if (!isAccepted(answer)) throw new Unmet(`${otherwise}: ${answerInWords(answer)}`)
  const id = isObject(response?.json) ? response.json['id'] : undefined
  if (typeof id === 'string' && lastSegment(id) !== '') return id
  throw new Unmet(`${otherwise}: the answer has no id with a last path segment`)
}
