import { refusedAs } from '../src/check/expectation.ts'
import { each } from '../src/check/given.ts'
import { type Needs, otherWallet, receiver, type Supplied } from '../src/check/need.ts'
import { refusal } from '../src/check/refusal.ts'
import { isObject } from '../src/check/resource.ts'
import type { Session } from '../src/check/session.ts'
import type { Draft } from '../src/wire/draft.ts'
import { unknownOfSameForm } from './ids.ts'
import { creatingPayment, idIn } from './operations.ts'
import { quoteToPay } from './payments.ts'
import { controlAmount, createQuote } from './requests.ts'

type Body = Record<string, unknown>

/** A direct payment of which one thing is changed; it names quotes and receivers by the names of the profile. */
const spoilt = <N extends Needs = Record<never, never>, T = undefined>(check: {
  id: string
  title: string
  requirement: string
  /** Id of the mock's guard. */
  guard: string
  row?: string
  needs?: N
  given?: Parameters<typeof refusal<N, T>>[0]['given']
  body: (whole: Whole, given: T, needs: Supplied<N>, session: Session) => Body | Promise<Body>
}) =>
  refusal<N, T>({
    id: `payments/${check.id}`,
    title: check.title,
    notices: check.guard,
    on: [creatingPayment],
    ...(check.needs ? { needs: check.needs } : {}),
    ...(check.given ? { given: check.given } : {}),
    vary: async (draft, given, needs, session) => ({
      ...draft,
      body: await check.body(wholeOf(draft, session), given, needs, session),
    }),
    expect: refusedAs(check.row ?? 'body', check.requirement),
  })

/** The parts of a direct payment, by what they are for. */
interface Whole {
  wallet: Body
  incomingPayment: Body
  debitAmount: Body
  receiver: unknown
}

const wholeOf = ({ body }: Draft, { target }: Session): Whole => {
  const { incomingPayment, debitAmount } = target.profile.directPayment
  const fields = isObject(body) ? body : {}
  return {
    wallet: { walletAddress: fields['walletAddress'] },
    incomingPayment: { [incomingPayment]: fields[incomingPayment] },
    debitAmount: { [debitAmount]: fields[debitAmount] },
    receiver: fields[incomingPayment],
  }
}

const freshQuote = async (session: Session, whole: Whole): Promise<string> => {
  const { id } = await quoteToPay(session, { receiver: whole.receiver, debitAmount: controlAmount(session) })
  return id
}

export const bothVariants = spoilt({
  id: 'both-variants',
  title: 'A payment both from a quote and directly is refused',
  requirement: 'create-outgoing-payment.variants.both',
  guard: 'without-payment-variants-both',
  body: async (whole, _, __, session) => ({
    ...whole.wallet,
    ...whole.incomingPayment,
    ...whole.debitAmount,
    quoteId: await freshQuote(session, whole),
  }),
})

export const neitherVariant = spoilt({
  id: 'neither-variant',
  title: 'A payment neither from a quote nor directly is refused',
  requirement: 'create-outgoing-payment.variants.neither',
  guard: 'without-payment-variants-neither',
  body: ({ wallet }) => wallet,
})

export const incomingPaymentAlone = spoilt({
  id: 'incoming-payment-alone',
  title: 'A direct payment without debitAmount is refused',
  requirement: 'create-outgoing-payment.variants.incoming-payment-alone',
  guard: 'without-payment-incoming-payment-alone',
  body: ({ wallet, incomingPayment }) => ({ ...wallet, ...incomingPayment }),
})

export const debitAmountAlone = spoilt({
  id: 'debit-amount-alone',
  title: 'A direct payment without incomingPayment is refused',
  requirement: 'create-outgoing-payment.variants.debit-amount-alone',
  guard: 'without-payment-debit-amount-alone',
  body: ({ wallet, debitAmount }) => ({ ...wallet, ...debitAmount }),
})

