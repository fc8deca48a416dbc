import { rowsFor } from '../../src/check/circumstances/explore.ts'
import { mostTraces, policy } from '../../src/check/circumstances/rows.ts'
import { withShortBody } from '../../src/check/circumstances/sparing.ts'
import { inCircumstances, type Row } from '../../src/check/circumstances/table.ts'
import { mapConcurrently } from '../../src/check/concurrently.ts'
import { scenario, upTo } from '../../src/check/kinds/scenario.ts'
import { ownReceiver, receiver } from '../../src/check/needs/need.ts'
import { serverNow } from '../../src/check/server-date.ts'
import { MissingPrerequisite, PreconditionFailed, type Session } from '../../src/check/session.ts'
import { isObject } from '../../src/core/json.ts'
import { answerInWords, isAccepted, isRefused } from '../../src/http/answers/answer.ts'
import { isBefore } from '../../src/http/answers/server-date.ts'
import { fieldsIn, type RequestDraft, type Tamper } from '../../src/http/draft.ts'
import type { Credential } from '../../src/target-file/target.ts'
import { creatingPayment, creatingQuote, readingIncomingPayment } from '../support/operations.ts'
import { controlAmount, payDirectly, withFields } from '../support/requests.ts'
import {
  expectNothingBrought,
  idleLooks,
  mostQuotes,
  mostTries,
  nothingQuoted,
  quotesFor,
} from './bring-nothing.ts'
import { type QuoteToPay, quoteToPay } from './payments/quote-to-pay.ts'

// A refused payment may leave traces outside the list of payments, which is searched after each batch of invalid ones:
// with its receiver, or with the quote that it names.

interface InvalidPayment {
  draft: RequestDraft
  tamper?: Tamper
}

/**
 * Ways to make a payment invalid, one for each family of refusals, by what such a payment is called. Each returns
 * undefined if the target file lacks what it needs.
 */
const ways: Readonly<Record<string, (draft: RequestDraft, session: Session) => InvalidPayment | undefined>> =
  {
    'with an unknown token': (draft) => {
      const value = async () => 'this-token-was-never-issued-by-anyone'
      return { draft: { ...draft, token: { name: 'a token never issued', value } } }
    },
    'without a signature': (draft) => ({ draft: { ...draft, signing: 'none' } }),
    'with a digest of other bytes': (draft) => ({ draft, tamper: withOtherBytes }),
    'with an expired token': (draft, { target: { tokens } }) => withToken(draft, tokens.expired),
    'with a revoked token': (draft, { target: { tokens } }) => withToken(draft, tokens.revoked),
    'with a token for reading': (draft, { target: { tokens } }) => withToken(draft, tokens.readOnly),
    'with the token of the receivers': (draft, { target: { receivers } }) =>
      withToken(draft, receivers.access),
    'with a right for another wallet': (draft, { target: { otherWallet } }) =>
      otherWallet && { draft: withFields(draft, { walletAddress: otherWallet.walletAddress }) },
    'without a required field': (draft) => ({
      draft: { ...draft, body: withoutARequiredField(fieldsIn(draft)), invalid: true },
    }),
    'in another asset, or from a quote of another wallet': (draft, session) => againstARule(draft, session),
  }

const waysToSend = Object.keys(ways)

const withToken = (draft: RequestDraft, token: Credential | undefined): InvalidPayment | undefined =>
  token && { draft: { ...draft, token } }

/**
 * Removes a field that is certainly required. Whether a direct payment needs walletAddress and an asset is disputed,
 * but its amount always needs a value.
 */
const withoutARequiredField = (fields: Record<string, unknown>): Record<string, unknown> =>
  'quoteId' in fields ? { ...fields, walletAddress: undefined } : withInAmount(fields, { value: undefined })

const withInAmount = (
  fields: Record<string, unknown>,
  change: Record<string, unknown>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isObject(value) ? { ...value, ...change } : value]),
  )

const againstARule = (
  draft: RequestDraft,
  { target: { otherWallet } }: Session,
): InvalidPayment | undefined => {
  const fields = fieldsIn(draft)
  if (!('quoteId' in fields)) return { draft: { ...draft, body: withInAmount(fields, { assetCode: 'XTS' }) } }
  if (!otherWallet) return undefined
  const { walletAddress, token } = otherWallet
  return { draft: { ...draft, token, body: { ...fields, walletAddress } } }
}

const withOtherBytes: Tamper = (message) => ({
  ...message,
  body: Buffer.concat([message.body ?? Buffer.alloc(0), Buffer.from(' ')]),
})

/**
 * The most invalid payments that are sent: plainly, in many circumstances at once, and in those as every other identity
 * that may ask.
 */
export const mostInvalid = (1 + mostTraces) * waysToSend.length

/**
 * Sends the payment, made invalid in each of these ways, in each of these rows of circumstances. Ways take turns, so that
 * a server that accepts one of them is not paid in the others. The seed decides in which way a long body is sent. Returns
 * the number of refusals. Other checks judge acceptances.
 */
