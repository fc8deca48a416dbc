import type { Amount } from '../src/amount.ts'
import { refusedAs } from '../src/check/expectation.ts'
import { each } from '../src/check/given.ts'
import { refusal } from '../src/check/refusal.ts'
import { isObject } from '../src/check/resource.ts'
import type { Draft } from '../src/wire/draft.ts'
import { creatingQuote } from './operations.ts'
import { controlAmount } from './requests.ts'

const fieldsOf = ({ body }: Draft): Record<string, unknown> => (isObject(body) ? body : {})

/** The mock's guard of a requirement of the body, left out. */
const guardOf = (requirement: string): string =>
  `without-${requirement.replace('create-quote.', '').replaceAll('.', '-')}`

/** The control's body with one field that is no such thing. */
const spoiltField = (field: string, id: string, requirement: string, values: readonly unknown[]) =>
  refusal({
    id: `quote-bodies/${id}`,
    title: `A quote request with ${id.replaceAll('-', ' ')} is refused`,
    notices: guardOf(requirement),
    on: [creatingQuote],
    given: each(...values),
    vary: (draft, value) => ({ ...draft, body: { ...fieldsOf(draft), [field]: value } }),
    expect: refusedAs('body', requirement),
  })

const absentField = (field: string, id: string, requirement: string) =>
  refusal({
    id: `quote-bodies/${id}`,
    title: `A quote request without ${field} is refused`,
    notices: guardOf(requirement),
    on: [creatingQuote],
    vary: (draft) => ({ ...draft, body: { ...fieldsOf(draft), [field]: undefined } }),
    expect: refusedAs('body', requirement),
  })

const noUris = ['', 'no uri', '/a/path', 17, null, ['https://wallet.example/a'], {}]
const noReceivers = [
  'https://wallet.example/alice',
  'https://wallet.example/incoming-payments/',
  'ftp://wallet.example/incoming-payments/1',
]

export const walletAddressAbsent = absentField(
  'walletAddress',
  'no-wallet-address',
  'create-quote.wallet-address.required',
)
export const receiverAbsent = absentField('receiver', 'no-receiver', 'create-quote.receiver.required')
export const methodAbsent = absentField('method', 'no-method', 'create-quote.method.required')

export const walletAddressNoUri = spoiltField(
  'walletAddress',
  'a-wallet-address-that-is-no-uri',
  'create-quote.wallet-address.uri',
  noUris,
)
export const receiverNoUri = spoiltField(
  'receiver',
  'a-receiver-that-is-no-uri',
  'create-quote.receiver.uri',
  noUris,
)
export const receiverOtherPattern = spoiltField(
  'receiver',
  'a-receiver-that-is-no-incoming-payment',
  'create-quote.receiver.pattern',
  noReceivers,
)
export const methodNoText = spoiltField('method', 'a-method-that-is-no-text', 'create-quote.method.string', [
  17,
  null,
  true,
  ['ilp'],
  {},
])

export const methodUnknown = refusal({
  id: 'quote-bodies/unknown-method',
  title: 'What a quote with an unknown method gets',
  notices: 'unknown-method-answered-500',
  on: [creatingQuote],
  given: each('an-unknown-method', 'ILP'),
  vary: (draft, method) => ({ ...draft, body: { ...fieldsOf(draft), method } }),
  expect: refusedAs('open', 'create-quote.method.unknown'),
})

const sides = ['debitAmount', 'receiveAmount'] as const
type Side = (typeof sides)[number]

/** The control with its amount on one side, put there by `amount`. */
const withAmount = (draft: Draft, side: Side, amount: unknown): Draft => {
  const { debitAmount: _, ...rest } = fieldsOf(draft)
  return { ...draft, body: { ...rest, [side]: amount } }
}

const noAmount = (side: Side, id: string, requirement: string) =>
  refusal({
    id: `quote-bodies/${id}`,
    title: `A quote request whose ${side} is no amount is refused`,
    notices: `without-${id.replace('no-', '')}-object`,
    on: [creatingQuote],
    given: each<unknown>(17, '100', null, []),
    vary: (draft, value) => withAmount(draft, side, value),
    expect: refusedAs('body', requirement),
  })

export const noDebitAmount = noAmount('debitAmount', 'no-debit-amount', 'create-quote.debit-amount.amount')
export const noReceiveAmount = noAmount(
  'receiveAmount',
  'no-receive-amount',
  'create-quote.receive-amount.amount',
)

/** One defect of an amount, on either side: a field set to what it cannot be, or, without values, left out. */
const spoiltAmount = (id: string, requirement: string, field: keyof Amount, values?: readonly unknown[]) =>
  refusal({
    id: `quote-bodies/${id}`,
    title: `A quote request with ${id.replaceAll('-', ' ')} is refused`,
    notices: `without-${requirement.replace('sent.', '').replaceAll('.', '-')}`,
    on: [creatingQuote],
    given: each(...sides.flatMap((side) => (values ?? [undefined]).map((value) => ({ side, value })))),
    vary: (draft, { side, value }, _, session) =>
      withAmount(draft, side, { ...controlAmount(session), [field]: value }),
    expect: refusedAs('body', requirement),
  })

export const amountWithoutValue = spoiltAmount(
  'an-amount-without-value',
  'amount.sent.value.required',
  'value',
)
export const amountOfNoInteger = spoiltAmount(
  'an-amount-whose-value-is-no-uint64',
  'amount.sent.value.uint64',
  'value',
  ['', '-1', '1.5', '1e3', '0x10', ' 1', '+1', '18446744073709551616', 1, null],
)
export const amountWithoutAssetCode = spoiltAmount(
  'an-amount-without-asset-code',
  'amount.sent.asset-code.required',
  'assetCode',
)
export const amountInNoAsset = spoiltAmount(
  'an-amount-whose-asset-code-is-no-text',
  'amount.sent.asset-code.string',
  'assetCode',
  [17, null, {}],
)
export const amountWithoutAssetScale = spoiltAmount(
  'an-amount-without-asset-scale',
  'amount.sent.asset-scale.required',
  'assetScale',
)
export const amountOfNoScale = spoiltAmount(
  'an-amount-whose-asset-scale-is-no-integer',
  'amount.sent.asset-scale.integer',
  'assetScale',
  ['2', 1.5, null],
)
export const amountBeyondScale = spoiltAmount(
  'an-amount-whose-asset-scale-is-above-255',
  'amount.sent.asset-scale.limit',
  'assetScale',
  [256],
)

export const bodyNoObject = refusal({
  id: 'quote-bodies/no-json-object',
  title: 'A quote request whose body is no JSON object is refused',
  notices: 'without-body-is-json',
  on: [creatingQuote],
  given: each('', '{', '[]', '"text"', 'null', '{"walletAddress":}'),
  vary: (draft, text) => ({ ...draft, body: Buffer.from(text) }),
  expect: refusedAs('body', 'create-quote.body.json'),
})
