import { tryIn } from '../../../src/check/circumstances/attempt.ts'
import { payIn } from '../../../src/check/circumstances/costly.ts'
import { applicable } from '../../../src/check/circumstances/table.ts'
import { expectAccepted, expectThat, noteOpen } from '../../../src/check/expect-answer.ts'
import { claimsOf, judgeRefusal, refusedAs } from '../../../src/check/expectation.ts'
import { scenario, upTo } from '../../../src/check/kinds/scenario.ts'
import { limitedToken, receiver } from '../../../src/check/needs/need.ts'
import { type Observation, PreconditionFailed, type Session } from '../../../src/check/session.ts'
import { type Amount, inWords } from '../../../src/core/amount.ts'
import { asText } from '../../../src/core/json.ts'
import { isSameUrl } from '../../../src/core/urls.ts'
import { type Answer, isAccepted } from '../../../src/http/answers/answer.ts'
import { fieldOf, fieldsShown, textIn } from '../../../src/http/answers/shown.ts'
import type { RequestDraft } from '../../../src/http/draft.ts'
import { rowsToTry } from '../../races/within-limit.ts'
import { amountKept } from '../../support/amount-shown.ts'
import { amountIn } from '../../support/fields.ts'
import { nearControl } from '../../support/near-control.ts'
import { creatingPayment, creatingQuote, readingQuote } from '../../support/operations.ts'
import { isPaidInTime } from '../../support/paid-in-time.ts'
import { controlAmount, getQuote, isReadable, payDirectly } from '../../support/requests.ts'
import { quoteToPay } from './quote-to-pay.ts'

const acceptsQuote = 'create-outgoing-payment.accepts.quote'
const acceptsDirect = 'create-outgoing-payment.accepts.direct'
const quoteKept = 'create-outgoing-payment.quote.amounts-kept'
const debitKept = 'create-outgoing-payment.direct.debit-amount-kept'
const namedQuote = 'create-outgoing-payment.direct.quote-kept'
const walletKept = 'create-outgoing-payment.wallet-address.kept'
const notFailed = 'outgoing-payment.failed.false-at-creation'
const sentAtCreation = 'outgoing-payment.sent-amount.at-creation'

