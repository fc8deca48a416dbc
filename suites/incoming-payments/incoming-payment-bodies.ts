import { refusedAs } from '../../src/check/expectation.ts'
import { any, each, type Given } from '../../src/check/given.ts'
import { refusal } from '../../src/check/refusal.ts'
import type { Session } from '../../src/check/session.ts'
import type { Amount } from '../../src/core/amount.ts'
import { type Alteration, altered, nearCodes } from '../../src/generate/altered.ts'
import { brokenAt } from '../../src/generate/broken-values.ts'
import { type NoObject, noObject, noObjects, textOf } from '../../src/generate/no-object.ts'
import { type Elsewhere, elsewhere, urlElsewhere } from '../support/elsewhere.ts'
import { creatingIncomingPayment } from '../support/operations.ts'
import { controlAmount, fieldsIn } from '../support/requests.ts'

interface Invalid<T> {
  id: string
  title: string
  requirement: string
  guard: string
  cases: Given<T>
  /** Fields that replace those of the whole body. */
  fields: (value: T, session: Session) => Record<string, unknown>
  row?: string
}

/** A request for an incoming payment that is invalid in one way. */
const invalid = <T>({ id, title, requirement, guard, cases, fields, row = 'body' }: Invalid<T>) =>
  refusal<Record<never, never>, T>({
    id: `incoming-payment-bodies/${id}`,
    title: `An incoming payment ${title} is refused`,
    detects: `without-${guard}`,
    on: [creatingIncomingPayment],
    cases,
    mutate: (draft, value, _, session) => ({
      ...draft,
      body: { ...fieldsIn(draft), ...fields(value, session) },
    }),
    expect: refusedAs(row, requirement),
  })

const about = (requirement: string): string => `create-incoming-payment.${requirement}`

const brokenValues = (place: string, ...further: unknown[]): Given<unknown> => {
  const { edges, any: values } = brokenAt(place)
  return any(() => values, { first: [...edges, ...further] })
}

export const bodyNoObject = refusal({
  id: 'incoming-payment-bodies/no-json-object',
  title: 'An incoming payment whose body is no JSON object is refused',
  detects: 'without-incoming-body-is-json',
  on: [creatingIncomingPayment],
  cases: any<NoObject>(() => noObject, { first: noObjects }),
  mutate: (draft, given) => ({ ...draft, body: textOf(given, draft.body) }),
  expect: refusedAs('body', about('body.json')),
})

export const walletAddressAbsent = invalid({
  id: 'no-wallet-address',
  title: 'without walletAddress',
  requirement: about('wallet-address.required'),
  guard: 'incoming-wallet-address-required',
  cases: each(undefined),
  fields: () => ({ walletAddress: undefined }),
})

export const walletAddressNoUri = invalid({
  id: 'a-wallet-address-that-is-no-uri',
  title: 'whose walletAddress is no URI',
  requirement: about('wallet-address.uri'),
  guard: 'incoming-wallet-address-uri',
  cases: brokenValues('CreateIncomingPaymentRequest.walletAddress'),
  fields: (walletAddress) => ({ walletAddress }),
})

export const walletAddressUnknown = invalid({
  id: 'unknown-wallet-address',
  title: 'on a wallet address that does not exist',
  requirement: about('wallet-address.known'),
  guard: 'incoming-wallet-known',
  row: 'recommended-refusal',
  cases: each<Elsewhere>(...elsewhere),
  fields: (how, { target }) => ({ walletAddress: urlElsewhere(target.walletAddress, how) }),
})

export const incomingAmountNoAmount = invalid({
  id: 'an-incoming-amount-that-is-none',
  title: 'whose incomingAmount is no Amount',
  requirement: about('incoming-amount.amount'),
  guard: 'incoming-amount-object',
  cases: brokenValues('CreateIncomingPaymentRequest.incomingAmount'),
  fields: (incomingAmount) => ({ incomingAmount }),
})

