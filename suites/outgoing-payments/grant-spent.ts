import { expectThat } from '../../src/check/expect-answer.ts'
import { scenario, upTo } from '../../src/check/kinds/scenario.ts'
import { otherClient, receiver } from '../../src/check/needs/need.ts'
import { MissingPrerequisite, PreconditionFailed, type Session } from '../../src/check/session.ts'
import { watch } from '../../src/check/watch.ts'
import { type Amount, inWords, numberOf, sameAsset } from '../../src/core/amount.ts'
import { type Answer, answerInWords, isAccepted } from '../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { amountIn } from '../support/fields.ts'
import {
  creatingPayment,
  idIn,
  listingOutgoingPayments,
  make,
  readingGrant,
  readingIncomingPayment,
} from '../support/operations.ts'
import { type Received, seeReceiver } from '../support/receiving.ts'
import { controlAmount, getOutgoingPaymentGrant, payDirectly } from '../support/requests.ts'
import { arrivals } from './settling/arrival.ts'
import { needPaymentThatFails } from './settling/in-failure.ts'
import { settledOf, within } from './settling/watching.ts'

const claims = [
  'outgoing-payment-grant.spent-debit-amount.rises',
  'outgoing-payment-grant.spent-receive-amount.rises',
]

/** The fields of what the grant has spent, each with the payment's field that adds to it, and the requirement. */
const parts = [
  { field: 'spentDebitAmount', adds: 'debitAmount', requirement: claims[0] ?? '' },
  { field: 'spentReceiveAmount', adds: 'receiveAmount', requirement: claims[1] ?? '' },
] as const

/** Reads what the grant has spent. An amount of null means that nothing was spent. */
const spentBy = async (session: Session): Promise<Answer> => {
  const answer = await session.send(getOutgoingPaymentGrant(session))
  if (isAccepted(answer)) return answer
  throw new PreconditionFailed(
    `the server did not return the spending of the grant: ${answerInWords(answer)}`,
  )
}

const valueIn = (answer: Answer, field: string): bigint => {
  const amount: Amount | undefined = amountIn(answer, field)
  return amount ? numberOf(amount) : 0n
}

/**
 * The rise of a sum, or undefined if it is shown in another asset than the added amount: the interface leaves that
 * asset open. What was received under a grant that has paid before may be in several assets, which no sum can show.
 */
const riseIn = (before: Answer, after: Answer, field: string, added: Amount): bigint | undefined => {
  const shown = [before, after].flatMap((answer) => amountIn(answer, field) ?? [])
  if (shown.some((amount) => !sameAsset(amount, added))) return undefined
  if (field === 'spentReceiveAmount' && shown.length === 0 && valueIn(before, 'spentDebitAmount') > 0n)
    return undefined
  return valueIn(after, field) - valueIn(before, field)
}

/**
 * The amount that the payment brought, or undefined if it was not seen at the receiver: money may be on its way for
 * hours.
 */
const receivedOf = async (
  session: Session,
  paid: Answer,
  into: string,
  before: Received | undefined,
): Promise<Amount | undefined> => {
  const brings = amountIn(paid, 'receiveAmount')
  if (!brings || !before) return undefined
  const isThere = (seen: Received | undefined): boolean =>
    seen !== undefined && numberOf(seen.receivedAmount) >= numberOf(before.receivedAmount) + numberOf(brings)
  return isThere(await watch(session, () => seeReceiver(session, into), isThere, arrivals))
    ? brings
    : undefined
}

/** A payment that was under way before may be counted in between, so the rise is judged only from below. */
export const risesWithPayment = scenario({
  id: 'grant-spent/rises-with-a-payment',
  title: 'The spent amount of a grant rises by the amount of a payment that was sent in full',
  detects: 'spentDebitAmount-never-rises',
  requests: [
    upTo(12, readingGrant),
    creatingPayment,
    upTo(12, listingOutgoingPayments),
    upTo(5, readingIncomingPayment),
  ],
  needs: { open: receiver('open') },
  quiet: true,
  waits: true,
  claims,
  run: async (session, { open }) => {
    await standsStill(session)
    const receiver = await seeReceiver(session, open.url)
    const before = await spentBy(session)
    const paid = await make(session, payDirectly(session, open.url, controlAmount(session)))
    const { failed, sent } = await settledOf(session, idIn(paid, 'no payment could be created'))
    if (failed || !sent || numberOf(sent) === 0n) throw new PreconditionFailed('the payment was not sent')
    const received = await receivedOf(session, paid, open.url, receiver)
    const after = await spentBy(session)
    for (const { field, requirement } of parts) {
      const added = field === 'spentDebitAmount' ? sent : received
      const rise = added && riseIn(before, after, field, added)
      if (!added || rise === undefined) continue
      const was = valueIn(before, field)
      expectThat(session, after, requirement, {
        held: rise >= numberOf(added),
        want: `${field} at least ${inWords(added)} above ${was}, because a payment of this amount was ${field === 'spentDebitAmount' ? 'sent' : 'received'}`,
        got: `${field} ${amountIn(after, field) ? valueIn(after, field) : 'without an amount'}`,
      })
    }
  },
})