/** The quote defines the amounts, the receiver and the quoteId of the payment. */
export const fromQuote = scenario({
  id: 'payments/from-quote',
  title: 'A payment from a quote has the amounts and the receiver of the quote',
  detects: 'payment-amounts-not-of-quote',
  requests: [upTo(2, creatingQuote), upTo(2, creatingPayment)],
  needs: { open: receiver('open') },
  claims: [
    acceptsQuote,
    quoteKept,
    'create-outgoing-payment.quote.receiver-kept',
    'create-outgoing-payment.quote-id.kept',
    walletKept,
    notFailed,
    sentAtCreation,
  ],
  leaves: { payments: 1 },
  run: async (session, { open }) => {
    const { quote, id, paid } = await nearControl(session, 3, async (debitAmount) => {
      const { quote, id, pay: form } = await quoteToPay(session, { receiver: open.url, debitAmount })
      const again = () => payFromQuote(session, open.url, debitAmount)
      const other = async () => payDirectly(session, open.url, debitAmount)
      const under = await payIn(session, { requirement: acceptsQuote, form, again, other })
      return { quote, id, paid: under ?? (await session.send(form)) }
    })
    if (!(await expectAccepted(session, paid, acceptsQuote))) return
    if (isPaidInTime(fieldsShown(paid), fieldsShown(quote)))
      for (const field of ['debitAmount', 'receiveAmount']) {
        const wanted = amountIn(quote, field)
        if (wanted) expectThat(session, paid, quoteKept, amountKept(paid, field, wanted))
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
  requests: [creatingPayment, upTo(2, readingQuote)],
  needs: { open: receiver('open') },
  claims: [
    acceptsDirect,
    namedQuote,
    debitKept,
    'create-outgoing-payment.direct.receiver-kept',
    walletKept,
    notFailed,
    sentAtCreation,
  ],
  run: async (session, { open }) => {
    const { paid, amount } = await nearControl(session, 5, async (amount) => ({
      amount,
      paid: await payDirectlyUnder(session, open.url, amount),
    }))
    if (!(await expectAccepted(session, paid, acceptsDirect))) return
    expectThat(session, paid, debitKept, amountKept(paid, 'debitAmount', amount))
    expectUrl(session, paid, 'create-outgoing-payment.direct.receiver-kept', 'receiver', open.url)
    expectJustCreated(session, paid)
    await expectNamedQuote(session, paid)
  },
})

/**
 * Compares the payment with the quote that it names. A server may create a quote for a direct payment. The interface
 * leaves open whether the client can read that quote.
 */
const expectNamedQuote = async (session: Session, paid: Answer): Promise<void> => {
  const quoteId = textIn(paid, 'quoteId')
  if (quoteId === undefined)
    return expectThat(session, paid, namedQuote, { held: true, want: 'no other amounts', got: 'no quoteId' })
  const quote = isReadable(quoteId) ? await session.send(getQuote(session, quoteId)) : undefined
  if (!quote || !isAccepted(quote)) return
  for (const field of ['debitAmount', 'receiveAmount']) {
    const wanted = amountIn(quote, field)
    if (wanted) expectThat(session, paid, namedQuote, amountKept(paid, field, wanted))
  }
}

const payDirectlyUnder = async (session: Session, url: string, amount: Amount): Promise<Answer> => {
  const form = payDirectly(session, url, amount)
  const other = () => payFromQuote(session, url, amount)
  // Payments from quotes already try the circumstance of a connection's first request.
  const forms = { requirement: acceptsDirect, form, other, plain: ['connection'] }
  return (await payIn(session, forms)) ?? session.send(form)
}

const payFromQuote = async (session: Session, url: string, debitAmount: Amount): Promise<RequestDraft> =>
  (await quoteToPay(session, { receiver: url, debitAmount })).pay

const expectJustCreated = (session: Session, paid: Answer): void => {
  expectUrl(session, paid, walletKept, 'walletAddress', session.target.walletAddress)
  const failed = fieldOf(paid, 'failed')
  expectThat(session, paid, notFailed, {
    held: failed !== true,
    want: 'failed not true',
    got: `failed ${asText(failed)}`,
  })
  const sent = amountIn(paid, 'sentAmount')
  if (sent) noteOpen(session, paid, sentAtCreation, `sentAmount ${inWords(sent)}`)
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

const onlyReceiver = refusedAs('recommended-refusal', 'create-outgoing-payment.token-limit.receiver')

export const limitedToReceiver = scenario({
  id: 'payments/limited-to-a-receiver',
  title: 'A token that is limited to one receiver pays into no other',
  detects: 'without-payment-token-limit-receiver',
  requests: [upTo(15, creatingPayment)],
  needs: {
    open: receiver('open'),
    another: receiver('open', 1),
    limited: limitedToken('limitedToReceiver'),
  },
  claims: (profile) => claimsOf(onlyReceiver, profile, ['create-outgoing-payment']),
  leaves: { payments: 1 },
  run: async (session, { open, another, limited: { token, receiver: only } }) => {
    const foreign = [open, another].find(({ url }) => url !== only)
    if (only === undefined || !foreign)
      throw new PreconditionFailed('receivers.open has only the receiver that the token is limited to')
    const amount = controlAmount(session)
    const control = { ...payDirectly(session, only, amount), token }
    const invalid = (valid: RequestDraft): RequestDraft => ({
      ...valid,
      body: payDirectly(session, foreign.url, amount).body,
      invalid: true,
    })
    const batch = session.controls.open()
    if (!isAccepted(await session.controls.send(control, [batch]))) return
    const answer = await session.send(invalid(control))
    const judge = (sent: RequestDraft, answered: Answer, behind: number): Observation[] =>
      judgeRefusal(onlyReceiver, session, sent, answered, behind)
    const plainly = judge(control, answer, batch)
    for (const observation of plainly) session.observe(observation)
    const attempt = { invalid, judge, plainly }
    const context = { session, valid: async () => control }
    for (const row of rowsToTry(session))
      await tryIn(context, applicable(row, { ...control, invalid: true }, session), attempt)
  },
})
