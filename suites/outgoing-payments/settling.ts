import { ownReceiver, receiver } from '../../src/check/need.ts'
import { scenario } from '../../src/check/scenario.ts'
import { MissingPrerequisite, PreconditionFailed, type Session } from '../../src/check/session.ts'
import { isCutShort, watch, watchOut } from '../../src/check/watch.ts'
import { expectThat } from '../../src/check/whole.ts'
import { type Amount, inWords, numberOf } from '../../src/core/amount.ts'
import type { Receiver } from '../../src/core/receiver.ts'
import { type Answer, answerInWords, isAccepted, isRefused } from '../../src/http/answer.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import type { Credential } from '../../src/target-file/target.ts'
import { amountIn, asAmount } from '../support/fields.ts'
import { idIn, make } from '../support/operations.ts'
import { isHere, type Received, readReceiver, seeReceiver, unread } from '../support/receiving.ts'
import { controlAmount, createPayment, createQuote, payDirectly } from '../support/requests.ts'
import { walk } from '../support/walk.ts'
import { nearControl } from './near-control.ts'
import { quoteToPay } from './payments.ts'

/** A payment as the list shows it last. */
interface Sight {
  sent: Amount | undefined
  debit: Amount | undefined
  failed: boolean
  answer: Answer
}

/** Kinds of what is waited for. */
const movement = 'movement'
const failures = 'failures'
const arrivals = 'arrivals'

const arrivesElsewhere = 'incoming-payment.received-amount.arrives-elsewhere'

const sightOf = async (session: Session, id: string, token?: Credential): Promise<Sight | undefined> => {
  const { profile, signing } = session.target
  const size = () => profile.pageSize.maximum
  const way = token ? { as: { token, signing } } : {}
  for await (const page of walk(session, 'list-outgoing-payments', size, way)) {
    const found = page.items.find((item) => item['id'] === id)
    if (!found) continue
    return {
      sent: asAmount(found['sentAmount']),
      debit: asAmount(found['debitAmount']),
      failed: found['failed'] === true,
      answer: page.answer,
    }
  }
  return undefined
}

const isSentInFull = ({ sent, debit }: Sight): boolean =>
  sent !== undefined && debit !== undefined && numberOf(sent) === numberOf(debit)

/** Pays, and watches the list until the payment is done or settleTimeout has passed. */
export async function settled(session: Session, draft: RequestDraft): Promise<Sight> {
  return settledOf(session, idIn(await make(session, draft), 'a payment to watch could not be made'))
}

/**
 * The same of a payment that was made, with that token if it is another than the full one. It is watched until it moves, then
 * until it ends: a server that leaves its fee out of sentAmount never shows an end, and its payments move all the same.
 */
export async function settledOf(session: Session, id: string, token?: Credential): Promise<Sight> {
  const look = () => sightOf(session, id, token)
  const first = await watch(session, look, (seen) => seen !== undefined && hasMoved(seen), movement)
  const last = first && hasMoved(first) && !isOver(first) ? await watch(session, look, isOver) : first
  if (last) return last
  throw new PreconditionFailed(`the list of outgoing payments does not show ${id}`)
}

const isOver = (sight: Sight | undefined): boolean =>
  sight !== undefined && (sight.failed || isSentInFull(sight))

const inState = ({ sent, failed }: Sight): string =>
  `sentAmount ${sent ? inWords(sent) : 'unreadable'}, failed ${failed}`

const hasMoved = ({ failed, sent }: Sight): boolean => failed || (sent !== undefined && numberOf(sent) > 0n)

const aReceiverInFullForm =
  'receivers.access in the target file: a token that is shown the full form of the receivers, with `completed`'

const within = ({ target }: Session): string =>
  `within ${target.limits.settleTimeout} ms (limits.settleTimeout)`