async function sendInvalidIn(
  session: Session,
  draft: RequestDraft,
  rows: readonly Row[],
  inWays: readonly string[] = waysToSend,
): Promise<number> {
  let refused = 0
  for (const [turn, way] of inWays.entries()) {
    const isLong = turn === Math.abs(session.generated.seed) % inWays.length
    const own = isLong ? rows : rows.map(withShortBody)
    const tried = await mapConcurrently(session, own, (row) => isRefusedIn(session, draft, row, way))
    refused += tried.filter(Boolean).length
  }
  return refused
}

/**
 * Returns false if the payment cannot be made invalid in this way, or gets no answer in these circumstances. Throws if
 * the server does not refuse it.
 */
const isRefusedIn = async (
  session: Session,
  draft: RequestDraft,
  row: Row,
  way: string,
): Promise<boolean> => {
  const whole = inCircumstances(row, { ...draft, invalid: true }, session)
  const tried = ways[way]?.(whole, session)
  // A way that sets a token of its own undoes the identity that the circumstances ask for.
  if (!tried || (whole.token !== draft.token && tried.draft.token !== whole.token)) return false
  const answer = await session.send(tried.draft, tried.tamper)
  if (isAccepted(answer))
    throw new MissingPrerequisite(
      'a server that refuses invalid payments: it accepted one, and other checks judge that',
    )
  // A server may close the connection on which it refuses a body, before the client has read why.
  if (answer.response === undefined && row.length > 0) return false
  if (!isRefused(answer)) throw new PreconditionFailed(`an invalid payment got ${answerInWords(answer)}`)
  return true
}

/** Sends the payment, made invalid in each way, plainly and in circumstances. */
export async function sendInvalidUnder(session: Session, draft: RequestDraft): Promise<number> {
  return sendInvalidIn(session, draft, [[], ...rowsFor(session, () => policy.traces(draft, session))])
}

export const quoteLeft = 'create-outgoing-payment.refused.quote-left'

export const leavesTheQuote = scenario({
  id: 'refused-payments/leave-the-quote',
  title: 'A quote can still be paid after requests to pay it were refused',
  detects: 'refused-payment-uses-up-its-quote',
  requests: [upTo(2, creatingQuote), upTo(mostInvalid + 1, creatingPayment)],
  needs: { open: receiver('open') },
  claims: [quoteLeft],
  leaves: { payments: 1 },
  run: async (session, { open }) => {
    const asked = { receiver: open.url, debitAmount: controlAmount(session) }
    const quoted = await quoteToPay(session, asked)
    const refused = await sendInvalidUnder(session, quoted.pay)
    const after = `${refused} refused requests to pay the same quote`
    await expectQuoteLeft(session, quoted, { after, asked })
  },
})

/**
 * Pays a quote after payments were refused. If it is refused, that counts only if the quote has not expired, and if a
 * payment from another quote, as `asked`, is accepted.
 */
export async function expectQuoteLeft(
  session: Session,
  { id, pay }: QuoteToPay,
  { after, asked }: { after: string; asked: Record<string, unknown> },
): Promise<void> {
  const first = await session.send(pay)
  const paid = await session.again(first)
  const seen = { requirement: quoteLeft, want: 'accepted (any 2xx)', answer: paid }
  const got = `${answerInWords(paid)}, after ${after}`
  if (isAccepted(paid)) return session.observe({ ...seen, outcome: 'held', got })
  // A server that failed may have made the payment, and refuses a second one then.
  if (!isRefused(first))
    throw new PreconditionFailed(`the payment from the quote got ${answerInWords(first)}`)
  const { expiresAt } = session.memory.known().get(id) ?? {}
  if (!isBefore(serverNow(session, paid), expiresAt))
    throw new MissingPrerequisite(
      `a quote that does not expire while requests to pay it are refused, as ${id} may have`,
    )
  const behind = await session.controls.witness(paid)
  const other = await quoteToPay(session, asked)
  await session.controls.send(other.pay, [behind])
  session.observe({ ...seen, outcome: 'broken', got, behind })
}

const nothingBrought = 'incoming-payment.received-amount.nothing-refused'

export const bringsNothing = scenario({
  id: 'refused-payments/bring-nothing',
  title: 'Quotes and refused payments do not pay anything to their receiver',
  detects: 'refused-payment-delivered',
  requests: [
    upTo(mostTries * mostQuotes, creatingQuote),
    upTo(mostTries * mostInvalid + 1, creatingPayment),
    upTo(4 * (mostTries + idleLooks) + 8 + 2 * waysToSend.length, readingIncomingPayment),
  ],
  needs: { own: ownReceiver('open') },
  claims: [nothingQuoted, nothingBrought],
  leaves: { payments: 1 },
  run: async (session, { own }) => {
    await expectNothingBrought(session, own.url, quotesFor(session, own.url))
    const draft = payDirectly(session, own.url, controlAmount(session))
    const behind = session.controls.open()
    await expectNothingBrought(session, own.url, {
      requirement: nothingBrought,
      rows: rowsFor(session, () => policy.traces(draft, session)),
      sendIn: async (rows) => `${await sendInvalidIn(session, draft, rows)} refused payments`,
      alone: waysToSend.map((way) => async () => {
        const refused = await sendInvalidIn(session, draft, [[]], [way])
        return refused > 0 ? `a refused payment ${way}` : undefined
      }),
      behind,
    })
    await session.controls.send(draft, [behind])
  },
})
