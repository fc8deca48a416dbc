import { limitedToken, receiver } from '../../src/check/need.ts'
import { scenario } from '../../src/check/scenario.ts'
import { PreconditionFailed, type Session } from '../../src/check/session.ts'
import { watch } from '../../src/check/watch.ts'
import { expectThat } from '../../src/check/whole.ts'
import { inWords, numberOf } from '../../src/core/amount.ts'
import { asText } from '../../src/core/json.ts'
import { type Answer, answerInWords, isAccepted } from '../../src/http/answer.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { hasOneOrder, type Sequential } from '../../src/model/one-order.ts'
import { atOnce, outcomeOf, type Timed } from '../support/at-once.ts'
import { textIn } from '../support/fields.ts'
import { idIn } from '../support/operations.ts'
import { controlAmount, createPayment, payDirectly } from '../support/requests.ts'
import { allPages } from '../support/walk-claims.ts'
import { expectLimitLeft, leftAfterRefusals, limitLeft } from './limit-left.ts'
import { quoteToPay } from './quote-to-pay.ts'
import { mostInvalid } from './refused-payments.ts'
import { settledOf } from './watching.ts'

const paidOnce = 'create-outgoing-payment.quote.paid-once'

/** The id of the payment that was made from a quote; null as long as there is none. */
const quote: Sequential<string | null, Timed> = {
  start: null,
  next: (paid, { answer }) => {
    if (!isAccepted(answer)) return [paid]
    const id = textIn(answer, 'id') ?? ''
    return paid === null || paid === id ? [id] : []
  },
}

/** How many ask at the same time. */
const many = 4

export const quotePaidByMany = scenario({
  id: 'races/quote-paid-by-many',
  title: 'Of many concurrent requests to pay a quote, at most one makes a payment',
  detects: 'quote-paid-by-several-at-once',
  operations: ['create-quote', 'create-outgoing-payment'],
  needs: { open: receiver('open') },
  quiet: true,
  claims: [paidOnce],
  cost: { requests: 1 + many, quotes: 1, payments: 1 },
  run: async (session, { open }) => {
    const asked = { receiver: open.url, debitAmount: controlAmount(session) }
    const { id, debits } = await quoteToPay(session, asked)
    const pay = createPayment(session, { quoteId: id }, debits)
    const history = await atOnce(Array.from({ length: many }, () => () => session.send(pay)))
    const answers = history.map(({ answer }) => answer)
    const accepted = answers.filter(isAccepted)
    const [first = answers[0]] = accepted
    if (!first) return
    if (accepted.length === 0)
      throw new PreconditionFailed(`no payment was created from the quote: ${answerInWords(first)}`)
    const ids = new Set(accepted.map((answer) => textIn(answer, 'id')))
    expectThat(session, first, paidOnce, {
      held: hasOneOrder(quote, history),
      want: `one payment, as if the ${many} requests had come one after the other`,
      got: ids.size === 1 ? 'one' : `${ids.size} payments from one quote`,
    })
  },
})

/** The payments that the list shows into a receiver. */
const paymentsInto = async (session: Session, url: string): Promise<Map<string, Answer>> => {
  const { maximum } = session.target.profile.pageSize
  const pages = await allPages(session, 'list-outgoing-payments', {}, () => maximum)
  return new Map(
    pages.flatMap(({ items, answer }) =>
      items
        .filter((item) => item['receiver'] === url && typeof item['id'] === 'string')
        .map((item) => [asText(item['id']), answer]),
    ),
  )
}

