import { each } from '../../src/check/cases/given.ts'
import { controlIn } from '../../src/check/circumstances/costly.ts'
import { expectNoServerError, expectThat } from '../../src/check/expect-answer.ts'
import { judgeRefusal, noServerError, refusedAs } from '../../src/check/expectation.ts'
import { scenario, upTo } from '../../src/check/kinds/scenario.ts'
import { otherWallet, receiver } from '../../src/check/needs/need.ts'
import { isPublicForm } from '../../src/check/public-form.ts'
import { MissingPrerequisite, type Session } from '../../src/check/session.ts'
import { untilPast } from '../../src/check/until-past.ts'
import { watch } from '../../src/check/watch.ts'
import { type Amount, inWords, numberOf } from '../../src/core/amount.ts'
import { asText } from '../../src/core/json.ts'
import { isSameUrl } from '../../src/core/urls.ts'
import { type Answer, isAccepted, isRefused } from '../../src/http/answers/answer.ts'
import { fieldOf, textIn } from '../../src/http/answers/shown.ts'
import { amountIn, flagIn } from '../support/fields.ts'
import { watchListed } from '../support/listed.ts'
import { amountEndingIn } from '../support/near-control.ts'
import {
  acceptedOr,
  completingIncomingPayment,
  creatingIncomingPayment,
  creatingPayment,
  idIn,
  listingIncomingPayments,
  listingOutgoingPayments,
  make,
  readingIncomingPayment,
} from '../support/operations.ts'
import {
  completeIncomingPayment,
  controlAmount,
  createIncomingPayment,
  getIncomingPayment,
  payDirectly,
} from '../support/requests.ts'
import { serverTime } from './create-incoming-payment.ts'

const couldNot = 'no incoming payment could be created to complete'

/**
 * Creates an incoming payment for an amount that ends in this digit, or for the control's amount if the server refuses
 * that.
 */
const made = async (session: Session, digit = 0, further: { expiresAt?: string } = {}): Promise<string> => {
  const making = (incomingAmount: Amount): Promise<Answer> =>
    make(session, createIncomingPayment(session, { incomingAmount, ...further }))
  const first = await making(amountEndingIn(session, digit))
  return idIn(isRefused(first) ? await making(controlAmount(session)) : first, couldNot)
}

const notCompleted = 'an incoming payment could not be completed'

/** Judges the response to the completion of the incoming payment with that id. */
export function saysCompleted(answer: Answer, id: string): { held: boolean; want: string; got: string } {
  const [came, completed] = [textIn(answer, 'id'), fieldOf(answer, 'completed')]
  return {
    held: came !== undefined && isSameUrl(came, id) && completed === true,
    want: `id ${id}, completed true`,
    got: `id ${came ?? 'absent'}, completed ${asText(completed)}`,
  }
}

const reads = 'complete-incoming-payment.reads'

