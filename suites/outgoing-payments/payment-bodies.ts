import { refusedAs } from '../../src/check/expectation.ts'
import { each } from '../../src/check/given.ts'
import { refusal } from '../../src/check/refusal.ts'
import type { Session } from '../../src/check/session.ts'
import type { Amount } from '../../src/core/amount.ts'
import { brokenAt } from '../../src/generate/broken-values.ts'
import { creatingPayment } from '../support/operations.ts'
import { unknownId, unknownIds } from '../support/unknown-id.ts'
import { type Body, invalid, type Whole, withAmount } from './invalid-payment.ts'

export const bodyNoObject = refusal({
  id: 'payments/no-json-object',
  title: 'A payment whose body is no JSON object is refused',
  detects: 'without-payment-body-is-json',
  on: [creatingPayment],
  cases: each('', '{', '[]', '"text"', 'null', '{"walletAddress":}'),
  mutate: (draft, text) => ({ ...draft, body: Buffer.from(text) }),
  expect: refusedAs('body', 'create-outgoing-payment.body.json'),
})

export const walletAddressAbsent = invalid({
  id: 'direct-without-wallet-address',
  title: 'A direct payment without walletAddress is refused',
  requirement: 'create-outgoing-payment.direct.wallet-address.required',
  guard: 'without-payment-direct-wallet-address-required',
  body: (whole) => ({ ...whole.incomingPayment, ...whole.debitAmount }),
})

export const walletAddressNoUri = invalid({
  id: 'direct-with-a-wallet-address-that-is-no-uri',
  title: 'A direct payment whose walletAddress is not a URI is refused',
  requirement: 'create-outgoing-payment.direct.wallet-address.uri',
  guard: 'without-payment-direct-wallet-address-uri',
  given: each(...brokenAt('CreateOutgoingPaymentDirect.walletAddress').edges),
  body: (whole, walletAddress) => ({ ...whole.incomingPayment, ...whole.debitAmount, walletAddress }),
})

export const walletAddressUnknown = invalid({
  id: 'unknown-wallet-address',
  title: 'A payment from a wallet address that does not exist is refused',
  requirement: 'create-outgoing-payment.wallet-address.known',
  guard: 'without-payment-wallet-known',
  row: 'recommended-refusal',
  given: unknownIds,
  body: (whole, how) => ({
    ...whole.incomingPayment,
    ...whole.debitAmount,
    walletAddress: unknownId(String(whole.wallet['walletAddress']), how),
  }),
})

/** The direct payment with another incomingPayment. */
const into = (whole: Whole, incomingPayment: unknown, { target }: Session): Body => ({
  ...whole.wallet,
  ...whole.debitAmount,
  [target.profile.directPayment.incomingPayment]: incomingPayment,
})

export const incomingPaymentNoUri = invalid({
  id: 'an-incoming-payment-that-is-no-uri',
  title: 'A direct payment whose incomingPayment is no URI is refused',
  requirement: 'create-outgoing-payment.direct.incoming-payment.uri',
  guard: 'without-payment-incoming-payment-uri',
  given: each(...brokenAt('CreateOutgoingPaymentDirect.incomingPayment').edges),
  body: (whole, incomingPayment, _, session) => into(whole, incomingPayment, session),
})

export const incomingPaymentUnknown = invalid({
  id: 'unknown-incoming-payment',
  title: 'A direct payment into an incoming payment that does not exist is refused',
  requirement: 'create-outgoing-payment.direct.incoming-payment.known',
  guard: 'without-payment-receiver-known',
  row: 'recommended-refusal',
  body: (whole, _, __, session) =>
    into(whole, unknownId(String(whole.receiver), 'its last part altered'), session),
})

export const debitAmountNoAmount = invalid({
  id: 'a-debit-amount-that-is-none',
  title: 'A direct payment whose debitAmount is no Amount is refused',
  requirement: 'create-outgoing-payment.direct.debit-amount.amount',
  guard: 'without-payment-debit-amount-object',
  given: each(...brokenAt('CreateOutgoingPaymentDirect.debitAmount').edges),
  body: (whole, debitAmount, _, { target }) => ({
    ...whole.wallet,
    ...whole.incomingPayment,
    [target.profile.directPayment.debitAmount]: debitAmount,
  }),
})

/** One defect of a direct payment's debitAmount: a field of it set to what it cannot be. */
const invalidAmount = (
  id: string,
  requirement: string,
  guard: string,
  field: keyof Amount,
  values: readonly unknown[],
) =>
  invalid({
    id,
    title: `A direct payment with ${id.replaceAll('-', ' ')} is refused`,
    requirement,
    guard,
    given: each(...values),
    body: (whole, value, _, session) => withAmount(whole, session, { [field]: value }),
  })

const withoutField = (id: string, requirement: string, guard: string, field: keyof Amount) =>
  invalid({
    id,
    title: `A direct payment with ${id.replaceAll('-', ' ')} is refused`,
    requirement,
    guard,
    body: (whole, _, __, session) => withAmount(whole, session, { [field]: undefined }),
  })

export const amountWithoutValue = withoutField(
  'an-amount-without-value',
  'amount.sent.value.required',
  'without-amount-value-required',
  'value',
)
export const amountOfNoInteger = invalidAmount(
  'an-amount-whose-value-is-no-uint64',
  'amount.sent.value.uint64',
  'without-amount-value-uint64',
  'value',
  brokenAt('Amount.value').edges,
)
export const amountWithoutAssetCode = withoutField(
  'an-amount-without-asset-code',
  'amount.sent.asset-code.required',
  'without-amount-asset-code-required',
  'assetCode',
)
export const amountInNoAsset = invalidAmount(
  'an-amount-whose-asset-code-is-no-text',
  'amount.sent.asset-code.string',
  'without-amount-asset-code-string',
  'assetCode',
  brokenAt('Amount.assetCode').edges,
)
export const amountWithoutAssetScale = withoutField(
  'an-amount-without-asset-scale',
  'amount.sent.asset-scale.required',
  'without-amount-asset-scale-required',
  'assetScale',
)
export const amountOfNoScale = invalidAmount(
  'an-amount-whose-asset-scale-is-no-integer',
  'amount.sent.asset-scale.integer',
  'without-amount-asset-scale-integer',
  'assetScale',
  brokenAt('Amount.assetScale').edges,
)
export const amountBeyondScale = invalidAmount(
  'an-amount-whose-asset-scale-is-above-255',
  'amount.sent.asset-scale.limit',
  'without-amount-asset-scale-limit',
  'assetScale',
  brokenAt('Amount.assetScale.maximum').edges,
)

export const metadataNoObject = invalid({
  id: 'metadata-that-is-no-object',
  title: 'A payment whose metadata is no object is refused',
  requirement: 'create-outgoing-payment.metadata.object',
  guard: 'without-payment-metadata-object',
  row: 'recommended-refusal',
  given: each(...brokenAt('CreateOutgoingPaymentDirect.metadata').edges),
  body: (whole, metadata) => ({ ...whole.wallet, ...whole.incomingPayment, ...whole.debitAmount, metadata }),
})
