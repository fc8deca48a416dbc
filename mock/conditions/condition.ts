import type { Amount } from '../core/amounts.ts'
import type { OperationId } from '../core/operations.ts'
import type { IncomingPayment, OutgoingPayment, Quote } from '../state/resources.ts'
import type { Moment } from './moment.ts'

export type Resource = Quote | OutgoingPayment | IncomingPayment
export type ResourceKind = 'quote' | 'outgoing-payment' | 'incoming-payment'

/**
 * A place where a fault is about to act: a request, with a resource that the request concerns or that its response
 * shows.
 */
export interface Matter {
  moment: Moment
  resource?: Resource | undefined
  amounts: readonly Amount[]
  /** The resource's position on a page. */
  place?: { at: number; of: number }
}

/**
 * The thing that a condition examines. A `place` is a position on a page. For `amount` and `resource`, the request must
 * concern one.
 */
export type ConditionTopic = 'request' | 'page' | 'place' | 'amount' | 'resource'

/** The groups in which conditions are counted. */
export const groups = [
  'body',
  'headers',
  'fields',
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
  'identity',
] as const
export type Group = (typeof groups)[number]

/** A circumstance that restricts a fault: the fault shows only under it. */
export interface Condition {
  id: string
  group: Group
  /** The rest of the sentence "This happens only …". */
  says: string
  about: ConditionTopic
  /** The operations on which the condition can hold. */
  on: (operation: OperationId) => boolean
  /** The kinds of resources for which the condition can hold, or undefined for all. */
  kinds?: readonly ResourceKind[]
  holds: (matter: Matter) => boolean
}

export function everywhere(): boolean {
  return true
}

/** Makes a condition on a request, or on what came before it. */
export function atMoment(
  group: Group,
  id: string,
  says: string,
  holds: (moment: Moment) => boolean,
  on: Condition['on'] = everywhere,
): Condition {
  return { id, group, says, about: 'request', on, holds: ({ moment }) => holds(moment) }
}

export function kindOfOperation(operation: OperationId): ResourceKind {
  if (operation.includes('quote')) return 'quote'
  return operation.includes('incoming') ? 'incoming-payment' : 'outgoing-payment'
}

export function kindOf(resource: Resource): ResourceKind {
  if ('sentAmount' in resource) return 'outgoing-payment'
  return 'receiver' in resource ? 'quote' : 'incoming-payment'
}
