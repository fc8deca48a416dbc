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

/** One defect of an amount. Cases are JSON, so that a replay can have them again. */
type Defect = { instead: unknown } | { set: Record<string, unknown> } | { without: string }

const defects: Defect[] = [
  ...[17, '100', null, []].map((instead) => ({ instead })),
  ...['', '-1', '1.5', '1e3', '0x10', ' 1', '+1', '18446744073709551616', 1, null].map((value) => ({
    set: { value },
  })),
  ...[17, null, {}].map((assetCode) => ({ set: { assetCode } })),
  ...['2', 1.5, 256, null].map((assetScale) => ({ set: { assetScale } })),
  ...['value', 'assetCode', 'assetScale'].map((without) => ({ without })),
]

const amount = (field: 'debitAmount' | 'receiveAmount', id: string, requirement: string) =>
  refusal({
    id: `quote-bodies/${id}`,
    title: `A quote request whose ${field} is no amount is refused`,
    notices: `without-${field === 'debitAmount' ? 'debit' : 'receive'}-amount-object`,
    on: [creatingQuote],
    given: each(...defects),
    vary: (draft, defect, _, session) => {
      const { debitAmount: __, ...rest } = fieldsOf(draft)
      return { ...draft, body: { ...rest, [field]: spoil({ ...controlAmount(session) }, defect) } }
    },
    expect: refusedAs('body', requirement),
  })

const spoil = (whole: Record<string, unknown>, defect: Defect): unknown => {
  if ('instead' in defect) return defect.instead
  if ('set' in defect) return { ...whole, ...defect.set }
  return { ...whole, [defect.without]: undefined }
}

export const debitAmountNoAmount = amount(
  'debitAmount',
  'a-debit-amount-that-is-none',
  'create-quote.debit-amount.amount',
)
export const receiveAmountNoAmount = amount(
  'receiveAmount',
  'a-receive-amount-that-is-none',
  'create-quote.receive-amount.amount',
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