export const settles = scenario({
  id: 'settling/moves-and-arrives',
  title: 'A payment is processed, and what it sent arrives',
  detects: 'received-amount-never-rises',
  operations: ['create-outgoing-payment', 'list-outgoing-payments', 'get-incoming-payment'],
  needs: { own: ownReceiver('open') },
  movesTime: true,
  claims: [
    'outgoing-payment.processed',
    'outgoing-payment.sent-amount.reaches-debit',
    'incoming-payment.received-amount.arrives',
    arrivesElsewhere,
  ],
  cost: { requests: 21, payments: 1 },
  run: async (session, { own }) => {
    const before = await seeReceiver(session, own.url)
    const { paid } = await nearControl(session, 1, async (amount) => ({
      paid: await make(session, payDirectly(session, own.url, amount)),
    }))
    // While it is under way, for the rules: what the receiver shows must not be taken back.
    await readReceiver(session, own.url)
    const wasShort = isCutShort(session, movement)
    const last = await settledOf(session, idIn(paid, 'a payment to watch could not be made'))
    expectProcessed(session, last, wasShort)
    if (last.failed) return
    session.observe({
      requirement: 'outgoing-payment.sent-amount.reaches-debit',
      outcome: 'noted',
      want: 'left open',
      got: isSentInFull(last) ? 'sentAmount ended at debitAmount' : 'sentAmount ended below debitAmount',
      answer: last.answer,
    })
    if (before && isSentInFull(last)) await expectArrival(session, own.url, before)
  },
})

/** `wasShort`: less was waited than settleTimeout, as other payments had stood still for that long. */
const expectProcessed = (session: Session, last: Sight, wasShort: boolean): void => {
  if (wasShort && !hasMoved(last))
    throw new PreconditionFailed(`the payment did not move, as others before it did not ${within(session)}`)
  expectThat(session, last.answer, 'outgoing-payment.processed', {
    held: hasMoved(last),
    want: `sentAmount moves or failed turns true ${within(session)}`,
    got: inState(last),
  })
}

/** Shows what the grant has spent before, between and after payments that are done. */
export const oneAfterAnother = scenario({
  id: 'settling/one-after-another',
  title: 'Payments that are made one after the other are each processed',
  detects: 'payment-never-moves',
  operations: ['create-outgoing-payment', 'list-outgoing-payments'],
  needs: { open: receiver('open') },
  claims: ['outgoing-payment.processed'],
  cost: { requests: 63, payments: 3 },
  run: async (session, { open }) => {
    const pay = (digit: number) =>
      nearControl(session, digit, async (amount) => ({
        paid: await make(session, payDirectly(session, open.url, amount)),
      }))
    for (const digit of [5, 6]) {
      const wasShort = isCutShort(session, movement)
      const { paid } = await pay(digit)
      const id = idIn(paid, 'a payment to watch could not be made')
      expectProcessed(session, await settledOf(session, id), wasShort)
    }
    idIn((await pay(2)).paid, 'a last payment could not be made')
  },
})

const expectArrival = async (session: Session, url: string, before: Received): Promise<void> => {
  const risen = ({ receivedAmount }: Received): boolean =>
    numberOf(receivedAmount) > numberOf(before.receivedAmount)
  await noteArrivalElsewhere(session, url, before, risen)
  if (!isHere(session, url)) return
  const after = await watchOut(
    session,
    () => readReceiver(session, url),
    (seen) => seen === undefined || risen(seen),
    arrivals,
    `what the payment sent in full did not arrive at ${url}`,
  )
  if (!after) return
  expectThat(session, after.answer, 'incoming-payment.received-amount.arrives', {
    held: risen(after),
    want: `receivedAmount above ${before.receivedAmount.value}, as the payment sent its full amount, even ten minutes of the server's time later`,
    got: `receivedAmount ${inWords(after.receivedAmount)}`,
  })
}

