import type { Amount } from '../core/amounts.ts'
import type { OperationId } from '../core/operations.ts'
import type { IncomingPayment, OutgoingPayment, Quote } from '../state/resources.ts'
import type { Moment } from './moment.ts'

export type Resource = Quote | OutgoingPayment | IncomingPayment
export type ResourceKind = 'quote' | 'outgoing-payment' | 'incoming-payment'

/** What a fault is about to tamper: a request, or a resource that the request is about, or that its answer shows. */
export interface Matter {
  moment: Moment
  resource?: Resource | undefined
  amounts: readonly Amount[]
  /** Where the resource stands on a page. */
  place?: { at: number; of: number }
}

/** What a condition looks at. A `place` is one on a page; `amount` and `resource` have to be there to be looked at. */
export type ConditionTopic = 'request' | 'page' | 'place' | 'amount' | 'resource'

/** What conditions are counted by. */
export const groups = [
  'body',
  'headers',
  'query',
  'operation',
  'connection',
  'count',
  'token',
  'page',
  'value',
  'asset',
  'age',
  'state',
  'number',
  'side',
  'asker',
] as const
export type Group = (typeof groups)[number]

/** A circumstance under which alone a fault shows. */
export interface Condition {
  id: string
  group: Group
  /** Ends the sentence "This happens only …". */
  says: string
  about: ConditionTopic
  /** The operations on which it can hold. */
  on: (operation: OperationId) => boolean
  /** The kinds of resources for which it can hold; all if absent. */
  kinds?: readonly ResourceKind[]
  holds: (matter: Matter) => boolean
}

export function everywhere(): boolean {
  return true
}

/** Whether it answers with a page. */
export function isList(operation: OperationId): boolean {
  return operation.startsWith('list-')
}

export function isCreation(operation: OperationId): boolean {
  return operation.startsWith('create-')
}

export function kindOfOperation(operation: OperationId): ResourceKind {
  if (operation.includes('quote')) return 'quote'
  return operation.includes('incoming') ? 'incoming-payment' : 'outgoing-payment'
}

export function kindOf(resource: Resource): ResourceKind {
  if ('sentAmount' in resource) return 'outgoing-payment'
  return 'receiver' in resource ? 'quote' : 'incoming-payment'
}
