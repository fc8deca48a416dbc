import { any } from '../../src/check/cases/given.ts'
import { expectAccepted, expectNoServerError, expectThat } from '../../src/check/expect-answer.ts'
import { noServerError } from '../../src/check/expectation.ts'
import { scenario, upTo } from '../../src/check/kinds/scenario.ts'
import { PreconditionFailed, type Session } from '../../src/check/session.ts'
import { type Amount, numberOf } from '../../src/core/amount.ts'
import { asText, sameJson } from '../../src/core/json.ts'
import { isSameUrl } from '../../src/core/urls.ts'
import { edgeValues, valueOfAnySize } from '../../src/generate/amounts.ts'
import { type Answer, isAccepted } from '../../src/http/answers/answer.ts'
import { fieldOf, textIn } from '../../src/http/answers/shown.ts'
import { amountKept, amountShown } from '../support/amount-shown.ts'
import { momentIn } from '../support/fields.ts'
import { watchListed } from '../support/listed.ts'
import { keepsMembers, metadataInWords } from '../support/metadata-in-words.ts'
import { creatingIncomingPayment, idIn, listingIncomingPayments, make } from '../support/operations.ts'
import { controlAmount, createIncomingPayment } from '../support/requests.ts'
import { sendRichest, short, texts, unicode } from '../support/rich-metadata.ts'
import { isSameTime } from '../support/same.ts'

const walletKept = 'create-incoming-payment.wallet-address.kept'
const incomingKept = 'create-incoming-payment.incoming-amount.kept'
const expiryKept = 'create-incoming-payment.expires-at.kept'
const metadataKept = 'create-incoming-payment.metadata.kept'
const nothingReceived = 'create-incoming-payment.nothing-received'
const notCompleted = 'create-incoming-payment.not-completed'

export const plain = scenario({
  id: 'create-incoming-payment/plain',
  title: 'An incoming payment with only a wallet address is created',
  detects: 'plain-incoming-payment-refused',
  requests: [upTo(2, creatingIncomingPayment)],
  claims: ['create-incoming-payment.accepts.plain', walletKept, nothingReceived, notCompleted],
  leaves: { incomingPayments: 1 },
  inCircumstances: true,
  run: async (session) => {
    const made = await session.send(createIncomingPayment(session, {}))
    if (await expectAccepted(session, made, 'create-incoming-payment.accepts.plain')) expectNew(session, made)
  },
})

const metadata = {
  text: 'Order 17',
  number: 12.5,
  nothing: null,
  list: [1, 'two', [3], { four: null }],
  nested: { deep: { deeper: [] }, empty: {} },
  '': 'an empty key',
}

const hour = 3_600_000

/**
 * The latest server time at which an expiry can be tried: it lies after now, and a date-time of RFC 3339 has a year of
 * four digits.
 */
const latest = Date.UTC(9999, 0)

/**
 * The server's own time in milliseconds since 1970, taken from the createdAt of an incoming payment that it creates.
 */
export async function serverTime(session: Session): Promise<number> {
  const made = await make(session, createIncomingPayment(session, {}))
  idIn(made, 'no incoming payment could be created')
  const now = momentIn(made, 'createdAt')
  if (now === undefined || now > latest)
    throw new PreconditionFailed('the created incoming payment has no readable createdAt')
  return now
}

/** Lifetimes, in milliseconds, that are tried in turn while the server refuses: it may have a limit of its own. */
const lifetimes = [hour, hour / 12, 7 * 24 * hour]

/**
 * Sends a valid request with all optional fields: with the first metadata that the server accepts, and else with the
 * last one and another lifetime. Returns the answer and the members that were sent last.
 */
export async function sendEverything(
  session: Session,
  richest: ReadonlyArray<Record<string, unknown>> = [metadata, short],
) {
  const now = await serverTime(session)
  const body = (life: number, metadata: unknown) => ({
    incomingAmount: controlAmount(session),
    expiresAt: new Date(now + life).toISOString(),
    metadata,
  })
  const bodies = [
    ...richest.map((each) => body(hour, each)),
    ...lifetimes.slice(1).map((life) => body(life, richest.at(-1))),
  ]
  return sendRichest(bodies, async (members) => ({
    paid: await session.send(createIncomingPayment(session, members)),
  }))
}