/** What another server shows is not in the hands of the one that is judged. */
const noteArrivalElsewhere = async (
  session: Session,
  url: string,
  before: Received,
  risen: (seen: Received) => boolean,
): Promise<void> => {
  const noted = { requirement: arrivesElsewhere, outcome: 'noted', want: 'left open' } as const
  if (isHere(session, url))
    return session.observe({
      ...noted,
      got: 'the receiver is on the server under test',
      answer: before.answer,
    })
  const after = await watch(
    session,
    () => seeReceiver(session, url),
    (seen) => seen === undefined || risen(seen),
    arrivals,
  )
  if (!after) return
  const got = risen(after) ? 'it arrived' : `nothing arrived ${within(session)}`
  session.observe({ ...noted, got: `${got} at a receiver on another server`, answer: after.answer })
}

export const completes = scenario({
  id: 'settling/completes-when-full',
  title: 'An incoming payment that received its incomingAmount has completed',
  detects: 'completed-never',
  operations: ['create-quote', 'create-outgoing-payment', 'get-incoming-payment'],
  needs: { own: ownReceiver('fixed') },
  claims: ['incoming-payment.completed.when-full'],
  cost: { requests: 30, quotes: 1, payments: 1 },
  run: async (session, { own: first }) => {
    const own = await notYetCompleted(session, first)
    const { id, quote, debits } = await quoteToPay(session, { receiver: own.url })
    await settled(session, createPayment(session, { quoteId: id }, debits))
    const isFull = ({ receivedAmount, incomingAmount = own.incomingAmount }: Received): boolean =>
      incomingAmount !== undefined && numberOf(receivedAmount) >= numberOf(incomingAmount)
    const last = await watch(
      session,
      () => readReceiver(session, own.url),
      (seen) => seen !== undefined && (seen.completed ?? isFull(seen)),
      'completion',
    )
    if (!last) throw unread(session, own.url)
    const { receivedAmount, completed } = last
    const quoted = amountIn(quote, 'receiveAmount')
    if (!isFull(last) && quoted && numberOf(receivedAmount) >= numberOf(quoted))
      throw new MissingPrerequisite(
        'a quote without an amount for all that its receiver is missing; this server makes it for less',
      )
    if (!isFull(last))
      throw new PreconditionFailed(`the receiver got ${inWords(receivedAmount)} only ${within(session)}`)
    if (completed === undefined) throw new MissingPrerequisite(aReceiverInFullForm)
    expectThat(session, last.answer, 'incoming-payment.completed.when-full', {
      held: completed,
      want: `completed true ${within(session)}, as receivedAmount is incomingAmount`,
      got: `completed ${completed}`,
    })
  },
})

/** So many are looked at: those that earlier runs have paid in full. */
const mostCompleted = 12

/** The receiver, or the next one of its kind that has not completed. */
export async function notYetCompleted(session: Session, first: Receiver): Promise<Receiver> {
  let own: Receiver | undefined = first
  for (let looked = 0; own && looked < mostCompleted; looked++) {
    const seen = await seeReceiver(session, own.url)
    if (!seen?.completed) return own
    own = await session.supplies.receivers.alone('fixed')
  }
  throw new MissingPrerequisite(
    'receivers.fixed in the target file: one more, that no earlier run has paid in full',
  )
}

export const failureIsMarked = scenario({
  id: 'settling/failure-is-marked',
  title: 'A payment that does not succeed in sending turns failed',
  detects: 'failed-never-marked',
  operations: ['create-outgoing-payment', 'list-outgoing-payments'],
  needs: { own: ownReceiver('failing') },
  movesTime: true,
  claims: ['outgoing-payment.failed.marked'],
  cost: { requests: 20, payments: 1 },
  run: async (session, { own }) => {
    const draft = payDirectly(session, own.url, controlAmount(session))
    const id = idIn(await make(session, draft), 'a payment to watch could not be made')
    const notYet = `the payment to ${own.url} of receivers.failing neither failed nor was sent in full`
    const last = await watchOut(session, () => sightOf(session, id), isOver, failures, notYet)
    if (!last) throw new PreconditionFailed(`the list of outgoing payments does not show ${id}`)
    if (isSentInFull(last) && !last.failed)
      throw new PreconditionFailed(`the payment to ${own.url} of receivers.failing did not fail`)
    expectThat(session, last.answer, 'outgoing-payment.failed.marked', {
      held: last.failed,
      want: "failed true, even ten minutes of the server's time later",
      got: inState(last),
    })
  },
})

