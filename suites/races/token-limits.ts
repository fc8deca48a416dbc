import { scenario, upTo } from '../../src/check/kinds/scenario.ts'
import { limitedToken, receiver } from '../../src/check/needs/need.ts'
import { nothingIfUnmetHere } from '../../src/check/needs/prerequisites.ts'
import { PreconditionFailed, type Session } from '../../src/check/session.ts'
import { type Amount, inWords, numberOf, sameAsset } from '../../src/core/amount.ts'
import { type Answer, answerInWords, isAccepted, isRefused } from '../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { periodBeginsNear } from '../../src/target-file/reading/interval.ts'
import type { Credential, Target } from '../../src/target-file/target.ts'
import { quoteToPay } from '../outgoing-payments/payments/quote-to-pay.ts'
import { mostInvalid, sendInvalidUnder } from '../outgoing-payments/refused-payments.ts'
import { settledOf } from '../outgoing-payments/settling/watching.ts'
import { amountIn, momentIn } from '../support/fields.ts'
import { creatingPayment, creatingQuote, idIn, listingOutgoingPayments } from '../support/operations.ts'
import { controlAmount, getOutgoingPaymentGrant, payDirectly } from '../support/requests.ts'
import { debitWithin, expectWithin, inWallet, limitOf, onceWithin, raced } from './within-limit.ts'

const limitLeft = 'create-outgoing-payment.refused.limit-left'

const debitLimit = 'create-outgoing-payment.token-limit'

export const lastOfLimitedToken = scenario({
  id: 'races/last-of-a-limited-token',
  title: 'Two concurrent payments do not exceed the debit limit of a token',
  detects: 'limit-passed-at-once',
  requests: [creatingQuote, upTo(mostInvalid + 38, creatingPayment), upTo(40, listingOutgoingPayments)],
  needs: { open: receiver('open'), limited: limitedToken('limited') },
  // Invalid payments are sent with this token too. If the server counts one of them, too little is left to pay with.
  first: true,
  quiet: true,
  claims: [debitLimit, limitLeft],
  leaves: { payments: 3 },
  run: async (session, { open, limited: { token, debitAmount: limit } }) => {
    const { wallet } = session.money.limits()
    const value = onceWithin(session, limit, limitOf(token))
    const paying = (debit: bigint): RequestDraft => payingWith(session, token, open.url, debit)
    const left = await leftAfterRefusals(session, { token, debitAmount: limit }, { asked: value, paying })
    // A server may count payments of quotes apart from direct ones.
    const asked = { receiver: open.url, debitAmount: { value: String(value), ...wallet } }
    const quoted = await quoteToPay(session, asked).catch(nothingIfUnmetHere)
    const other = quoted ? { ...quoted.pay, token } : paying(value)
    const race = await raced(session, [paying(value), other], paying(limit - value + 1n))
    const [tried = race.answers[0]] = race.made
    if (left !== undefined && tried) {
      const control = paying(limit / 16n + 1n)
      await expectLimitLeft(session, left, { asked: asked.debitAmount, answer: tried, control })
    }
    const within = debitWithin(session, { token, limit, value, requirement: debitLimit })
    const isAlone = await expectWithin(session, race, within)
    const rest = left === undefined ? 0n : left - value
    if (!isAlone || rest <= 0n) return
    const last = paying(rest)
    await expectLimitLeft(session, rest, {
      asked: { ...wallet, value: String(rest) },
      answer: await session.send(last),
      control: { ...last, token: session.target.tokens.full },
    })
  },
})

const payingWith = (session: Session, token: Credential, url: string, debit: bigint): RequestDraft => ({
  ...payDirectly(session, url, { value: String(debit), ...session.money.limits().wallet }),
  token,
})

const periodLimit = 'create-outgoing-payment.token-limit.interval'

/** Milliseconds to keep from the end of a period: servers may differ in when a month ends. */
const farFromPeriod = 86_400_000

export const lastOfPeriod = scenario({
  id: 'races/last-of-a-period',
  title:
    'Two concurrent payments do not exceed the debit limit that a token has in each period of an interval',
  detects: 'without-payment-token-limit-interval',
  requests: [upTo(37, creatingPayment), upTo(60, listingOutgoingPayments)],
  needs: { open: receiver('open'), limited: limitedToken('limitedPerInterval') },
  waits: true,
  claims: [periodLimit],
  leaves: { payments: 2 },
  run: async (session, { open, limited: { token, debitAmount: limit, interval } }) => {
    const paying = (debit: bigint): RequestDraft => payingWith(session, token, open.url, debit)
    const failing = await paidInVain(session, token, limit)
    const [sent, asked] = failing ? [failing.sent, failing.asked] : [0n, 0n]
    // The failed payment may still count in full.
    const mostLeft = onceWithin(session, limit - sent, limitOf(token))
    const value = mostLeft > limit - asked ? onceWithin(session, limit - asked, limitOf(token)) : mostLeft
    const within = debitWithin(session, { token, limit: limit - sent, value, requirement: periodLimit })
    const race = await raced(session, [paying(value), paying(value)], paying(limit - sent - value + 1n))
    await expectWithin(session, race, {
      ...within,
      words: {
        ...within.words,
        ...(sent > 0n ? { done: `deducted, beside the ${sent} of ${failing?.id}` } : {}),
      },
      sumOf: (made) => {
        expectOnePeriod(failing ? [failing.answer, ...made] : made, interval)
        return within.sumOf(made)
      },
    })
  },
})

/**
 * Pays a small part of the limit into a receiver that payments fail into. What the payment has sent counts towards the
 * limit, although it failed. Returns undefined if the target file has no such receiver, or the payment is not made.
 */