/** The incomingAmount with one field set to what it cannot be, or left away. */
const invalidAmount = (
  id: string,
  title: string,
  requirement: string,
  field: keyof Amount,
  cases: Given<unknown>,
) =>
  invalid({
    id,
    title: `with ${title}`,
    requirement: `amount.sent.${requirement}`,
    guard: `amount-${requirement.replaceAll('.', '-')}`,
    cases,
    fields: (value, session) => ({ incomingAmount: { ...controlAmount(session), [field]: value } }),
  })

export const amountWithoutValue = invalidAmount(
  'an-amount-without-value',
  'an amount without value',
  'value.required',
  'value',
  each(undefined),
)
export const amountOfNoInteger = invalidAmount(
  'an-amount-whose-value-is-no-uint64',
  'an amount whose value is no uint64',
  'value.uint64',
  'value',
  brokenValues('Amount.value'),
)
export const amountWithoutAssetCode = invalidAmount(
  'an-amount-without-asset-code',
  'an amount without assetCode',
  'asset-code.required',
  'assetCode',
  each(undefined),
)
export const amountInNoAsset = invalidAmount(
  'an-amount-whose-asset-code-is-no-text',
  'an amount whose assetCode is no text',
  'asset-code.string',
  'assetCode',
  brokenValues('Amount.assetCode'),
)
export const amountWithoutAssetScale = invalidAmount(
  'an-amount-without-asset-scale',
  'an amount without assetScale',
  'asset-scale.required',
  'assetScale',
  each(undefined),
)
export const amountOfNoScale = invalidAmount(
  'an-amount-whose-asset-scale-is-no-integer',
  'an amount whose assetScale is no integer',
  'asset-scale.integer',
  'assetScale',
  brokenValues('Amount.assetScale'),
)
export const amountBeyondScale = invalidAmount(
  'an-amount-whose-asset-scale-is-above-255',
  'an amount whose assetScale is above 255',
  'asset-scale.limit',
  'assetScale',
  brokenValues('Amount.assetScale.maximum'),
)

/** Assets that are not the wallet's. */
const otherAssets = {
  'another code': ({ assetCode, ...amount }: Amount) => ({
    ...amount,
    assetCode: assetCode === 'XTS' ? 'XXX' : 'XTS',
  }),
  'another scale': ({ assetScale, ...amount }: Amount) => ({ ...amount, assetScale: assetScale + 1 }),
}

export const otherAsset = invalid({
  id: 'an-incoming-amount-in-another-asset',
  title: 'whose incomingAmount is in another asset than the wallet address',
  requirement: about('incoming-amount.asset'),
  guard: 'incoming-amount-asset',
  cases: each<keyof typeof otherAssets | Alteration>('another code', 'another scale', ...nearCodes),
  fields: (kind, session) => {
    const amount = controlAmount(session)
    return {
      incomingAmount:
        kind === 'another code' || kind === 'another scale'
          ? otherAssets[kind](amount)
          : { ...amount, assetCode: altered(amount.assetCode, kind) },
    }
  },
})

export const expiresAtNoDateTime = invalid({
  id: 'an-expiry-that-is-no-date-time',
  title: 'whose expiresAt is no date and time',
  requirement: about('expires-at.date-time'),
  guard: 'incoming-expires-at-date-time',
  cases: brokenValues('CreateIncomingPaymentRequest.expiresAt'),
  fields: (expiresAt) => ({ expiresAt }),
})

export const expiresAtPassed = invalid({
  id: 'an-expiry-that-has-passed',
  title: 'whose expiresAt has passed',
  requirement: about('expires-at.passed'),
  guard: 'incoming-expires-at-ahead',
  row: 'recommended-refusal',
  cases: each('1999-12-31T23:59:59Z', '2020-02-29T12:00:00.000+01:00'),
  fields: (expiresAt) => ({ expiresAt }),
})

export const metadataNoObject = invalid({
  id: 'metadata-that-is-no-object',
  title: 'whose metadata is no object',
  requirement: about('metadata.object'),
  guard: 'incoming-metadata-object',
  row: 'recommended-refusal',
  cases: each<unknown>('text', 17, true, ['list']),
  fields: (metadata) => ({ metadata }),
})