export const isCompleted = scenario({
  id: 'complete-incoming-payment/says-so',
  title:
    'A completed incoming payment is shown as completed in the response, when it is read and in the list',
  detects: 'completion-does-nothing',
  requests: [
    creatingIncomingPayment,
    completingIncomingPayment,
    upTo(4, readingIncomingPayment),
    upTo(4, listingIncomingPayments),
  ],
  quiet: true,
  claims: ['complete-incoming-payment.completed', reads],
  cases: each(0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
  inCircumstances: true,
  run: async (session, _, digit) => {
    const id = await made(session, digit)
    const completed = acceptedOr(await make(session, completeIncomingPayment(session, id)), notCompleted)
    expectThat(session, completed, 'complete-incoming-payment.completed', saysCompleted(completed, id))
    const read = await session.send(getIncomingPayment(session, id))
    if (isAccepted(read) && !isPublicForm(read, session.target.profile))
      expectSaysSo(session, read, fieldOf(read, 'completed'))
    const found = await watchListed(session, 'list-incoming-payments', [id], {
      isDone: (seen) => seen.get(id)?.item['completed'] !== false,
      kind: 'list-incoming-payments, as they are',
    })
    const listed = found.get(id)
    if (listed) expectSaysSo(session, listed.answer, listed.item['completed'])
  },
})

const expectSaysSo = (session: Session, answer: Answer, completed: unknown): void =>
  expectThat(session, answer, reads, {
    held: completed === true,
    want: 'completed true',
    got: `completed ${asText(completed)}`,
  })

export const again = scenario({
  id: 'complete-incoming-payment/again',
  title: 'Completing a completed incoming payment is accepted or refused',
  detects: 'completing-again-answered-500',
  requests: [creatingIncomingPayment, upTo(3, completingIncomingPayment)],
  claims: ['errors.no-server-error'],
  inCircumstances: true,
  run: async (session) => {
    const complete = completeIncomingPayment(session, await made(session))
    acceptedOr(await make(session, complete), notCompleted)
    await expectNoServerError(session, await session.send(complete))
  },
})

const expiredRefused = refusedAs('recommended-refusal', 'complete-incoming-payment.expired')

/**
 * Lifetimes of the incoming payments in milliseconds, of which the first counts that the server accepts: enough to create
 * them, and to complete one. If the server's time can be moved, they are longer, because a server may refuse a short one.
 */
const lifetimesOn = ({ time: { server } }: Session): number[] => (server ? [120_000, 3_600_000] : [10_000])

/** Creates an incoming payment that expires soon. */
const expiring = async (session: Session): Promise<{ id: string; expiresAt: string }> => {
  const now = await serverTime(session)
  for (const life of lifetimesOn(session)) {
    const expiresAt = new Date(now + life).toISOString()
    const answer = await make(session, createIncomingPayment(session, { expiresAt }))
    if (!isRefused(answer)) return { id: idIn(answer, couldNot), expiresAt }
  }
  const key = session.time.server ? '' : 'clock in the target file, or '
  throw new MissingPrerequisite(`${key}a server that creates incoming payments which soon expire`)
}

export const expired = scenario({
  id: 'complete-incoming-payment/expired',
  title: 'An expired incoming payment is not completed',
  detects: 'without-completed-payment-not-expired',
  requests: [
    upTo(5, creatingIncomingPayment),
    upTo(26, completingIncomingPayment),
    upTo(2, readingIncomingPayment),
  ],
  waits: true,
  movesTime: true,
  claims: ['complete-incoming-payment.expired', 'errors.no-server-error'],
  run: async (session) => {
    const batch = session.controls.open()
    const { id, expiresAt } = await expiring(session)
    const completed = await made(session, 0, { expiresAt })
    await session.controls.send(completeIncomingPayment(session, completed), [batch])
    const look = async () => session.send(await listingOutgoingPayments.prepare(session))
    await untilPast(session, Date.parse(expiresAt), look, 'an incoming payment to expire')
    // A rule compares what it shows now with what its completion showed.
    await session.send(getIncomingPayment(session, completed))
    const left = await session.send(getIncomingPayment(session, id))
    if (flagIn(left, 'completed') === true)
      throw new MissingPrerequisite(
        'an incoming payment that nobody has completed when it expires; this server completes it then',
      )
    const complete = completeIncomingPayment(session, id)
    const answer = await session.again(await session.send(complete))
    const plainly = judgeRefusal(expiredRefused, session, complete, answer, batch)
    for (const seen of plainly) session.observe(seen)
    await controlIn(session, completeIncomingPayment(session, await made(session)), batch, [
      {
        invalid: (whole) => ({ ...whole, path: complete.path }),
        judge: (sent, seen, behind) => judgeRefusal(expiredRefused, session, sent, seen, behind),
        plainly,
      },
    ])
  },
})

const furtherPayments = 'complete-incoming-payment.further-payments'

/** A control pays into an open receiver first, to show that the server makes a payment of this kind. */
export const nothingArrives = scenario({
  id: 'complete-incoming-payment/nothing-arrives',
  title: 'What happens to a payment into an incoming payment that its client has completed',
  detects: 'payment-after-completion-answered-500',
  requests: [
    creatingIncomingPayment,
    completingIncomingPayment,
    upTo(26, readingIncomingPayment),
    upTo(2, creatingPayment),
  ],
  needs: { otherWallet, open: receiver('open') },
  claims: [furtherPayments, noServerError],
  leaves: { payments: 1 },
  run: async (session, { otherWallet: { walletAddress, token }, open }) => {
    const amount = controlAmount(session)
    const batch = session.controls.open()
    const body = { walletAddress }
    const id = idIn(await make(session, { ...createIncomingPayment(session, body), token }), couldNot)
    acceptedOr(await make(session, { ...completeIncomingPayment(session, id), token }), notCompleted)
    await session.controls.send(payDirectly(session, open.url, amount), [batch])
    const draft = payDirectly(session, id, amount)
    const paid = await session.again(await session.send(draft))
    if (!isAccepted(paid)) {
      for (const one of judgeRefusal(refusedAs('open', furtherPayments), session, draft, paid, batch))
        session.observe(one)
      return
    }
    const look = () => session.send({ ...getIncomingPayment(session, id), token })
    const received = (answer: Answer | undefined): bigint => {
      const came = answer && amountIn(answer, 'receivedAmount')
      return came ? numberOf(came) : 0n
    }
    const after = await watch(session, look, (seen) => received(seen) > 0n)
    const came = after && amountIn(after, 'receivedAmount')
    session.observe({
      requirement: furtherPayments,
      outcome: 'noted',
      want: 'left open by the specification',
      got: `accepted, receivedAmount ${came ? inWords(came) : 'unreadable'}`,
      answer: after ?? paid,
    })
  },
})
