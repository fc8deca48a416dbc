import { each } from '../../../src/check/cases/given.ts'
import { refusedAs } from '../../../src/check/expectation.ts'
import { refusal } from '../../../src/check/kinds/refusal.ts'
import { fieldsIn } from '../../../src/http/draft.ts'
import { invalidBodies } from '../../support/invalid-bodies.ts'
import { creatingQuote } from '../../support/operations.ts'
import { withFields } from '../../support/requests.ts'

/** A quote for this receiver needs an amount, so null is invalid too. */
const alsoNull = [null]

export const invalid = invalidBodies({
  on: creatingQuote,
  request: 'A quote request',
  schema: 'CreateQuoteRequest',
  valid: (draft, member) => {
    const { debitAmount, ...others } = fieldsIn(draft)
    return member === 'debitAmount' || member === 'receiveAmount' ? others : { ...others, debitAmount }
  },
  checks: {
    CreateQuoteRequest: { id: 'quote-bodies/no-json-object', detects: 'without-body-is-json' },
    'CreateQuoteRequest.walletAddress.required': {
      id: 'quote-bodies/no-wallet-address',
      detects: 'without-wallet-address-required',
    },
    'CreateQuoteRequest.walletAddress': {
      id: 'quote-bodies/a-wallet-address-that-is-no-uri',
      detects: 'without-wallet-address-uri',
    },
    'CreateQuoteRequest.receiver.required': {
      id: 'quote-bodies/no-receiver',
      detects: 'without-receiver-required',
    },
    'CreateQuoteRequest.receiver': {
      id: 'quote-bodies/a-receiver-that-is-no-uri',
      detects: 'without-receiver-uri',
    },
    'CreateQuoteRequest.receiver.pattern': {
      id: 'quote-bodies/a-receiver-that-is-no-incoming-payment',
      detects: 'without-receiver-pattern',
    },
    'CreateQuoteRequest.method.required': {
      id: 'quote-bodies/no-method',
      detects: 'without-method-required',
    },
    'CreateQuoteRequest.method': {
      id: 'quote-bodies/a-method-that-is-no-text',
      detects: 'without-method-string',
    },
    'CreateQuoteRequest.debitAmount': {
      id: 'quote-bodies/no-debit-amount',
      detects: 'without-debit-amount-object',
      also: alsoNull,
    },
    'CreateQuoteRequest.receiveAmount': {
      id: 'quote-bodies/no-receive-amount',
      detects: 'without-receive-amount-object',
      also: alsoNull,
    },
    'Amount.value.required': { id: 'quote-bodies/an-amount-without-value' },
    'Amount.value': { id: 'quote-bodies/an-amount-whose-value-is-no-uint64' },
    'Amount.assetCode.required': { id: 'quote-bodies/an-amount-without-asset-code' },
    'Amount.assetCode': { id: 'quote-bodies/an-amount-whose-asset-code-is-no-text' },
    'Amount.assetScale.required': { id: 'quote-bodies/an-amount-without-asset-scale' },
    'Amount.assetScale': { id: 'quote-bodies/an-amount-whose-asset-scale-is-no-integer' },
    'Amount.assetScale.maximum': { id: 'quote-bodies/an-amount-whose-asset-scale-is-above-255' },
  },
})

export const methodUnknown = refusal({
  id: 'quote-bodies/unknown-method',
  title: 'A quote with an unknown method is refused where the profile has a closed list of methods',
  detects: 'unknown-method-answered-500',
  on: [creatingQuote],
  cases: each('an-unknown-method', 'ILP'),
  mutate: (draft, method) => withFields(draft, { method }),
  expect: refusedAs('closed', 'create-quote.method.unknown'),
})

export const closed = refusal({
  id: 'quote-bodies/further-field',
  title: 'A quote request with a field that the specification does not list is refused',
  detects: 'without-create-quote-fields-listed',
  on: [creatingQuote],
  cases: each('note', 'metadata'),
  mutate: (draft, field) => withFields(draft, { [field]: { note: 'coffee' } }),
  expect: refusedAs('further-field', 'create-quote.body.closed'),
})