export const droppedAnswer = scenario({
  id: 'races/dropped-answer',
  title: 'A quote is paid only once if its payment is requested again after a dropped response',
  detects: 'without-payment-quote-unpaid',
  operations: ['create-quote', 'create-outgoing-payment', 'list-outgoing-payments'],
  needs: { open: receiver('open') },
  quiet: true,
  claims: [paidOnce],
  cost: { requests: 9, quotes: 1, payments: 1 },
  run: async (session, { open }) => {
    const before = await paymentsInto(session, open.url)
    const asked = { receiver: open.url, debitAmount: controlAmount(session) }
    const { id, debits } = await quoteToPay(session, asked)
    const pay = createPayment(session, { quoteId: id }, debits)
    await session.send({ ...pay, dropsAnswer: true })
    const again = await session.send(pay)
    const isMade = ([payment]: [string, Answer]): boolean => !before.has(payment)
    // An index may lag behind what was made.
    const after = await watch(
      session,
      () => paymentsInto(session, open.url),
      (seen) => [...seen].some(isMade),
      'payment whose response was dropped',
    )
    const made = [...after].filter(isMade)
    if (made.length === 0)
      throw new PreconditionFailed(`the list shows no payment from the quote: ${answerInWords(again)}`)
    expectThat(session, again, paidOnce, {
      held: made.length === 1,
      want: 'one payment from one quote',
      got: made.length === 1 ? 'one' : `${made.length} payments in the list`,
    })
  },
})

const tokenLimit = 'create-outgoing-payment.token-limit'

export const lastOfLimitedToken = scenario({
  id: 'races/last-of-a-limited-token',
  title: 'Two concurrent payments do not exceed the debit limit of a token',
  detects: 'limit-passed-at-once',
  operations: ['create-outgoing-payment', 'list-outgoing-payments'],
  needs: { open: receiver('open'), limited: limitedToken },
  // Invalid payments are sent with this token too: one that counts would leave it nothing to pay with.
  first: true,
  quiet: true,
  claims: [tokenLimit, limitLeft],
  cost: { requests: 63 + mostInvalid, payments: 2 },
  run: async (session, { open, limited: { token, debitAmount: limit } }) => {
    const { wallet, maxDebitValue } = session.limits()
    const wanted = (limit * 5n) / 8n + 1n
    const moreThanHalf = wanted < maxDebitValue ? wanted : maxDebitValue
    if (2n * moreThanHalf <= limit)
      throw new PreconditionFailed(
        `limits.maxDebitValue (${maxDebitValue}) is too low for two payments to exceed the limit of tokens.limited (${limit}); raise it`,
      )
    const paying = (value: bigint): RequestDraft => ({
      ...payDirectly(session, open.url, { value: String(value), ...wallet }),
      token,
    })
    const pay = paying(moreThanHalf)
    const left = await leftAfterRefusals(
      session,
      { token, debitAmount: limit },
      { asked: moreThanHalf, paying },
    )
    const answers = (await atOnce([() => session.send(pay), () => session.send(pay)])).map(
      ({ answer }) => answer,
    )
    const together = answers.filter((answer) => outcomeOf(answer) === 'made')
    // One more, after these: it would pass the limit just as well.
    const late = together.length === 1 ? [await session.send(pay)] : []
    const made = [...together, ...late.filter((answer) => outcomeOf(answer) === 'made')]
    const [first] = made
    const [tried = answers[0]] = made
    if (left !== undefined && tried) {
      const little = paying(limit / 16n + 1n)
      await expectLimitLeft(session, left, {
        asked: { value: String(moreThanHalf), ...wallet },
        answer: tried,
        little,
      })
    }
    if (!first)
      throw new PreconditionFailed(
        `tokens.limited could not create a payment of ${moreThanHalf}: ${answers.map(answerInWords).join(', ')}`,
      )
    const spent = made.length === 1 ? moreThanHalf : await deducted(session, made, token)
    expectThat(session, first, tokenLimit, {
      held: spent <= limit,
      want: `at most ${limit} deducted`,
      got: `${made.length} of ${answers.length + late.length} payments of ${inWords({ value: String(moreThanHalf), ...wallet })} made, ${spent} deducted`,
    })
  },
})

/** What payments have deducted in all once they are done: one that was accepted may fail yet. */
const deducted = async (
  session: Session,
  made: readonly Answer[],
  token: RequestDraft['token'],
): Promise<bigint> => {
  let sum = 0n
  for (const answer of made) {
    const id = idIn(answer, 'a payment has no id to watch')
    const { sent } = await settledOf(session, id, token)
    sum += sent ? numberOf(sent) : 0n
  }
  return sum
}
