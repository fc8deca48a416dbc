import { type Amount, inWords, numberOf, sameAmount } from '../../src/amount.ts'
import { isObject } from '../../src/check/resource.ts'
import type { Session } from '../../src/check/session.ts'
import { watch } from '../../src/check/watch.ts'
import { type Answer, answerInWords, isAccepted } from '../../src/wire/answer.ts'
import { outcomeOf } from '../at-once.ts'
import { amountIn, fieldOf, textIn } from '../fields.ts'
import { type Received, readReceiver } from '../receiving.ts'
import {
  createPayment,
  createQuote,
  getIncomingPayment,
  getQuote,
  lastSegment,
  payDirectly,
} from '../requests.ts'
import { comparable } from '../rules/settled.ts'
import { listPage, type Page, pageIn } from '../walk.ts'
import { allPages, repeated } from '../walk-claims.ts'
import {
  debitOf,
  dueAt,
  expectOf,
  type Into,
  isOver,
  isSumOfSome,
  mostArrived,
  newService,
  type Place,
  paymentsInto,
} from './service.ts'
import type { Step, To } from './steps.ts'

/**
 * Takes the steps one after the other and judges each answer by those before, as far as the interface leaves nothing open:
 * whatever is refused may be. Ends with the first step that shows something wrong.
 */
export const perform = async (
  session: Session,
  steps: readonly Step[],
  supply: (kind: To) => Promise<Into | undefined>,
): Promise<void> => {
  const service = newService()
  let isBroken = false
  for (const [place, step] of steps.entries()) {
    // What follows has no part in what this step shows.
    const upTo = session.of({ given: steps.slice(0, place + 1) })
    const observe: Session['observe'] = (observation) => {
      if (observation.outcome === 'broken') isBroken = true
      upTo.observe(observation)
    }
    await take(
      {
        session: { ...upTo, observe },
        service,
        step: `step ${place}, ${step.do}`,
        supply: async (kind) => {
          const known = service.receivers.get(kind) ?? (await supply(kind))
          if (known) service.receivers.set(kind, known)
          return known
        },
      },
      step,
      place,
    )
    if (isBroken) return
  }
}

const take = async (at: Place, step: Step, place: number): Promise<void> => {
  switch (step.do) {
    case 'create-quote':
      return makeQuote(at, step, place)
    case 'get-quote':
      return readQuote(at, step.quote)
    case 'pay-quote':
      return payQuote(at, step.quote)
    case 'pay':
      return pay(at, step)
    case 'read-receiver':
      return lookAtReceiver(at, step.to)
    case 'list-incoming-payments':
      return listIncoming(at)
    case 'get-incoming-payment':
      return readIncoming(at, step.item)
    case 'list-payments':
      return listPayments(at)
    case 'wait':
      return waitForAll(at)
  }
}

const amountOf = ({ session }: Place, value: string): Amount => ({ value, ...session.limits().wallet })

const fieldsIn = ({ response }: Answer): Record<string, unknown> =>
  isObject(response?.json) ? response.json : {}

const makeQuote = async (
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
  if (!isAccepted(answer) || id === undefined || lastSegment(id) === '') return
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

const readQuote = async (at: Place, place: number): Promise<void> => {
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
      got: `id ${String(fieldOf(answer, 'id'))}`,
    })
  } else if (!hasExpired(quote.shown, answer)) {
    session.observe({
      requirement: readable,
      outcome: 'broken',
      want: `${at.step}: the quote of step ${place}`,
      got: answerInWords(answer),
      answer,
      behind: await session.witness(),
    })
  }
}

/** By the server's own time; one that does not tell it may have. */
const hasExpired = ({ expiresAt }: Record<string, unknown>, answer: Answer): boolean => {
  const date = Date.parse(answer.response?.headers['date'] ?? '')
  const expiry = Date.parse(String(expiresAt))
  return Number.isNaN(date) || (!Number.isNaN(expiry) && date >= expiry)
}

const quoteFields = ['walletAddress', 'receiver', 'debitAmount', 'receiveAmount', 'method', 'createdAt']
const paymentFields = ['walletAddress', 'receiver', 'debitAmount', 'receiveAmount', 'createdAt']
const incomingFields = ['walletAddress', 'incomingAmount', 'createdAt']

/** A field that either answer leaves out is not compared. */
const expectSame = (
  at: Place,
  answer: Answer,
  requirement: string,
  place: number | string,
  before: Record<string, unknown>,
  now: Record<string, unknown>,
  fields: readonly string[],
): void => {
  const changed = fields.find(
    (name) => name in before && name in now && comparable(before[name]) !== comparable(now[name]),
  )
  const name = changed ?? ''
  expectOf(at, answer, requirement, {
    held: changed === undefined,
    want:
      changed === undefined ? 'as shown before' : `${name} ${comparable(before[name])}, as ${where(place)}`,
    got: changed === undefined ? 'as shown before' : `${name} ${comparable(now[name])}`,
  })
}

