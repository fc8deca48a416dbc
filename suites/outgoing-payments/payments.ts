import { isDeepStrictEqual } from 'node:util'
import { receiver } from '../../src/check/need.ts'
import { payUnder } from '../../src/check/pay-under.ts'
import { scenario } from '../../src/check/scenario.ts'
import { PreconditionFailed, type Session } from '../../src/check/session.ts'
import { expectAccepted, expectThat } from '../../src/check/whole.ts'
import { type Amount, inWords, sameAmount } from '../../src/core/amount.ts'
import { asText } from '../../src/core/json.ts'
import type { Receiver } from '../../src/core/receiver.ts'
import { type Answer, isAccepted } from '../../src/http/answer.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { amountIn, fieldOf, textIn } from '../support/fields.ts'
import { amountEndingIn, nearControl } from '../support/near-control.ts'
import { payAbroad, receiverAbroad } from '../support/pay-abroad.ts'
import { createPayment, fieldsIn, payDirectly } from '../support/requests.ts'
import { longTexts, sendWithTexts, texts } from '../support/rich-metadata.ts'
import { isSameUrl } from '../support/same-url.ts'
import { quoteToPay } from './quote-to-pay.ts'

const acceptsQuote = 'create-outgoing-payment.accepts.quote'
const acceptsDirect = 'create-outgoing-payment.accepts.direct'
const acceptsMetadata = 'create-outgoing-payment.accepts.metadata'
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
    acceptsQuote,
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
      const form = createPayment(session, { quoteId: id }, debits)
      const again = () => payFromQuote(session, open.url, debitAmount)
      const other = async () => payDirectly(session, open.url, debitAmount)
      const under = await payUnder(session, { requirement: acceptsQuote, form, again, other })
      return { quote, id, paid: under ?? (await session.send(form)) }
    })
    if (!(await expectAccepted(session, paid, acceptsQuote))) return
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
    acceptsDirect,
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
      paid: await payDirectlyUnder(session, open.url, amount),
    }))
    if (!(await expectAccepted(session, paid, acceptsDirect))) return
    expectAmount(session, paid, 'create-outgoing-payment.direct.debit-amount-kept', 'debitAmount', amount)
    expectUrl(session, paid, 'create-outgoing-payment.direct.receiver-kept', 'receiver', open.url)
    expectJustCreated(session, paid)
  },
})

const payDirectlyUnder = async (session: Session, url: string, amount: Amount): Promise<Answer> => {
  const form = payDirectly(session, url, amount)
  const other = () => payFromQuote(session, url, amount)
  // Payments from quotes are the first requests of a connection.
  const forms = { requirement: acceptsDirect, form, other, plain: ['connection'] }
  return (await payUnder(session, forms)) ?? session.send(form)
}

const payFromQuote = async (session: Session, url: string, debitAmount: Amount): Promise<RequestDraft> => {
  const { id, debits } = await quoteToPay(session, { receiver: url, debitAmount })
  return createPayment(session, { quoteId: id }, debits)
}

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
  claims: [acceptsMetadata, 'create-outgoing-payment.metadata.kept'],
  cost: { requests: 4, payments: 1 },
  run: async (session, { open }) => {
    const { paid, sent } = await sendWithTexts(metadata, longTexts, (metadata) =>
      nearControl(session, 4, async (amount) => {
        const draft = payDirectly(session, open.url, amount)
        const form = { ...draft, body: { ...fieldsIn(draft), metadata } }
        const under = await payUnder(session, {
          requirement: acceptsMetadata,
          form,
          other: async () => draft,
        })
        return { paid: under ?? (await session.send(form)) }
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
  claims: [acceptsMetadata, 'create-outgoing-payment.metadata.kept'],
  cost: { requests: 36, quotes: 18, payments: 2 },
  run: async (session, { open }) => {
    const rich = { ...some, ...texts }
    const quoted = [
      await quoteIfAny(session, (await receiverAbroad(session, 0)) ?? open.url, 9),
      await quoteIfAny(session, open.url, 8),
    ]
    // At once, so that two payments with metadata may be made at the same instant.
    const [withEmpty, withSome] = await Promise.all(
      quoted.map((quote, place) => quote && payQuote(session, quote, place === 0 ? {} : rich)),
    )
    if (withSome && isAccepted(withSome)) await expectMetadata(session, withSome, rich)
    else await payWithSome(session, open)
    if (withEmpty && isAccepted(withEmpty)) await expectMetadata(session, withEmpty, {})
    else await payWithEmpty(session, open)
  },
})

const some = { description: 'Order 17', lines: [1, 'two'], nothing: null }

const payWithSome = async (session: Session, open: Receiver): Promise<void> => {
  const { paid, sent } = await sendWithTexts(some, texts, (metadata) =>
    nearControl(session, 8, (amount) => payQuoted(session, open.url, amount, metadata)),
  )
  await expectMetadata(session, paid, sent)
}

const payWithEmpty = async (session: Session, open: Receiver): Promise<void> => {
  const { paid } = await nearControl(session, 9, (amount) =>
    payAbroad(session, 0, open, (url) => payQuoted(session, url, amount, {})),
  )
  await expectMetadata(session, paid, {})
}

const payQuoted = async (
  session: Session,
  receiver: string,
  debitAmount: Amount,
  metadata: Record<string, unknown>,
): Promise<{ paid: Answer }> => {
  const quote = await quoteToPay(session, { receiver, debitAmount })
  return { paid: await payQuote(session, quote, metadata) }
}

const payQuote = (
  session: Session,
  { id, debits }: { id: string; debits: bigint },
  metadata: Record<string, unknown>,
): Promise<Answer> => session.send(createPayment(session, { quoteId: id, metadata }, debits))

/** Undefined if the server makes none of that amount. */
const quoteIfAny = (session: Session, receiver: string, digit: number) =>
  quoteToPay(session, { receiver, debitAmount: amountEndingIn(session, digit) }).catch((error: unknown) => {
    if (error instanceof PreconditionFailed && !error.isOfRun) return undefined
    throw error
  })

/** Metadata is optional in an answer. */
const expectMetadata = async (session: Session, paid: Answer, sent: unknown): Promise<void> => {
  if (!(await expectAccepted(session, paid, acceptsMetadata))) return
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
