import fc from 'fast-check'
import { refusedAs } from '../../src/check/expectation.ts'
import { any, each, type Given } from '../../src/check/given.ts'
import { refusal } from '../../src/check/refusal.ts'
import type { Amount } from '../../src/core/amount.ts'
import { brokenAt } from '../../src/generate/broken-values.ts'
import { type NoObject, noObject, noObjects, textOf } from '../../src/generate/no-object.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { creatingQuote } from '../support/operations.ts'
import { controlAmount, fieldsIn } from '../support/requests.ts'

/** The mock's guard of a requirement of the body, left out. */
const guardOf = (requirement: string): string =>
  `without-${requirement.replace('create-quote.', '').replaceAll('.', '-')}`

/** The control's body with one field that is no such thing as spec/openapi.yaml says at `place`. */
const invalidField = (place: string, id: string, requirement: string) => {
  const { edges, any: values } = brokenAt(place)
  const [, field = ''] = place.split('.')
  return refusal({
    id: `quote-bodies/${id}`,
    title: `A quote request with ${id.replaceAll('-', ' ')} is refused`,
    detects: guardOf(requirement),
    on: [creatingQuote],
    cases: any(() => values, { first: edges }),
    mutate: (draft, value) => ({ ...draft, body: { ...fieldsIn(draft), [field]: value } }),
    expect: refusedAs('body', requirement),
  })
}

const absentField = (field: string, id: string, requirement: string) =>
  refusal({
    id: `quote-bodies/${id}`,
    title: `A quote request without ${field} is refused`,
    detects: guardOf(requirement),
    on: [creatingQuote],
    mutate: (draft) => ({ ...draft, body: { ...fieldsIn(draft), [field]: undefined } }),
    expect: refusedAs('body', requirement),
  })

export const walletAddressAbsent = absentField(
  'walletAddress',
  'no-wallet-address',
  'create-quote.wallet-address.required',
)
export const receiverAbsent = absentField('receiver', 'no-receiver', 'create-quote.receiver.required')
export const methodAbsent = absentField('method', 'no-method', 'create-quote.method.required')

export const walletAddressNoUri = invalidField(
  'CreateQuoteRequest.walletAddress',
  'a-wallet-address-that-is-no-uri',
  'create-quote.wallet-address.uri',
)
export const receiverNoUri = invalidField(
  'CreateQuoteRequest.receiver',
  'a-receiver-that-is-no-uri',
  'create-quote.receiver.uri',
)
export const receiverOtherPattern = invalidField(
  'CreateQuoteRequest.receiver.pattern',
  'a-receiver-that-is-no-incoming-payment',
  'create-quote.receiver.pattern',
)
export const methodNoText = invalidField(
  'CreateQuoteRequest.method',
  'a-method-that-is-no-text',
  'create-quote.method.string',
)

export const methodUnknown = refusal({
  id: 'quote-bodies/unknown-method',
  title: 'What a quote with an unknown method gets',
  detects: 'unknown-method-answered-500',
  on: [creatingQuote],
  cases: each('an-unknown-method', 'ILP'),
  mutate: (draft, method) => ({ ...draft, body: { ...fieldsIn(draft), method } }),
  expect: refusedAs('open', 'create-quote.method.unknown'),
})

const sides = ['debitAmount', 'receiveAmount'] as const
type Side = (typeof sides)[number]

/** The control with its amount on one side, put there by `amount`. */
const withAmount = (draft: RequestDraft, side: Side, amount: unknown): RequestDraft => {
  const { debitAmount: _, ...rest } = fieldsIn(draft)
  return { ...draft, body: { ...rest, [side]: amount } }
}

const noAmount = (side: Side, id: string, requirement: string) => {
  const { edges, any: values } = brokenAt(`CreateQuoteRequest.${side}`)
  return refusal({
    id: `quote-bodies/${id}`,
    title: `A quote request whose ${side} is no amount is refused`,
    detects: `without-${id.replace('no-', '')}-object`,
    on: [creatingQuote],
    cases: any(() => values, { first: [...edges, null] }),
    mutate: (draft, value) => withAmount(draft, side, value),
    expect: refusedAs('body', requirement),
  })
}

export const noDebitAmount = noAmount('debitAmount', 'no-debit-amount', 'create-quote.debit-amount.amount')
export const noReceiveAmount = noAmount(
  'receiveAmount',
  'no-receive-amount',
  'create-quote.receive-amount.amount',
)

/** One defect of an amount, on either side: a field of it set to what it cannot be. */
const invalidAmount = (
  id: string,
  requirement: string,
  field: keyof Amount,
  cases: Given<{ side: Side; value?: unknown }>,
) =>
  refusal({
    id: `quote-bodies/${id}`,
    title: `A quote request with ${id.replaceAll('-', ' ')} is refused`,
    detects: `without-${requirement.replace('sent.', '').replaceAll('.', '-')}`,
    on: [creatingQuote],
    cases,
    mutate: (draft, { side, value }, _, session) =>
      withAmount(draft, side, { ...controlAmount(session), [field]: value }),
    expect: refusedAs('body', requirement),
  })

const absent = each<{ side: Side }>(...sides.map((side) => ({ side })))

const brokenOnEither = (place: string): Given<{ side: Side; value?: unknown }> => {
  const { edges, any: values } = brokenAt(place)
  const first = sides.flatMap((side) => edges.map((value) => ({ side, value })))
  return any(() => fc.record({ side: fc.constantFrom(...sides), value: values }), { first })
}

export const amountWithoutValue = invalidAmount(
  'an-amount-without-value',
  'amount.sent.value.required',
  'value',
  absent,
)
export const amountOfNoInteger = invalidAmount(
  'an-amount-whose-value-is-no-uint64',
  'amount.sent.value.uint64',
  'value',
  brokenOnEither('Amount.value'),
)
export const amountWithoutAssetCode = invalidAmount(
  'an-amount-without-asset-code',
  'amount.sent.asset-code.required',
  'assetCode',
  absent,
)
export const amountInNoAsset = invalidAmount(
  'an-amount-whose-asset-code-is-no-text',
  'amount.sent.asset-code.string',
  'assetCode',
  brokenOnEither('Amount.assetCode'),
)
export const amountWithoutAssetScale = invalidAmount(
  'an-amount-without-asset-scale',
  'amount.sent.asset-scale.required',
  'assetScale',
  absent,
)
export const amountOfNoScale = invalidAmount(
  'an-amount-whose-asset-scale-is-no-integer',
  'amount.sent.asset-scale.integer',
  'assetScale',
  brokenOnEither('Amount.assetScale'),
)
export const amountBeyondScale = invalidAmount(
  'an-amount-whose-asset-scale-is-above-255',
  'amount.sent.asset-scale.limit',
  'assetScale',
  brokenOnEither('Amount.assetScale.maximum'),
)

export const bodyNoObject = refusal({
  id: 'quote-bodies/no-json-object',
  title: 'A quote request whose body is no JSON object is refused',
  detects: 'without-body-is-json',
  on: [creatingQuote],
  cases: any<NoObject>(() => noObject, { first: noObjects }),
  mutate: (draft, given) => ({ ...draft, body: textOf(given, draft.body) }),
  expect: refusedAs('body', 'create-quote.body.json'),
})