const where = (place: number | string): string => (typeof place === 'number' ? `step ${place} showed` : place)

const payQuote = async (at: Place, place: number): Promise<void> => {
  const { session, service } = at
  const quote = service.quotes.get(place)
  const debit = quote && debitOf(quote)
  if (!quote || !debit || !URL.canParse(quote.id) || isTooDear(at, debit)) return
  const answer = await session.send(createPayment(session, { quoteId: quote.id }, numberOf(debit)))
  if (quote.paidBy !== undefined) {
    const again = isAccepted(answer) ? textIn(answer, 'id') : undefined
    expectOf(at, answer, 'create-outgoing-payment.quote.paid-once', {
      held: again === undefined || again === quote.paidBy,
      want: `no other payment from the quote of step ${place}`,
      got: isAccepted(answer) ? `payment ${again}` : answerInWords(answer),
    })
    if (again === quote.paidBy) return
  }
  const id = remember(at, answer, quote.into)
  if (id === undefined) return
  quote.paidBy ??= id
  const payment = service.payments.at(-1)
  for (const field of ['debitAmount', 'receiveAmount'] as const) {
    const [wanted, came] = [quote.shown[field], payment?.shown[field]]
    expectOf(at, answer, 'create-outgoing-payment.quote.amounts-kept', {
      held: comparable(came) === comparable(wanted),
      want: `${field} ${comparable(wanted)}, as step ${place} quoted`,
      got: `${field} ${comparable(came)}`,
    })
  }
}

const isTooDear = ({ session }: Place, debit: Amount): boolean =>
  numberOf(debit) > session.limits().maxDebitValue

const pay = async (at: Place, { to, debitAmount }: Extract<Step, { do: 'pay' }>): Promise<void> => {
  const { session } = at
  const amount = amountOf(at, debitAmount)
  const into = isTooDear(at, amount) ? undefined : await at.supply(to)
  if (!into) return
  const answer = await session.send(payDirectly(session, into.url, amount))
  if (remember(at, answer, into) === undefined) return
  const came = amountIn(answer, 'debitAmount')
  expectOf(at, answer, 'create-outgoing-payment.direct.debit-amount-kept', {
    held: came !== undefined && sameAmount(came, amount),
    want: `debitAmount ${inWords(amount)}`,
    got: came ? `debitAmount ${inWords(came)}` : 'no readable debitAmount',
  })
}

/** The id of the payment that was made; undefined where none was, or nobody knows. */
const remember = ({ service }: Place, answer: Answer, into: Into): string | undefined => {
  const id = textIn(answer, 'id')
  if (outcomeOf(answer) === 'unknown' || (isAccepted(answer) && id === undefined)) service.isUncertain = true
  if (!isAccepted(answer) || id === undefined) return undefined
  const shown = fieldsIn(answer)
  service.payments.push({ id, into, shown, now: shown })
  return id
}

const lookAtReceiver = async (at: Place, to: To): Promise<void> => {
  const into = await at.supply(to)
  const now = into && (await readReceiver(at.session, into.url))
  if (into && now) expectReceived(at, into, now)
}

const once = 'incoming-payment.received-amount.once'
const noMoreThanPaid = 'incoming-payment.received-amount.no-more-than-paid'

const expectReceived = (at: Place, into: Into, now: Received): void => {
  const { receivedAmount, answer } = now
  const shown = `receivedAmount ${inWords(receivedAmount)}`
  const most = now.incomingAmount ?? into.before?.incomingAmount ?? into.incomingAmount
  if (most)
    expectOf(at, answer, 'incoming-payment.received-amount.within-maximum', {
      held: numberOf(receivedAmount) <= numberOf(most),
      want: `receivedAmount of at most ${inWords(most)}`,
      got: shown,
    })
  if (into.last)
    expectOf(at, answer, 'incoming-payment.received-amount.grows', {
      held: numberOf(receivedAmount) >= numberOf(into.last.receivedAmount),
      want: `receivedAmount of at least ${into.last.receivedAmount.value}`,
      got: shown,
    })
  const amounts = mostArrived(at.service, into, receivedAmount)
  if (into.before && amounts) {
    const before = numberOf(into.before.receivedAmount)
    const excess = numberOf(receivedAmount) - before - amounts.reduce((sum, each) => sum + each, 0n)
    const isTwice = isSumOfSome(amounts, excess)
    const want = `receivedAmount risen from ${before} by at most ${amounts.join(' + ')}`
    const seen = { want, got: `${shown}, ${excess} too much` }
    const held = { want, got: shown, held: true }
    expectOf(at, answer, once, isTwice ? { ...seen, held: false } : held)
    expectOf(at, answer, noMoreThanPaid, excess > 0n && !isTwice ? { ...seen, held: false } : held)
  }
  into.last = now
}

