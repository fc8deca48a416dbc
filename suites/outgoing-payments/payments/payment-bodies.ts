import { fieldsIn } from '../../../src/http/draft.ts'
import { invalidBodies } from '../../support/invalid-bodies.ts'
import { creatingPayment } from '../../support/operations.ts'
import { freshQuote } from './invalid-payment.ts'

/** A requirement of its own for each part of the asset: whether a direct payment has to name an asset is disputed. */
const assetRequired = (part: string) => ({
  requirement: `create-outgoing-payment.direct.debit-amount.${part}.required`,
  detects: `without-payment-debit-amount-${part}-required`,
  isNullAbsent: true as const,
})

export const invalidDirect = invalidBodies({
  on: creatingPayment,
  request: 'A direct payment',
  schema: 'CreateOutgoingPaymentDirect',
  nameOf: (member, { directPayment }) =>
    member === 'incomingPayment' || member === 'debitAmount' ? directPayment[member] : member,
  checks: {
    CreateOutgoingPaymentDirect: { id: 'payments/no-json-object', detects: 'without-payment-body-is-json' },
    'CreateOutgoingPaymentDirect.walletAddress.required': {
      id: 'payments/direct-without-wallet-address',
      detects: 'without-payment-direct-wallet-address-required',
    },
    'CreateOutgoingPaymentDirect.walletAddress': {
      id: 'payments/direct-with-a-wallet-address-that-is-no-uri',
      detects: 'without-payment-direct-wallet-address-uri',
    },
    'CreateOutgoingPaymentDirect.incomingPayment.required': {
      id: 'payments/debit-amount-alone',
      detects: 'without-payment-debit-amount-alone',
    },
    'CreateOutgoingPaymentDirect.incomingPayment': {
      id: 'payments/an-incoming-payment-that-is-no-uri',
      detects: 'without-payment-incoming-payment-uri',
    },
    'CreateOutgoingPaymentDirect.debitAmount.required': {
      id: 'payments/incoming-payment-alone',
      detects: 'without-payment-incoming-payment-alone',
    },
    'CreateOutgoingPaymentDirect.debitAmount': {
      id: 'payments/a-debit-amount-that-is-none',
      detects: 'without-payment-debit-amount-object',
    },
    'CreateOutgoingPaymentDirect.metadata': {
      id: 'payments/metadata-that-is-no-object',
      detects: 'without-payment-metadata-object',
      row: 'recommended-refusal',
    },
    'Amount.value.required': { id: 'payments/an-amount-without-value' },
    'Amount.value': { id: 'payments/an-amount-whose-value-is-no-uint64' },
    'Amount.assetCode.required': {
      id: 'payments/an-amount-without-asset-code',
      ...assetRequired('asset-code'),
    },
    'Amount.assetCode': { id: 'payments/an-amount-whose-asset-code-is-no-text', isNullAbsent: true },
    'Amount.assetScale.required': {
      id: 'payments/an-amount-without-asset-scale',
      ...assetRequired('asset-scale'),
    },
    'Amount.assetScale': { id: 'payments/an-amount-whose-asset-scale-is-no-integer', isNullAbsent: true },
    'Amount.assetScale.maximum': { id: 'payments/an-amount-whose-asset-scale-is-above-255' },
  },
})

export const invalidFromQuote = invalidBodies({
  on: creatingPayment,
  request: 'A payment from a quote',
  schema: 'CreateOutgoingPaymentFromQuote',
  valid: async (draft, member, session) => {
    const { walletAddress, [session.target.profile.directPayment.incomingPayment]: receiver } =
      fieldsIn(draft)
    return {
      walletAddress,
      ...(member === 'quoteId' ? {} : { quoteId: await freshQuote(session, receiver) }),
    }
  },
  checks: {
    'CreateOutgoingPaymentFromQuote.walletAddress.required': {
      id: 'payments/no-wallet-address',
      detects: 'without-payment-wallet-address-required',
    },
    'CreateOutgoingPaymentFromQuote.walletAddress': {
      id: 'payments/a-wallet-address-that-is-no-uri',
      detects: 'without-payment-wallet-address-uri',
    },
    'CreateOutgoingPaymentFromQuote.quoteId.required': {
      id: 'payments/neither-variant',
      detects: 'without-payment-variants-neither',
      title: 'A payment neither from a quote nor directly is refused',
    },
    'CreateOutgoingPaymentFromQuote.quoteId': {
      id: 'payments/quote-id-that-is-no-uri',
      detects: 'without-payment-quote-id-uri',
    },
  },
  unchecked: {
    CreateOutgoingPaymentFromQuote: 'Both variants have one parser: payments/no-json-object tries it.',
    'CreateOutgoingPaymentFromQuote.metadata':
      'payments/metadata-that-is-no-object tries it in the other variant.',
  },
})
