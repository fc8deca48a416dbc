import { any, each } from '../../src/check/cases/given.ts'
import { expectAccepted, expectThat } from '../../src/check/expect-answer.ts'
import { leftOpen, refusedAs } from '../../src/check/expectation.ts'
import { refusal } from '../../src/check/kinds/refusal.ts'
import { scenario, upTo } from '../../src/check/kinds/scenario.ts'
import { receiver } from '../../src/check/needs/need.ts'
import { PreconditionFailed, type Session } from '../../src/check/session.ts'
import { type Amount, numberOf, sameWorth } from '../../src/core/amount.ts'
import { isSameUrl } from '../../src/core/urls.ts'
import { type Alteration, altered, nearCodes } from '../../src/generate/altered.ts'
import { payableAmount } from '../../src/generate/amounts.ts'
import { type Answer, isAccepted } from '../../src/http/answers/answer.ts'
import { textIn } from '../../src/http/answers/shown.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { amountKept } from '../support/amount-shown.ts'
import { amountIn } from '../support/fields.ts'
import { creatingQuote, creatingQuoteWithoutAmount } from '../support/operations.ts'
import { amountAbroad } from '../support/pay-abroad.ts'
import { needClosed } from '../support/receiving.ts'
import { controlAmount, createQuote, withFields } from '../support/requests.ts'

export type FixedSide = 'debitAmount' | 'receiveAmount'

export const keptBy = { debitAmount: 'create-quote.fixed-send', receiveAmount: 'create-quote.fixed-receive' }
const acceptedBy = {
  debitAmount: 'create-quote.accepts.debit-amount',
  receiveAmount: 'create-quote.accepts.receive-amount',
}
const askedFields = {
  walletAddress: 'create-quote.wallet-address.kept',
  receiver: 'create-quote.receiver.kept',
  method: 'create-quote.method.kept',
}

export const oneAmount = scenario({
  id: 'quotes/one-amount',
  title: 'A quote with one amount to an open receiver is created as requested',
  detects: 'quote-of-another-wallet',
  requests: [creatingQuote],
  needs: { open: receiver('open') },
  claims: [...Object.values(acceptedBy), ...Object.values(keptBy), ...Object.values(askedFields)],
  cases: each<FixedSide>('debitAmount', 'receiveAmount'),
  inCircumstances: true,
  run: async (session, { open }, side) => {
    const amount = controlAmount(session)
    const answer = await session.send(createQuote(session, { receiver: open.url, [side]: amount }))
    if (!(await expectAccepted(session, answer, acceptedBy[side]))) return
    expectThat(session, answer, keptBy[side], amountKept(answer, side, amount))
    expectAsked(session, answer, {
      walletAddress: session.target.walletAddress,
      receiver: open.url,
      method: 'ilp',
    })
  },
})

const expectAsked = (
  session: Session,
  answer: Answer,
  asked: Record<keyof typeof askedFields, string>,
): void => {
  for (const field of ['walletAddress', 'receiver', 'method'] as const) {
    const came = textIn(answer, field)
    expectThat(session, answer, askedFields[field], {
      held: came !== undefined && isSameUrl(came, asked[field]),
      want: `${field} ${asked[field]}`,
      got: `${field} ${came ?? 'absent'}`,
    })
  }
}

/**
 * A server may refuse only amounts that contradict each other, or take an amount of zero for none. So about half of the
 * amounts are equal, and about a quarter of the receive amounts are zero.
 */
const withReceiveAmount = (amount: Amount): Record<string, Amount> => {
  const rest = numberOf(amount) % 4n
  if (rest === 0n) return { receiveAmount: { ...amount, value: '0' } }
  return rest === 2n ? { receiveAmount: amount } : { debitAmount: amount, receiveAmount: amount }
}

export const bothAmounts = refusal({
  id: 'quotes/both-amounts',
  title: 'A quote with both amounts to an open receiver is refused',
  detects: 'without-amounts-exclusive',
  on: [creatingQuote],
  cases: any(payableAmount),
  mutate: (draft, amount) => withFields(draft, withReceiveAmount(amount)),
  expect: refusedAs('body', 'create-quote.amounts.exclusive'),
})

export const noAmount = refusal({
  id: 'quotes/no-amount',
  title: 'A quote request without an amount to an open receiver returns 400',
  detects: 'without-amount-given-or-inferable',
  on: [creatingQuote],
  mutate: (draft) => withFields(draft, { debitAmount: undefined }),
  expect: refusedAs('no-amount', 'create-quote.amounts.none'),
})

export const bothAmountsOnFixed = refusal({
  id: 'quotes/both-amounts-on-fixed-receiver',
  title: 'A quote with both amounts to a receiver with an incomingAmount is refused',
  detects: 'without-amounts-exclusive-fixed',
  on: [creatingQuoteWithoutAmount],
  mutate: (draft, _, __, session) =>
    withFields(draft, { debitAmount: controlAmount(session), receiveAmount: controlAmount(session) }),
  expect: refusedAs('body', 'create-quote.amounts.exclusive-fixed'),
})