const listIncoming = async (at: Place): Promise<void> => {
  const page = await firstPage(at, 'list-incoming-payments')
  if (!page) return
  for (const item of page.items) {
    const before = at.service.listed.find(({ id }) => id === item['id'])
    if (before)
      expectSame(at, page.answer, 'incoming-payment.immutable', 'listed before', before, item, incomingFields)
  }
  at.service.listed = page.items
}

const firstPage = async ({ session }: Place, list: 'list-incoming-payments'): Promise<Page | undefined> =>
  pageIn(await session.send(listPage(session, list, { first: session.target.profile.pageSize.maximum })))

const readIncoming = async (at: Place, item: number): Promise<void> => {
  const { session, service } = at
  const listed = service.listed[item % Math.max(1, service.listed.length)]
  const id = listed?.['id']
  if (!listed || typeof id !== 'string' || lastSegment(id) === '') return
  const answer = await session.send(getIncomingPayment(session, id))
  if (isAccepted(answer) && fieldOf(answer, 'id') === id)
    expectSame(
      at,
      answer,
      'incoming-payment.immutable',
      'listed before',
      listed,
      fieldsIn(answer),
      incomingFields,
    )
}

type Pages = [Page, ...Page[]]

/** All pages of the list; what they show of payments of the sequence is known from then on. */
const lookAtList = async ({ session, service }: Place): Promise<Pages> => {
  const { maximum } = session.target.profile.pageSize
  const pages = await allPages(session, 'list-outgoing-payments', {}, () => maximum)
  const items = new Map(pages.flatMap((page) => page.items.map((item) => [item['id'], item] as const)))
  for (const payment of service.payments) payment.now = items.get(payment.id) ?? payment.now
  return pages
}

const listPayments = async (at: Place): Promise<void> => expectListed(at, await lookAtList(at))

const expectListed = (at: Place, pages: Pages): void => {
  const again = repeated(pages)
  expectOf(at, again?.page.answer ?? pages[0].answer, 'list.no-duplicates', {
    held: again === undefined,
    want: 'no item twice',
    got: again?.got ?? 'none',
  })
  for (const { id, shown } of at.service.payments) {
    const page = pages.find(({ items }) => items.some((item) => item['id'] === id))
    const item = page?.items.find((one) => one['id'] === id)
    const { answer } = page ?? pages[0]
    expectOf(at, answer, 'list.complete', {
      held: item !== undefined,
      want: 'every payment of the steps before',
      got: item ? 'each' : `${id} left out`,
    })
    if (item)
      expectSame(
        at,
        answer,
        'outgoing-payment.immutable',
        'shown when it was created',
        shown,
        item,
        paymentFields,
      )
  }
}

/** Until all payments are over and what they sent has arrived, or settleTimeout has passed each time. */
const waitForAll = async (at: Place): Promise<void> => {
  const { session, service } = at
  if (service.payments.length === 0) return
  const pages = await watch(
    session,
    () => lookAtList(at),
    () => service.payments.every(isOver),
  )
  expectListed(at, pages)
  for (const into of service.receivers.values()) await expectArrived(at, into)
}

const asSent = 'incoming-payment.received-amount.as-sent'

const expectArrived = async (at: Place, into: Into): Promise<void> => {
  const { session, service } = at
  const due = dueAt(service, into)
  const [paid] = paymentsInto(service, into)
  if (!into.before || !paid) return
  if (due === undefined)
    return session.observe({
      requirement: asSent,
      outcome: 'noted',
      want: 'left open between assets, with fees, and for payments that fail or are not over',
      got: `debitAmount ${comparable(paid.shown['debitAmount'])} for receiveAmount ${comparable(paid.shown['receiveAmount'])}`,
      answer: into.before.answer,
    })
  const wanted = numberOf(into.before.receivedAmount) + due
  const last = await watch(
    session,
    () => readReceiver(session, into.url),
    (seen) => seen !== undefined && numberOf(seen.receivedAmount) >= wanted,
  )
  if (!last) return
  expectOf(at, last.answer, asSent, {
    held: numberOf(last.receivedAmount) >= wanted,
    want: `receivedAmount risen to ${wanted}, as ${paymentsInto(service, into).length} payments sent ${due}`,
    got: `receivedAmount ${inWords(last.receivedAmount)}`,
  })
  expectReceived(at, into, last)
}

/** What steps without payments may show. */
export const claimsOfQuotes: readonly string[] = [
  'quote.immutable',
  'quote.id.readable',
  'service.ids.unique',
  'create-quote.fixed-send',
  'create-quote.fixed-receive',
]

export const claimsOfReads: readonly string[] = ['incoming-payment.immutable']

export const claimsOfPayments: readonly string[] = [
  'create-outgoing-payment.quote.amounts-kept',
  'create-outgoing-payment.quote.paid-once',
  'create-outgoing-payment.direct.debit-amount-kept',
  'outgoing-payment.immutable',
  'list.complete',
  'list.no-duplicates',
  'incoming-payment.received-amount.within-maximum',
  'incoming-payment.received-amount.grows',
  once,
  noMoreThanPaid,
  asSent,
]
