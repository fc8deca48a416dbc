/**
 * Former ids of checks with their present ids: known failures and earlier reports may still use the former ones. A
 * renamed check gets a row, and no row is ever removed.
 */
export const renamed: Readonly<Record<string, string>> = {
  'lists/backwards': 'lists/pages',
  'lists/cursors': 'lists/pages',
  'lists/forwards': 'lists/pages',
  'quotes/any-amount-is-exact': 'quotes/fixed-send-is-kept',
  'quotes/any-amount-is-exact-abroad': 'quotes/to-other-asset',
  'payments/a-megabyte-of-metadata': 'payments/a-megabyte-body',
  'rules/payment-methods-are-ilp': 'answers/get-incoming-payment',
  'rules/completed-stays': 'rules/incoming-payment-agrees-with-itself',
  'rules/failed-stays': 'rules/outgoing-payment-agrees-with-itself',
  'rules/incoming-payment-is-immutable': 'rules/incoming-payment-agrees-with-itself',
  'rules/incoming-payment-read-by-its-id': 'rules/incoming-payment-agrees-with-itself',
  'rules/incoming-payment-updated-in-order': 'rules/incoming-payment-agrees-with-itself',
  'rules/outgoing-payment-is-immutable': 'rules/outgoing-payment-agrees-with-itself',
  'rules/outgoing-payment-read-by-its-id': 'rules/outgoing-payment-agrees-with-itself',
  'rules/outgoing-payment-updated-in-order': 'rules/outgoing-payment-agrees-with-itself',
  'rules/quote-is-immutable': 'rules/quote-agrees-with-itself',
  'rules/quote-read-by-its-id': 'rules/quote-agrees-with-itself',
  'rules/received-amount-grows': 'rules/incoming-payment-agrees-with-itself',
  'rules/received-amount-keeps-its-asset': 'rules/incoming-payment-agrees-with-itself',
  'rules/sent-amount-grows': 'rules/outgoing-payment-agrees-with-itself',
  'tampering/nearly-the-same-digest': 'tampering/content-digest',
  'tampering/nearly-the-same-value': 'tampering/target-uri',
  'tampering/order': 'tampering/parameters',
  'tampering/target-uri-host': 'tampering/target-uri',
  'tampering/target-uri-path': 'tampering/target-uri',
  'tampering/target-uri-query-added': 'tampering/target-uri',
  'tampering/target-uri-scheme': 'tampering/target-uri',
}