export const quoteAndDebitAmount = spoilt({
  id: 'quote-and-debit-amount',
  title: 'What a payment from a quote with a debitAmount gets',
  requirement: 'create-outgoing-payment.variants.quote-and-debit-amount',
  guard: 'quote-and-debit-amount-answered-500',
  row: 'open',
  body: async (whole, _, __, session) => ({
    ...whole.wallet,
    ...whole.debitAmount,
    quoteId: await freshQuote(session, whole),
  }),
})

export const unknownQuote = spoilt({
  id: 'unknown-quote',
  title: 'A payment from a quote that does not exist is refused',
  requirement: 'create-outgoing-payment.quote-id.unknown',
  guard: 'without-payment-quote-known',
  body: async (whole, _, __, session) => ({
    ...whole.wallet,
    quoteId: unknownOfSameForm(await freshQuote(session, whole)),
  }),
})

export const quoteIdOfSomethingElse = spoilt({
  id: 'quote-id-of-something-else',
  title: 'A payment whose quoteId names no quote is refused',
  requirement: 'create-outgoing-payment.quote-id.no-quote',
  guard: 'without-payment-quote-id-of-quote',
  body: ({ wallet, receiver: named }) => ({ ...wallet, quoteId: named }),
})

export const quoteIdNoUri = spoilt({
  id: 'quote-id-that-is-no-uri',
  title: 'A payment whose quoteId is no URI is refused',
  requirement: 'create-outgoing-payment.quote-id.uri',
  guard: 'without-payment-quote-id-uri',
  given: each<unknown>('', 'no uri', 17, null, {}),
  body: ({ wallet }, quoteId) => ({ ...wallet, quoteId }),
})

export const quoteOfOtherWallet = spoilt({
  id: 'quote-of-another-wallet',
  title: 'A payment from a quote of another wallet is refused',
  requirement: 'create-outgoing-payment.quote-id.other-wallet',
  guard: 'without-payment-quote-of-wallet',
  needs: { otherWallet },
  body: async (whole, _, needs, session) => {
    const { walletAddress, token } = needs.otherWallet
    const asked = { walletAddress, receiver: whole.receiver, debitAmount: controlAmount(session) }
    const quote = await session.send({ ...createQuote(session, asked), token })
    return { ...whole.wallet, quoteId: idIn(quote, 'a quote of otherWallet could not be made') }
  },
})

export const otherAssetCode = spoilt({
  id: 'debit-amount-in-another-asset',
  title: "A direct payment whose debitAmount has not the wallet's assetCode is refused",
  requirement: 'create-outgoing-payment.direct.asset-code',
  guard: 'without-payment-debit-amount-asset-code',
  body: (whole, _, __, session) => withAmount(whole, session, { assetCode: 'XTS' }),
})

export const otherAssetScale = spoilt({
  id: 'debit-amount-at-another-scale',
  title: "A direct payment whose debitAmount has not the wallet's assetScale is refused",
  requirement: 'create-outgoing-payment.direct.asset-scale',
  guard: 'without-payment-debit-amount-asset-scale',
  body: (whole, _, __, session) =>
    withAmount(whole, session, { assetScale: controlAmount(session).assetScale + 1 }),
})

const withAmount = (whole: Whole, session: Session, change: Body): Body => {
  const { debitAmount } = session.target.profile.directPayment
  return {
    ...whole.wallet,
    ...whole.incomingPayment,
    [debitAmount]: { ...controlAmount(session), ...change },
  }
}

export const metadataNoObject = spoilt({
  id: 'metadata-that-is-no-object',
  title: 'A payment whose metadata is no object is refused',
  requirement: 'create-outgoing-payment.metadata.object',
  guard: 'without-payment-metadata-object',
  row: 'recommended-refusal',
  given: each<unknown>('text', 17, ['a list'], true),
  body: (whole, metadata) => ({ ...whole.wallet, ...whole.incomingPayment, ...whole.debitAmount, metadata }),
})

