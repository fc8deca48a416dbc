import { isDeepStrictEqual } from 'node:util'
import { controlUnder } from '../../src/check/costly-control.ts'
import { claimsOf, judgeRefusal, refusedAs } from '../../src/check/expectation.ts'
import { each } from '../../src/check/given.ts'
import { receiver } from '../../src/check/need.ts'
import { scenario } from '../../src/check/scenario.ts'
import { PreconditionFailed, type Session } from '../../src/check/session.ts'
import { expectAccepted, expectThat } from '../../src/check/whole.ts'
import { type Amount, inWords, numberOf, sameAmount } from '../../src/core/amount.ts'
import { asText, isObject } from '../../src/core/json.ts'
import type { Answer } from '../../src/http/answer.ts'
import { amountIn, fieldOf, textIn } from '../support/fields.ts'
import { nearControl } from '../support/near-control.ts'
import { idIn } from '../support/operations.ts'
import { controlAmount, createPayment, createQuote, payDirectly } from '../support/requests.ts'
import { longTexts, sendWithTexts, texts } from '../support/rich-metadata.ts'
import { isSameUrl } from '../support/same-url.ts'
import { payAbroad } from './pay-abroad.ts'

const walletKept = 'create-outgoing-payment.wallet-address.kept'
const notFailed = 'outgoing-payment.failed.false-at-creation'
const sentAtCreation = 'outgoing-payment.sent-amount.at-creation'

/** Amounts, receiver and quoteId of the payment are those of the quote that defines them. */
export const fromQuote = scenario({
  id: 'payments/from-quote',
  title: 'A payment from a quote has the amounts and the receiver of the quote',
  detects: 'payment-amounts-not-of-quote',
  operations: ['create-quote', 'create-outgoing-payment'],
  needs: { open: receiver('open') },
  claims: [
    'create-outgoing-payment.accepts.quote',
    'create-outgoing-payment.quote.amounts-kept',
    'create-outgoing-payment.quote.receiver-kept',
    'create-outgoing-payment.quote-id.kept',
    walletKept,
    notFailed,
    sentAtCreation,
  ],
  cost: { requests: 4, quotes: 2, payments: 1 },
  run: async (session, { open }) => {
    const { quote, id, paid } = await nearControl(session, 3, async (debitAmount) => {
      const { quote, id, debits } = await quoteToPay(session, { receiver: open.url, debitAmount })
      return { quote, id, paid: await session.send(createPayment(session, { quoteId: id }, debits)) }
    })
    if (!(await expectAccepted(session, paid, 'create-outgoing-payment.accepts.quote'))) return
    for (const field of ['debitAmount', 'receiveAmount']) {
      const wanted = amountIn(quote, field)
      if (wanted) expectAmount(session, paid, 'create-outgoing-payment.quote.amounts-kept', field, wanted)
    }
    expectUrl(
      session,
      paid,
      'create-outgoing-payment.quote.receiver-kept',
      'receiver',
      textIn(quote, 'receiver'),
    )
    if (textIn(paid, 'quoteId') !== undefined) {
      expectUrl(session, paid, 'create-outgoing-payment.quote-id.kept', 'quoteId', id)
    }
    expectJustCreated(session, paid)
  },
})

export const direct = scenario({
  id: 'payments/direct',
  title: 'A direct payment to an incoming payment is created as requested',
  detects: 'direct-debit-amount-altered',
  operations: ['create-outgoing-payment'],
  needs: { open: receiver('open') },
  claims: [
    'create-outgoing-payment.accepts.direct',
    'create-outgoing-payment.direct.debit-amount-kept',
    'create-outgoing-payment.direct.receiver-kept',
    walletKept,
    notFailed,
    sentAtCreation,
  ],
  cost: { requests: 2, payments: 1 },
  run: async (session, { open }) => {
    const { paid, amount } = await nearControl(session, 7, async (amount) => ({
      amount,
      paid: await session.send(payDirectly(session, open.url, amount)),
    }))
    if (!(await expectAccepted(session, paid, 'create-outgoing-payment.accepts.direct'))) return
    expectAmount(session, paid, 'create-outgoing-payment.direct.debit-amount-kept', 'debitAmount', amount)
    expectUrl(session, paid, 'create-outgoing-payment.direct.receiver-kept', 'receiver', open.url)
    expectJustCreated(session, paid)
  },
})

/** Every kind of JSON value, at one depth and another. */
const metadata = {
  text: 'Order 17 €',
  number: 12.5,
  whole: 9007199254740991,
  yes: true,
  nothing: null,
  list: [1, 'two', [3], { four: null }],
  nested: { deep: { deeper: [] }, empty: {} },
  '': 'an empty key',
  Capital: 'a key that is not in lower case',
}

export const withMetadata = scenario({
  id: 'payments/metadata',
  title: 'Metadata of a payment is accepted and, if it is shown, returned as the same JSON value',
  detects: 'metadata-altered',
  operations: ['create-outgoing-payment'],
  needs: { open: receiver('open') },
  claims: ['create-outgoing-payment.accepts.metadata', 'create-outgoing-payment.metadata.kept'],
  cost: { requests: 4, payments: 1 },
  run: async (session, { open }) => {
    const { paid, sent } = await sendWithTexts(metadata, longTexts, (metadata) =>
      nearControl(session, 4, async (amount) => {
        const draft = payDirectly(session, open.url, amount)
        const body = { ...(isObject(draft.body) ? draft.body : {}), metadata }
        return { paid: await session.send({ ...draft, body }) }
      }),
    )
    await expectMetadata(session, paid, sent)
  },
})

