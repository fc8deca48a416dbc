/**
 * The specification that the mock serves: the interface, or the published specification with its further operations.
 */
export type ProfileName = 'interface' | 'open-payments-1.3'

/** The operations of the interface, by the `operationId` of its OpenAPI document. */
export type InterfaceOperationId =
  | 'create-quote'
  | 'get-quote'
  | 'create-outgoing-payment'
  | 'list-outgoing-payments'
  | 'get-incoming-payment'
  | 'list-incoming-payments'

/** All operations, including those that only the published specification has. */
export type OperationId =
  | InterfaceOperationId
  | 'create-incoming-payment'
  | 'complete-incoming-payment'
  | 'get-outgoing-payment'
  | 'get-outgoing-payment-grant'

/** Returns true if the operation responds with a page. */
export function isList(operation: OperationId): boolean {
  return operation.startsWith('list-')
}

/** Returns true if the operation creates a resource. Only these have a request body. */
export function isCreation(operation: OperationId): boolean {
  return operation.startsWith('create-')
}
