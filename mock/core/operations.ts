/** Which text the mock serves: the interface, or the published specification with what that has beyond it. */
export type ProfileName = 'interface' | 'open-payments-1.3'

/** The operations served, by the `operationId` of spec/openapi.yaml. */
export type OperationId =
  | 'create-quote'
  | 'get-quote'
  | 'create-outgoing-payment'
  | 'list-outgoing-payments'
  | 'get-incoming-payment'
  | 'list-incoming-payments'
  // What the published specification has beyond the interface.
  | 'create-incoming-payment'
  | 'complete-incoming-payment'
  | 'get-outgoing-payment'
  | 'get-outgoing-payment-grant'