export const fromQuoteWithMetadata = scenario({
  id: 'payments/from-quote-with-metadata',
  title: 'A payment from a quote accepts metadata, even empty metadata, and returns it',
  detects: 'empty-metadata-refused-from-quote',
  operations: ['create-quote', 'create-outgoing-payment'],
  needs: { open: receiver('open') },
  claims: ['create-outgoing-payment.accepts.metadata', 'create-outgoing-payment.metadata.kept'],
  cases: each<'some' | 'empty'>('some', 'empty'),
  cost: { requests: 16, quotes: 8, payments: 1 },
  run: async (session, { open }, kind) => {
    const payTo = (pay: (url: string) => Promise<{ paid: Answer }>) =>
      kind === 'some' ? pay(open.url) : payAbroad(session, 0, open, pay)
    const pay = (metadata: Record<string, unknown>) =>
      nearControl(session, kind === 'some' ? 8 : 9, (debitAmount) =>
        payTo(async (receiver) => {
          const { id, debits } = await quoteToPay(session, { receiver, debitAmount })
          return { paid: await session.send(createPayment(session, { quoteId: id, metadata }, debits)) }
        }),
      )
    const some = { description: 'Order 17', lines: [1, 'two'] }
    const { paid, sent } =
      kind === 'some' ? await sendWithTexts(some, texts, pay) : { ...(await pay({})), sent: {} }
    await expectMetadata(session, paid, sent)
  },
})

/** Metadata is optional in an answer. */
const expectMetadata = async (session: Session, paid: Answer, sent: unknown): Promise<void> => {
  if (!(await expectAccepted(session, paid, 'create-outgoing-payment.accepts.metadata'))) return
  const came = fieldOf(paid, 'metadata')
  if (came === undefined) return
  expectThat(session, paid, 'create-outgoing-payment.metadata.kept', {
    held: isDeepStrictEqual(came, sent),
    want: excerpt(sent),
    got: excerpt(came),
  })
}

const longest = 4000

const excerpt = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text
}

const refusedTwice = refusedAs('recommended-refusal', 'create-outgoing-payment.quote.paid-once')

export const paidOnce = scenario({
  id: 'payments/quote-paid-twice',
  title: 'A paid quote is not paid again',
  detects: 'without-payment-quote-unpaid',
  operations: ['create-quote', 'create-outgoing-payment'],
  needs: { open: receiver('open') },
  claims: (profile) => claimsOf(refusedTwice, profile, ['create-outgoing-payment']),
  cost: { requests: 7, quotes: 2, payments: 2 },
  run: async (session, { open }) => {
    const asked = { receiver: open.url, debitAmount: controlAmount(session) }
    const first = await quoteToPay(session, asked)
    const batch = session.newBatch()
    const pay = createPayment(session, { quoteId: first.id }, first.debits)
    await session.control(pay, [batch])
    const again = await session.again(await session.send(pay))
    const plainly = judgeRefusal(refusedTwice, session, pay, again, batch)
    for (const observation of plainly) session.observe(observation)
    const other = await quoteToPay(session, asked)
    await controlUnder(session, createPayment(session, { quoteId: other.id }, other.debits), batch, [
      {
        invalid: (whole) => ({ ...whole, body: pay.body }),
        judge: (sent, answer, behind) => judgeRefusal(refusedTwice, session, sent, answer, behind),
        plainly,
      },
    ])
  },
})

/** A quote that may be paid. Throws PreconditionFailed where there is none, or it debits more than the target file allows. */
export async function quoteToPay(
  session: Session,
  asked: Record<string, unknown>,
): Promise<{ quote: Answer; id: string; debits: bigint }> {
  const quote = await session.send(createQuote(session, asked))
  const id = idIn(quote, 'no quote could be created to pay')
  const debit = amountIn(quote, 'debitAmount')
  if (!debit) throw new PreconditionFailed('the quote to pay has no readable debitAmount')
  return { quote, id, debits: numberOf(debit) }
}

const expectJustCreated = (session: Session, paid: Answer): void => {
  expectUrl(session, paid, walletKept, 'walletAddress', session.target.walletAddress)
  const failed = fieldOf(paid, 'failed')
  expectThat(session, paid, notFailed, {
    held: failed !== true,
    want: 'failed not true',
    got: `failed ${asText(failed)}`,
  })
  const sent = amountIn(paid, 'sentAmount')
  if (!sent) return
  const got = `sentAmount ${inWords(sent)}`
  session.observe({ requirement: sentAtCreation, outcome: 'noted', want: 'left open', got, answer: paid })
}

export function expectAmount(
  session: Session,
  answer: Answer,
  requirement: string,
  field: string,
  wanted: Amount,
): void {
  const came = amountIn(answer, field)
  expectThat(session, answer, requirement, {
    held: came !== undefined && sameAmount(came, wanted),
    want: `${field} ${inWords(wanted)}`,
    got: came ? `${field} ${inWords(came)}` : `no readable ${field}`,
  })
}

const expectUrl = (
  session: Session,
  answer: Answer,
  requirement: string,
  field: string,
  wanted: string | undefined,
): void => {
  const came = textIn(answer, field)
  expectThat(session, answer, requirement, {
    held: came !== undefined && wanted !== undefined && isSameUrl(came, wanted),
    want: `${field} ${wanted}`,
    got: `${field} ${came ?? 'absent'}`,
  })
}