export const asAsked = scenario({
  id: 'create-incoming-payment/as-asked-for',
  title: 'An incoming payment is created as requested, with amount, expiry and metadata',
  detects: 'incoming-amount-altered',
  requests: [upTo(8, creatingIncomingPayment)],
  claims: [
    'create-incoming-payment.accepts.full',
    walletKept,
    incomingKept,
    expiryKept,
    metadataKept,
    nothingReceived,
    notCompleted,
  ],
  leaves: { incomingPayments: 3 },
  inCircumstances: true,
  run: async (session) => {
    const { paid: made, sent: asked } = await sendEverything(session, [
      { ...metadata, ...texts },
      metadata,
      short,
    ])
    if (!(await expectAccepted(session, made, 'create-incoming-payment.accepts.full'))) return
    expectNew(session, made)
    expectThat(session, made, incomingKept, amountKept(made, 'incomingAmount', controlAmount(session)))
    expectExpiry(session, made, Date.parse(asked.expiresAt))
    const came = fieldOf(made, 'metadata')
    if (came !== undefined)
      expectThat(session, made, metadataKept, {
        held: keepsMembers(asked.metadata, came),
        ...metadataInWords(asked.metadata, came),
      })
    const offset = await session.send(
      createIncomingPayment(session, { expiresAt: withOffset(asked.expiresAt) }),
    )
    if (isAccepted(offset)) expectExpiry(session, offset, Date.parse(asked.expiresAt))
  },
})

/** Writes the same time as a clock in India shows it. */
const withOffset = (time: string): string =>
  new Date(Date.parse(time) + 5.5 * hour).toISOString().replace('Z', '+05:30')

/** The response may leave the field out, so only a shown expiry is judged. */
const expectExpiry = (session: Session, made: Answer, wanted: number): void => {
  if (fieldOf(made, 'expiresAt') === undefined) return
  const came = momentIn(made, 'expiresAt')
  expectThat(session, made, expiryKept, {
    held: came !== undefined && isSameTime(came, wanted),
    want: `expiresAt ${new Date(wanted).toISOString()}`,
    got: `expiresAt ${textIn(made, 'expiresAt') ?? 'unreadable'}`,
  })
}

const expectNew = (session: Session, made: Answer): void => {
  const { walletAddress } = session.target
  const came = textIn(made, 'walletAddress')
  expectThat(session, made, walletKept, {
    held: came !== undefined && isSameUrl(came, walletAddress),
    want: `walletAddress ${walletAddress}`,
    got: `walletAddress ${came ?? 'absent'}`,
  })
  const isNothing = (came: Amount): boolean => numberOf(came) === 0n
  expectThat(session, made, nothingReceived, amountShown(made, 'receivedAmount', 'of 0', isNothing))
  const completed = fieldOf(made, 'completed')
  expectThat(session, made, notCompleted, {
    held: completed === false,
    want: 'completed false',
    got: `completed ${asText(completed)}`,
  })
}

/** The server may refuse an amount that exceeds a maximum of its own. It may not alter one. */
export const anyAmount = scenario({
  id: 'create-incoming-payment/any-amount-is-exact',
  title: 'An incoming amount of any size keeps every digit',
  detects: 'incoming-amount-loses-digits',
  requests: [creatingIncomingPayment],
  claims: [incomingKept, noServerError],
  cases: any(() => valueOfAnySize, { first: edgeValues }),
  inCircumstances: true,
  run: async (session, _, value) => {
    const wanted = { ...controlAmount(session), value }
    const made = await session.send(createIncomingPayment(session, { incomingAmount: wanted }))
    await expectNoServerError(session, made)
    if (isAccepted(made)) expectThat(session, made, incomingKept, amountKept(made, 'incomingAmount', wanted))
  },
})

/** A server that does not take such metadata may refuse it. */
export const oddMetadata = scenario({
  id: 'create-incoming-payment/odd-metadata',
  title:
    'Metadata of an incoming payment with characters beyond ASCII is returned as it was sent, or refused',
  detects: 'incoming-metadata-normalized',
  requests: [creatingIncomingPayment],
  claims: ['create-incoming-payment.metadata.odd-kept', noServerError],
  run: async (session) => {
    const made = await session.send(createIncomingPayment(session, { metadata: unicode }))
    await expectNoServerError(session, made)
    const came = isAccepted(made) ? fieldOf(made, 'metadata') : undefined
    if (came === undefined) return
    expectThat(session, made, 'create-incoming-payment.metadata.odd-kept', {
      held: sameJson(came, unicode),
      want: `metadata ${JSON.stringify(unicode)}`,
      got: `metadata ${JSON.stringify(came)}`,
    })
  },
})

export const isListed = scenario({
  id: 'create-incoming-payment/is-listed',
  title: 'A created incoming payment is in the list of its wallet address',
  detects: 'created-incoming-payment-not-listed',
  requests: [creatingIncomingPayment, upTo(29, listingIncomingPayments)],
  quiet: true,
  claims: ['list.complete'],
  run: async (session) => {
    const made = await make(session, createIncomingPayment(session, {}))
    const id = idIn(made, 'no incoming payment could be created to look for')
    const found = (await watchListed(session, 'list-incoming-payments', [id])).get(id)
    expectThat(session, found?.answer ?? made, 'list.complete', {
      held: found !== undefined,
      want: `the created incoming payment ${id} on a page of the list`,
      got: found ? 'found' : 'on no page',
    })
  },
})
