import { isObject } from '../core/json.ts'
import { type OperationId, operationIds } from '../core/operations.ts'
import type { Seen } from './kinds/passive.ts'

export type ResourceKind = 'quote' | 'outgoing-payment' | 'incoming-payment'

/** A resource as a response shows it. */
export interface Observed {
  kind: ResourceKind
  id: string
  fields: Record<string, unknown>
}

const shownBy: Record<OperationId, { kind: ResourceKind; list: boolean } | undefined> = {
  'create-quote': { kind: 'quote', list: false },
  'get-quote': { kind: 'quote', list: false },
  'create-outgoing-payment': { kind: 'outgoing-payment', list: false },
  'get-outgoing-payment': { kind: 'outgoing-payment', list: false },
  'list-outgoing-payments': { kind: 'outgoing-payment', list: true },
  'get-outgoing-payment-grant': undefined,
  'create-incoming-payment': { kind: 'incoming-payment', list: false },
  'complete-incoming-payment': { kind: 'incoming-payment', list: false },
  'get-incoming-payment': { kind: 'incoming-payment', list: false },
  'list-incoming-payments': { kind: 'incoming-payment', list: true },
}

/** Returns the resource that a response shows, or undefined if the response is a list or has no id. */
export function resourceShown(operation: OperationId | undefined, json: unknown): Observed | undefined {
  const { kind, list } = (operation && shownBy[operation]) ?? {}
  if (kind === undefined || list || !isObject(json) || typeof json['id'] !== 'string') return undefined
  return { kind, id: json['id'], fields: json }
}

/** Lists the operations whose responses show resources of a kind. */
export function operationsShowing(kind: ResourceKind): OperationId[] {
  return operationIds.filter((operation) => shownBy[operation]?.kind === kind)
}

/** The most items of a list that are examined. The harness requests no page with even a tenth as many. */
export const mostItems = 1000

/**
 * Lists the resources of a kind that an accepted response shows. Resources without an id cannot be told apart and are
 * left out.
 */
export function resourcesIn(
  { exchange, accepted, json }: Omit<Seen, 'exchange'> & { exchange: Pick<Seen['exchange'], 'operation'> },
  wanted: ResourceKind,
): Observed[] {
  if (!accepted || exchange.operation === undefined) return []
  const { kind, list } = shownBy[exchange.operation] ?? {}
  if (kind !== wanted) return []
  const shown = list && isObject(json) ? json['result'] : json
  return (Array.isArray(shown) ? shown.slice(0, mostItems) : [shown])
    .filter(isObject)
    .flatMap((fields) => (typeof fields['id'] === 'string' ? [{ kind, id: fields['id'], fields }] : []))
}