/** Waits for the latest payment of the run to settle. Otherwise the grant could count it between the two readings. */
const standsStill = async (session: Session): Promise<void> => {
  const made = session.memory.made().at(-1)
  if (made !== undefined) await settledOf(session, made)
}

/** A payment, and what the grant had spent before and after it. */
interface SpentAround {
  before: Answer
  paid: Answer
  after: Answer
}

/** A claim about a sum of the grant. */
type SumClaim = { requirement: string } & Parameters<typeof expectThat>[3]

/**
 * Claims that a payment does not add to what the grant has spent. Money of earlier payments may arrive meanwhile, so a sum
 * that rises too much counts only if it does so again around another payment.
 */
const expectNotAdded = async (
  session: Session,
  pay: () => Promise<Answer>,
  claimsIn: (seen: SpentAround) => SumClaim[],
): Promise<void> => {
  await standsStill(session)
  const tried = async (): Promise<SpentAround> => {
    const before = await spentBy(session)
    return { before, paid: await pay(), after: await spentBy(session) }
  }
  const first = await tried()
  const seen = claimsIn(first).every(({ held }) => held) ? first : await tried()
  for (const { requirement, ...shown } of claimsIn(seen)) expectThat(session, seen.after, requirement, shown)
}

export const failedPayment = scenario({
  id: 'grant-spent/failed-payment',
  title: 'The spent amount of a grant does not rise by the full amount of a failed payment',
  detects: 'spentDebitAmount-with-failed-payments',
  requests: [upTo(13, readingGrant), upTo(2, creatingPayment), upTo(34, listingOutgoingPayments)],
  needs: { failing: receiver('failing') },
  quiet: true,
  claims,
  leaves: { payments: 1 },
  run: (session, { failing: { url } }) =>
    expectNotAdded(
      session,
      () => payInVain(session, url),
      ({ before, paid, after }) =>
        parts.flatMap(({ field, adds, requirement }) => {
          const added = amountIn(paid, adds)
          const rise = added && riseIn(before, after, field, added)
          if (!added || rise === undefined) return []
          const want = `${field} less than ${inWords(added)} above ${valueIn(before, field)}, because the payment of this amount failed`
          return [
            { requirement, held: rise < numberOf(added), want, got: `${field} ${valueIn(after, field)}` },
          ]
        }),
    ),
})

/** Makes a payment that fails, and waits until it has. */
const payInVain = async (session: Session, url: string): Promise<Answer> => {
  const paid = await make(session, payDirectly(session, url, controlAmount(session)))
  needPaymentThatFails(url, paid)
  const { failed } = await settledOf(session, idIn(paid, 'no payment could be created'))
  if (failed) return paid
  throw new MissingPrerequisite(
    `receivers.failing in the target file: a receiver to which payments fail ${within(session)}, which the payment to ${url} did not`,
  )
}

export const anotherClient = scenario({
  id: 'grant-spent/of-another-client',
  title: 'The spent amount of a grant does not rise by payments of another client',
  detects: 'spentDebitAmount-of-all-grants',
  requests: [upTo(13, readingGrant), upTo(2, creatingPayment), upTo(17, listingOutgoingPayments)],
  needs: { open: receiver('open'), otherClient },
  quiet: true,
  claims,
  leaves: { payments: 1 },
  run: async (session, { open, otherClient: { token } }) => {
    const draft: RequestDraft = { ...payDirectly(session, open.url, controlAmount(session)), token }
    const pay = async (): Promise<Answer> => {
      const paid = await session.send(draft)
      idIn(paid, 'another client could not pay')
      return paid
    }
    await expectNotAdded(session, pay, ({ before, after }) =>
      parts.map(({ field, requirement }) => {
        const [was, is] = [valueIn(before, field), valueIn(after, field)]
        const want = `${field} ${was}, unchanged, because another client paid`
        return { requirement, held: is === was, want, got: `${field} ${is}` }
      }),
    )
  },
})