const noPayments = {
  expired: 'incoming-payment.expires-at.no-payments',
  completed: 'incoming-payment.completed.no-payments',
} as const

/** By the server's own time; without expiresAt, the target file is believed. */
const expectExpired = (url: string, { expiresAt, answer }: Received): void => {
  const date = Date.parse(answer.response?.headers['date'] ?? '')
  if (expiresAt !== undefined && date < expiresAt)
    throw new PreconditionFailed(
      `${url} of receivers.expired expires at ${new Date(expiresAt).toISOString()} only`,
    )
}

const nothingArrives = (id: string, kind: 'expired' | 'completed', detects: string) =>
  scenario({
    id,
    title: `Nothing is paid into a receiver that is ${kind}, by a quote or directly`,
    detects,
    operations: ['create-quote', 'create-outgoing-payment', 'get-incoming-payment'],
    needs: { unpayable: receiver(kind) },
    claims: ['create-quote.receiver.payable', noPayments[kind]],
    cost: { requests: 20, quotes: 1, payments: 2 },
    run: async (session, { unpayable }) => {
      const { url } = unpayable
      const before = await readReceiver(session, url)
      if (!before) throw unread(session, url)
      if (kind === 'expired') expectExpired(url, before)
      const expectNothing = expectNothingSince(session, url, before)
      await expectNothing('create-quote.receiver.payable', await payByQuote(session, url))
      const paid = await session.send(payDirectly(session, url, controlAmount(session)))
      await expectNothing(noPayments[kind], paid)
      // For the rules, which have nothing to compare unless it is shown twice.
      await readReceiver(session, url)
    },
  })

export const nothingArrivesAtExpired = nothingArrives(
  'settling/nothing-arrives-at-expired-receiver',
  'expired',
  'quote-to-expired-receiver-paid',
)
export const nothingArrivesAtCompleted = nothingArrives(
  'settling/nothing-arrives-at-completed-receiver',
  'completed',
  'completed-receiver-paid',
)

/** The answer to the payment, or to the quote where that was refused already. */
const payByQuote = async (session: Session, url: string): Promise<Answer> => {
  const amount = controlAmount(session)
  const quote = await session.send(createQuote(session, { receiver: url, debitAmount: amount }))
  if (!isAccepted(quote)) return quote
  const quoteId = idIn(quote, 'the quote cannot be paid')
  return session.send(createPayment(session, { quoteId }, numberOf(amount)))
}

/** Refused, nothing is paid in; accepted, it must not have arrived when settleTimeout has passed. */
const expectNothingSince =
  (session: Session, url: string, before: Received) =>
  async (requirement: string, paid: Answer): Promise<void> => {
    const want = 'nothing paid in'
    if (isRefused(paid)) {
      const behind = await session.witness()
      session.observe({ requirement, outcome: 'held', want, got: answerInWords(paid), answer: paid, behind })
      return
    }
    if (!isAccepted(paid)) throw new PreconditionFailed(`the payment got ${answerInWords(paid)}`)
    const rose = (seen: Received | undefined): boolean =>
      seen !== undefined && numberOf(seen.receivedAmount) > numberOf(before.receivedAmount)
    const after = await watch(session, () => readReceiver(session, url), rose)
    const got = `receivedAmount ${after ? inWords(after.receivedAmount) : 'unreadable'}`
    expectThat(session, after?.answer ?? paid, requirement, { held: !rose(after), want, got })
  }
