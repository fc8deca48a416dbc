import type { Answer } from '../core/answer.ts'
import type { OperationId } from '../core/operations.ts'
import type { Context, RequestSubject } from '../state/world.ts'
import type { Guard } from './guard.ts'

/** One operation: what a request to it is about, who refuses it, and then its work. */
export interface ServedRoute<Id extends OperationId = OperationId> {
  operation: Id
  method: 'get' | 'post'
  path: string
  subject: (context: Context) => RequestSubject
  guards: readonly Guard[]
  /** Whether it is open to whoever shows no token. */
  isForAnyone?: true
  /** Optional fields that its answer never has, though its schema names them. */
  leavesOut?: readonly string[]
  work: (context: Context) => Answer
}

/** What the guards of a route have made sure of; that it is missing is a mistake in the list of guards. */
export function assured<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The guards accepted a request without ${what}`)
  return value
}