export const oneAmountOnFixed = refusal({
  id: 'quotes/one-amount-on-fixed-receiver',
  title: 'How the server treats a quote with one amount to a receiver with an incomingAmount',
  detects: 'one-amount-on-fixed-answered-500',
  on: [creatingQuoteWithoutAmount],
  cases: each<FixedSide>('debitAmount', 'receiveAmount'),
  mutate: (draft, side, _, session) => withFields(draft, { [side]: controlAmount(session) }),
  expect: leftOpen('create-quote.amounts.one-on-fixed', (quote, session) =>
    hasAmount(quote, controlAmount(session)) ? 'accepted, for this amount' : 'accepted, for another amount',
  ),
})

const hasAmount = (quote: Answer, wanted: Amount): boolean =>
  [amountIn(quote, 'debitAmount'), amountIn(quote, 'receiveAmount')].some(
    (came) => came !== undefined && sameWorth(came, wanted),
  )

type OtherAsset = 'another code' | 'another scale' | Alteration

export const debitInOtherAsset = refusal({
  id: 'quotes/debit-amount-in-other-asset',
  title: "A quote whose debitAmount is not in the wallet's asset is refused",
  detects: 'without-debit-amount-asset',
  on: [creatingQuote],
  cases: each<OtherAsset>('another code', 'another scale', ...nearCodes),
  mutate: (draft, kind, _, session) =>
    withFields(draft, { debitAmount: inOtherAsset(controlAmount(session), kind) }),
  expect: refusedAs('recommended-refusal', 'create-quote.debit-amount.asset'),
})

export const debitInAssetOfReceiver = refusal({
  id: 'quotes/debit-amount-in-the-asset-of-its-receiver',
  title: "A quote whose debitAmount is in its receiver's asset, not in the wallet's, is refused",
  detects: 'debit-amount-in-the-asset-of-its-receiver',
  on: [creatingQuote],
  needs: { abroad: receiver('otherAsset') },
  sends: 1,
  mutate: async (draft, _, { abroad: { url } }, session) =>
    withFields(draft, { receiver: url, debitAmount: await amountAbroad(session, url) }),
  expect: refusedAs('recommended-refusal', 'create-quote.debit-amount.asset'),
})

export const receiveInOtherAsset = refusal({
  id: 'quotes/receive-amount-in-other-asset',
  title: "A quote whose receiveAmount is not in the receiver's asset is refused",
  detects: 'without-receive-amount-asset',
  on: [creatingQuote],
  cases: each<OtherAsset>('another code', 'another scale'),
  mutate: (draft, kind, _, session) =>
    withFields(draft, { debitAmount: undefined, receiveAmount: inOtherAsset(controlAmount(session), kind) }),
  expect: refusedAs('recommended-refusal', 'create-quote.receive-amount.asset'),
})

function inOtherAsset(amount: Amount, kind: OtherAsset): Amount {
  if (kind === 'another scale') return { ...amount, assetScale: amount.assetScale + 1 }
  if (kind === 'another code') return { ...amount, assetCode: amount.assetCode === 'XTS' ? 'XXX' : 'XTS' }
  return { ...amount, assetCode: altered(amount.assetCode, kind) }
}

const unpayable = (id: string, kind: 'expired' | 'completed') =>
  refusal({
    id,
    title: `A quote to a receiver that is ${kind} is refused`,
    detects: `without-receiver-not-${kind}`,
    on: [creatingQuote],
    needs: { unpayable: receiver(kind) },
    ...(kind === 'completed' ? { sends: 1 } : {}),
    mutate: async (draft, _, needs, session) => {
      if (kind === 'completed') await needClosed(session, needs.unpayable.url)
      return withFields(draft, { receiver: needs.unpayable.url })
    },
    expect: refusedAs('recommended-refusal', 'create-quote.receiver.unpayable-refused'),
  })

export const expiredReceiver = unpayable('quotes/expired-receiver', 'expired')
export const completedReceiver = unpayable('quotes/completed-receiver', 'completed')

/** The number of quotes that are requested together. */
const together = 5

/** The step from one of their amounts to the next. Some servers take only multiples of ten. */
const apart = 10n

export const atTheSameTime = scenario({
  id: 'quotes/requested-at-the-same-time',
  title: 'Quotes that are requested at the same time each have the amount that was requested',
  detects: 'quotes-at-once-share-amounts',
  requests: [upTo(together, creatingQuote)],
  needs: { open: receiver('open') },
  claims: Object.values(keptBy),
  inCircumstances: true,
  run: async (session, { open }) => {
    const control = controlAmount(session)
    const asked = Array.from({ length: together }, (_, place) => ({
      side: place % 2 === 0 ? ('receiveAmount' as const) : ('debitAmount' as const),
      amount: { ...control, value: String(numberOf(control) + apart * BigInt(place)) },
    }))
    const draftOf = ({ side, amount }: (typeof asked)[number]): RequestDraft =>
      createQuote(session, { receiver: open.url, [side]: amount })
    const answers = await Promise.all(asked.map((one) => session.send(draftOf(one))))
    const made = answers.flatMap((answer, place) => {
      const one = asked[place]
      return one && isAccepted(answer) ? [{ ...one, answer }] : []
    })
    if (made.length < 2)
      throw new PreconditionFailed(`the server created ${made.length} of ${together} quotes`)
    for (const { side, amount, answer } of made)
      expectThat(session, answer, keptBy[side], amountKept(answer, side, amount))
  },
})
