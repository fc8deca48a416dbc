import type { Context, Subject } from './context.ts'
import type { Guard } from './guard.ts'

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

/** An answer before it is written. */
export interface Answer {
  status: number
  headers: Record<string, string>
  /** Sent as JSON, unless there is a text. */
  body: unknown
  text?: string
}

/** One operation: what a request to it is about, who refuses it, and then its work. */
export interface Route {
  operation: OperationId
  method: 'get' | 'post'
  path: string
  subject: (context: Context) => Subject
  guards: readonly Guard[]
  /** Optional fields that its answer never has, though its schema names them. */
  leavesOut?: readonly string[]
  work: (context: Context) => Answer
}

export function answer(status: number, body: unknown): Answer {
  return { status, headers: {}, body }
}

/** What the guards of a route have made sure of; that it is missing is a mistake in the list of guards. */
export function assured<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`the guards let pass a request without ${what}`)
  return value
}
