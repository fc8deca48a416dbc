/** The operations of the interface, by the `operationId` of spec/openapi.yaml. */
export const operationIds = [
  'create-quote',
  'get-quote',
  'create-outgoing-payment',
  'list-outgoing-payments',
  'get-incoming-payment',
  'list-incoming-payments',
] as const

export type OperationId = (typeof operationIds)[number]