const unpayable = (kind: 'expired' | 'completed') =>
  spoilt({
    id: `${kind}-receiver`,
    title: `A payment into a receiver that is ${kind} is refused`,
    requirement: 'create-outgoing-payment.receiver.unpayable-refused',
    guard: `without-payment-receiver-not-${kind}`,
    row: 'recommended-refusal',
    needs: { unpayable: receiver(kind) },
    body: (whole, _, needs, session) => ({
      ...whole.wallet,
      ...whole.debitAmount,
      [session.target.profile.directPayment.incomingPayment]: needs.unpayable.url,
    }),
  })

export const expiredReceiver = unpayable('expired')
export const completedReceiver = unpayable('completed')

export const bodyNoObject = refusal({
  id: 'payments/no-json-object',
  title: 'A payment whose body is no JSON object is refused',
  notices: 'without-payment-body-is-json',
  on: [creatingPayment],
  given: each('', '{', '[]', '"text"', 'null', '{"walletAddress":}'),
  vary: (draft, text) => ({ ...draft, body: Buffer.from(text) }),
  expect: refusedAs('body', 'create-outgoing-payment.body.json'),
})

export const walletAddressAbsent = spoilt({
  id: 'no-wallet-address',
  title: 'A payment without walletAddress is refused',
  requirement: 'create-outgoing-payment.wallet-address.required',
  guard: 'without-payment-wallet-address-required',
  body: (whole) => ({ ...whole.incomingPayment, ...whole.debitAmount }),
})

const noUris = ['', 'no uri', '/a/path', 17, null, {}]

export const walletAddressNoUri = spoilt({
  id: 'a-wallet-address-that-is-no-uri',
  title: 'A payment whose walletAddress is no URI is refused',
  requirement: 'create-outgoing-payment.wallet-address.uri',
  guard: 'without-payment-wallet-address-uri',
  given: each<unknown>(...noUris),
  body: (whole, walletAddress) => ({ ...whole.incomingPayment, ...whole.debitAmount, walletAddress }),
})

export const walletAddressUnknown = spoilt({
  id: 'unknown-wallet-address',
  title: 'A payment from a wallet address that does not exist is refused',
  requirement: 'create-outgoing-payment.wallet-address.known',
  guard: 'without-payment-wallet-known',
  row: 'recommended-refusal',
  body: (whole) => ({
    ...whole.incomingPayment,
    ...whole.debitAmount,
    walletAddress: unknownOfSameForm(String(whole.wallet['walletAddress'])),
  }),
})

/** The direct payment with another incomingPayment. */
const into = (whole: Whole, incomingPayment: unknown, { target }: Session): Body => ({
  ...whole.wallet,
  ...whole.debitAmount,
  [target.profile.directPayment.incomingPayment]: incomingPayment,
})

export const incomingPaymentNoUri = spoilt({
  id: 'an-incoming-payment-that-is-no-uri',
  title: 'A direct payment whose incomingPayment is no URI is refused',
  requirement: 'create-outgoing-payment.direct.incoming-payment.uri',
  guard: 'without-payment-incoming-payment-uri',
  given: each<unknown>(...noUris),
  body: (whole, incomingPayment, _, session) => into(whole, incomingPayment, session),
})

export const incomingPaymentUnknown = spoilt({
  id: 'unknown-incoming-payment',
  title: 'A direct payment into an incoming payment that does not exist is refused',
  requirement: 'create-outgoing-payment.direct.incoming-payment.known',
  guard: 'without-payment-receiver-known',
  row: 'recommended-refusal',
  body: (whole, _, __, session) => into(whole, unknownOfSameForm(String(whole.receiver)), session),
})

export const debitAmountNoAmount = spoilt({
  id: 'a-debit-amount-that-is-none',
  title: 'A direct payment whose debitAmount is no Amount is refused',
  requirement: 'create-outgoing-payment.direct.debit-amount.amount',
  guard: 'without-payment-debit-amount-object',
  given: each<unknown>(17, '100', null, []),
  body: (whole, debitAmount, _, { target }) => ({
    ...whole.wallet,
    ...whole.incomingPayment,
    [target.profile.directPayment.debitAmount]: debitAmount,
  }),
})
