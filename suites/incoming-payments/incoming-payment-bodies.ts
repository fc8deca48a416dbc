import { each, type Given } from '../../src/check/cases/given.ts'
import { refusedAs } from '../../src/check/expectation.ts'
import { refusal } from '../../src/check/kinds/refusal.ts'
import type { Session } from '../../src/check/session.ts'
import type { Amount } from '../../src/core/amount.ts'
import { type Alteration, altered, nearCodes } from '../../src/generate/altered.ts'
import { invalidBodies } from '../support/invalid-bodies.ts'
import { creatingIncomingPayment } from '../support/operations.ts'
import { controlAmount, withFields } from '../support/requests.ts'
import { type Elsewhere, elsewhere, walletElsewhere } from '../support/unknown-id.ts'

export const invalid = invalidBodies({
  on: creatingIncomingPayment,
  request: 'A request for an incoming payment',
  schema: 'CreateIncomingPaymentRequest',
  checks: {
    CreateIncomingPaymentRequest: {
      id: 'incoming-payment-bodies/no-json-object',
      detects: 'without-incoming-body-is-json',
    },
    'CreateIncomingPaymentRequest.walletAddress.required': {
      id: 'incoming-payment-bodies/no-wallet-address',
      detects: 'without-incoming-wallet-address-required',
    },
    'CreateIncomingPaymentRequest.walletAddress': {
      id: 'incoming-payment-bodies/a-wallet-address-that-is-no-uri',
      detects: 'without-incoming-wallet-address-uri',
    },
    'CreateIncomingPaymentRequest.incomingAmount': {
      id: 'incoming-payment-bodies/an-incoming-amount-that-is-none',
      detects: 'without-incoming-amount-object',
    },
    'CreateIncomingPaymentRequest.expiresAt': {
      id: 'incoming-payment-bodies/an-expiry-that-is-no-date-time',
      detects: 'without-incoming-expires-at-date-time',
    },
    'CreateIncomingPaymentRequest.metadata': {
      id: 'incoming-payment-bodies/metadata-that-is-no-object',
      detects: 'without-incoming-metadata-object',
      row: 'recommended-refusal',
    },
    'Amount.value.required': { id: 'incoming-payment-bodies/an-amount-without-value' },
    'Amount.value': { id: 'incoming-payment-bodies/an-amount-whose-value-is-no-uint64' },
    'Amount.assetCode.required': { id: 'incoming-payment-bodies/an-amount-without-asset-code' },
    'Amount.assetCode': { id: 'incoming-payment-bodies/an-amount-whose-asset-code-is-no-text' },
    'Amount.assetScale.required': { id: 'incoming-payment-bodies/an-amount-without-asset-scale' },
    'Amount.assetScale': { id: 'incoming-payment-bodies/an-amount-whose-asset-scale-is-no-integer' },
    'Amount.assetScale.maximum': { id: 'incoming-payment-bodies/an-amount-whose-asset-scale-is-above-255' },
  },
})

interface Otherwise<T> {
  id: string
  title: string
  requirement: string
  detects: string
  row?: string
  cases: Given<T>
  /** Members that replace those of the valid body. */
  members: (value: T, session: Session) => Record<string, unknown>
}

/** A check of a body that fits the schema and is refused for its content. */
const otherwise = <T>({ id, title, requirement, detects, row = 'body', cases, members }: Otherwise<T>) =>
  refusal<Record<never, never>, T>({
    id,
    title,
    detects,
    on: [creatingIncomingPayment],
    cases,
    mutate: (draft, value, _, session) => withFields(draft, members(value, session)),
    expect: refusedAs(row, requirement),
  })

export const walletAddressUnknown = otherwise({
  id: 'incoming-payment-bodies/unknown-wallet-address',
  title: 'An incoming payment on a wallet address that does not exist is refused',
  requirement: 'create-incoming-payment.wallet-address.known',
  detects: 'without-incoming-wallet-known',
  row: 'recommended-refusal',
  cases: each<Elsewhere>(...elsewhere),
  members: (how, { target }) => ({ walletAddress: walletElsewhere(target.walletAddress, how) }),
})

/** Assets that are not the wallet's. */
const otherAssets = {
  'another code': ({ assetCode, ...amount }: Amount) => ({
    ...amount,
    assetCode: assetCode === 'XTS' ? 'XXX' : 'XTS',
  }),
  'another scale': ({ assetScale, ...amount }: Amount) => ({ ...amount, assetScale: assetScale + 1 }),
}

export const otherAsset = otherwise({
  id: 'incoming-payment-bodies/an-incoming-amount-in-another-asset',
  title: 'An incoming payment whose incomingAmount is in another asset than the wallet address is refused',
  requirement: 'create-incoming-payment.incoming-amount.asset',
  detects: 'without-incoming-amount-asset',
  cases: each<keyof typeof otherAssets | Alteration>('another code', 'another scale', ...nearCodes),
  members: (kind, session) => {
    const amount = controlAmount(session)
    return {
      incomingAmount:
        kind === 'another code' || kind === 'another scale'
          ? otherAssets[kind](amount)
          : { ...amount, assetCode: altered(amount.assetCode, kind) },
    }
  },
})

export const expiresAtPassed = otherwise({
  id: 'incoming-payment-bodies/an-expiry-that-has-passed',
  title: 'An incoming payment whose expiresAt has passed is refused',
  requirement: 'create-incoming-payment.expires-at.passed',
  detects: 'without-incoming-expires-at-ahead',
  row: 'recommended-refusal',
  cases: each('1999-12-31T23:59:59Z', '2020-02-29T12:00:00.000+01:00'),
  members: (expiresAt) => ({ expiresAt }),
})

export const closed = otherwise({
  id: 'incoming-payment-bodies/further-field',
  title: 'A request for an incoming payment with a field that the specification does not list is refused',
  requirement: 'create-incoming-payment.body.closed',
  detects: 'without-create-incoming-payment-fields-listed',
  row: 'further-field',
  cases: each('note', 'description'),
  members: (field) => ({ [field]: 'coffee' }),
})
