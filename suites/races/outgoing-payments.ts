import { expectThat } from '../../src/check/expect-answer.ts'
import { scenario, upTo } from '../../src/check/kinds/scenario.ts'
import { receiver } from '../../src/check/needs/need.ts'
import { PreconditionFailed, type Session } from '../../src/check/session.ts'
import { watch } from '../../src/check/watch.ts'
import { asText } from '../../src/core/json.ts'
import { isSameUrl } from '../../src/core/urls.ts'
import { type Answer, answerInWords, isAccepted } from '../../src/http/answers/answer.ts'
import { textIn } from '../../src/http/answers/shown.ts'
import { quoteToPay } from '../outgoing-payments/payments/quote-to-pay.ts'
import { atOnce, hasOneOrder, type Sequential, type Timed } from '../support/concurrent.ts'
import { creatingPayment, creatingQuote, listingOutgoingPayments } from '../support/operations.ts'
import { controlAmount } from '../support/requests.ts'
import { allPages } from '../support/walk-claims.ts'

const paidOnce = 'create-outgoing-payment.quote.paid-once'

/** Model of a quote: the id of the payment that was made from it, or null if there is none yet. */
const quote: Sequential<string | null, Timed> = {
  start: null,
  next: (paid, { answer }) => {
    if (!isAccepted(answer)) return [paid]
    const id = textIn(answer, 'id') ?? ''
    return paid === null || paid === id ? [id] : []
  },
}

/** The number of concurrent requests. */
const many = 4

export const quotePaidByMany = scenario({
  id: 'races/quote-paid-by-many',
  title: 'Of many concurrent requests to pay a quote, at most one makes a payment',
  detects: 'quote-paid-by-several-at-once',
  requests: [creatingQuote, upTo(many + 1, creatingPayment)],
  needs: { open: receiver('open') },
  claims: [paidOnce],
  leaves: { payments: 1 },
  run: async (session, { open }) => {
    const asked = { receiver: open.url, debitAmount: controlAmount(session) }
    const { pay } = await quoteToPay(session, asked)
    const race = await atOnce(
      Array.from({ length: many }, () => () => session.send({ ...pay, patient: false })),
    )
    // The payment of another check may have been in the way of them all.
    const isLost = !race.some(({ answer }) => isAccepted(answer))
    const history = isLost ? [...race, ...(await atOnce([() => session.send(pay)]))] : race
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

/** Returns the payments into a receiver that the list shows. */
const paymentsInto = async (session: Session, url: string): Promise<Map<string, Answer>> => {
  const { maximum } = session.target.profile.pageSize
  const pages = await allPages(session, 'list-outgoing-payments', {}, () => maximum)
  return new Map(
    pages.flatMap(({ items, answer }) =>
      items
        .filter((item) => isSameUrl(asText(item['receiver']), url) && typeof item['id'] === 'string')
        .map((item) => [asText(item['id']), answer]),
    ),
  )
}

export const droppedAnswer = scenario({
  id: 'races/dropped-answer',
  title: 'A quote is paid only once if its payment is requested again after a dropped response',
  detects: 'without-payment-quote-unpaid',
  requests: [creatingQuote, upTo(2, creatingPayment), upTo(6, listingOutgoingPayments)],
  needs: { open: receiver('open') },
  quiet: true,
  claims: [paidOnce],
  leaves: { payments: 1 },
  run: async (session, { open }) => {
    const before = await paymentsInto(session, open.url)
    const asked = { receiver: open.url, debitAmount: controlAmount(session) }
    const { pay } = await quoteToPay(session, asked)
    await session.send({ ...pay, dropsAnswer: true })
    const again = await session.send({ ...pay, patient: false })
    const isMade = ([payment]: [string, Answer]): boolean => !before.has(payment)
    // The index of the list may lag behind new payments.
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