const paidInVain = async (
  session: Session,
  token: Credential,
  limit: bigint,
): Promise<{ answer: Answer; id: string; asked: bigint; sent: bigint } | undefined> => {
  if (!receiver('failing').isGiven(session.target)) return undefined
  const [control, part] = [numberOf(controlAmount(session)), limit / 8n]
  const asked = part < control ? part : control
  const { url } = await session.supplies.receivers.shared('failing')
  const answer = await session.send(payingWith(session, token, url, asked))
  if (!isAccepted(answer)) return undefined
  const { id, sent } = await settledOf(session, idIn(answer, 'a payment has no id to watch'), token)
  return { answer, id, asked, sent: sent ? numberOf(sent) : 0n }
}

/**
 * Throws PreconditionFailed if a new period of the limit may have begun between these payments, by the server's own
 * time.
 */
const expectOnePeriod = (made: readonly Answer[], interval: string): void => {
  for (const answer of made) {
    const createdAt = momentIn(answer, 'createdAt')
    if (createdAt === undefined) throw new PreconditionFailed('a payment has no readable createdAt')
    const begins = periodBeginsNear(interval, createdAt, farFromPeriod)
    if (begins)
      throw new PreconditionFailed(
        `tokens.limitedPerInterval.interval: a period begins at ${begins.toISOString()}, less than a day from the payments; give an interval whose periods begin at another time`,
      )
  }
}

const receiveLimit = 'create-outgoing-payment.token-limit.receive'

export const lastOfReceiveLimit = scenario({
  id: 'races/last-of-a-receive-limit',
  title: 'Two concurrent payments do not bring receivers more than the receive limit of a token',
  detects: 'receive-limit-passed-at-once',
  requests: [upTo(3, creatingQuote), upTo(36, creatingPayment), upTo(40, listingOutgoingPayments)],
  needs: { open: receiver('open'), limited: limitedToken('limitedReceive') },
  claims: [receiveLimit],
  leaves: { payments: 2 },
  run: async (session, { open, limited: { token, receiveAmount: limit } }) => {
    const { wallet } = session.money.limits()
    const value = onceWithin(session, limit, limitOf(token))
    const bringing = async (brings: bigint): Promise<RequestDraft> => {
      const asked = { receiver: open.url, receiveAmount: { value: String(brings), ...wallet } }
      return (await quoteToPay(session, asked, token)).pay
    }
    const drafts = [await bringing(value), await bringing(value)]
    const race = await raced(session, drafts, await bringing(limit - value + 1n).catch(nothingIfUnmetHere))
    await expectWithin(session, race, {
      ...{ token, limit, value, requirement: receiveLimit },
      sumOf: (made) => delivered(session, made, token),
      words: {
        each: `payments with a receiveAmount of ${inWallet(session, value)} or less`,
        done: 'brought to receivers',
      },
    })
  },
})

/**
 * Returns the sum that payments have brought to their receivers. A failed payment brings nothing. A payment that is sent
 * in part brings the same part of its receiveAmount: the server may stop it at the limit and mark it failed later.
 */
const delivered = async (session: Session, made: readonly Answer[], token: Credential): Promise<bigint> => {
  let sum = 0n
  for (const answer of made) {
    const id = idIn(answer, 'a payment has no id to watch')
    const { sent, debit, failed } = await settledOf(session, id, token)
    const brings = amountIn(answer, 'receiveAmount')
    const whole = debit ? numberOf(debit) : 0n
    if (!failed && sent && brings && whole > 0n) sum += (numberOf(brings) * numberOf(sent)) / whole
  }
  return sum
}

/**
 * Sends invalid payments, plainly and in circumstances, that the limited token would have paid for. Returns the amount
 * that the token may still debit, as its grant showed before. Returns undefined if the grant does not show that, or if
 * it is less than `asked`.
 */
const leftAfterRefusals = async (
  session: Session,
  { token, debitAmount: limit }: NonNullable<Target['tokens']['limited']>,
  { asked, paying }: { asked: bigint; paying: (value: bigint) => RequestDraft },
): Promise<bigint | undefined> => {
  const { wallet } = session.money.limits()
  if (!session.target.profile.operations.includes('get-outgoing-payment-grant')) return undefined
  const grant = await session.send({ ...getOutgoingPaymentGrant(session), token })
  const spent: Amount | undefined = amountIn(grant, 'spentDebitAmount')
  if (!isAccepted(grant) || (spent && !sameAsset(spent, wallet))) return undefined
  const left = limit - (spent ? numberOf(spent) : 0n)
  if (asked > left) return undefined
  // A refused payment of this amount that counts leaves too little for `asked`. If one counts in each form, a little is
  // still left.
  await sendInvalidUnder(session, paying(left - asked + 1n))
  return left
}

/**
 * Claims that the payment was made within what was left. A refusal counts only behind the control, and a failure of the
 * server says nothing about limits.
 */
const expectLimitLeft = async (
  session: Session,
  left: bigint,
  { asked, answer, control }: { asked: Amount; answer: Answer; control: RequestDraft },
): Promise<void> => {
  const seen = {
    requirement: limitLeft,
    want: `a payment of ${inWords(asked)} is accepted: the limit had ${left} left before some payments were refused`,
    got: answerInWords(answer),
    answer,
  }
  if (isAccepted(answer)) return session.observe({ ...seen, outcome: 'held' })
  if (!isRefused(answer)) return
  const behind = session.controls.open()
  await session.controls.send(control, [behind])
  session.observe({ ...seen, outcome: 'broken', behind })
}
