/** Every operation of any profile, by the `operationId` of spec/openapi.yaml or of a profile's own document. */
export const operationIds = [
  'create-quote',
  'get-quote',
  'create-outgoing-payment',
  'get-outgoing-payment',
  'list-outgoing-payments',
  'get-outgoing-payment-grant',
  'create-incoming-payment',
  'complete-incoming-payment',
  'get-incoming-payment',
  'list-incoming-payments',
] as const

export type OperationId = (typeof operationIds)[number]
