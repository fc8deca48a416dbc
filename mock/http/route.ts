import type { Answer } from '../core/answer.ts'
import type { OperationId } from '../core/operations.ts'
import type { Context, RequestSubject } from '../state/world.ts'
import type { Guard } from './guard.ts'

/** An operation: the subject of its requests, its guards, and its work. */
export interface ServedRoute<Id extends OperationId = OperationId> {
  operation: Id
  method: 'get' | 'post'
  path: string
  subject: (context: Context) => RequestSubject
  guards: readonly Guard[]
  /** Set if requests without a token are allowed. */
  isForAnyone?: true
  /** Optional fields that its response never has, although its schema names them. */
  leavesOut?: readonly string[]
  work: (context: Context) => Answer
}

/** Returns a value that the guards of a route have ensured. If it is missing, the list of guards is wrong. */
export function assured<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The guards accepted a request without ${what}`)
  return value
}
