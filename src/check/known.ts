import { asText, isObject } from '../core/json.ts'
import type { OperationId } from '../core/operations.ts'
import type { Receiver } from '../core/receiver.ts'
import { type ResourceKind, resourceShown } from './resource.ts'

/**
 * A resource that a run has created or seen. A run keeps one of these for each resource, so it holds only what is asked
 * for later.
 */
export interface Known {
  kind: ResourceKind
  id: string
  /** The name of the token that the resource was created with. The member is missing if this run has only read it. */
  createdWith?: string
  /**
   * The names of the tokens that were shown the resource by itself, not in a list. Other tokens need not be able to
   * read it.
   */
  shownTo: readonly string[]
  /** The receiver that a quote or a payment pays into. */
  receiver?: string
  /** The quote that a payment was made from. */
  quoteId?: string
  /** Set if a payment was made from the quote, or may have been made although its response was lost. */
  paid?: true
  /** The number of requests to pay the quote that are under way. */
  paying?: number
  createdAt?: string
  expiresAt?: string
  /** Set if the incoming payment has received anything. */
  hasReceived?: true
  /** Set if the incoming payment was shown as completed. */
  completed?: true
  /** Set if a list has shown the resource after it was created. */
  listed?: true
}

/** An accepted response, and the request that it answers. */
export interface ShownTo {
  operation: OperationId | undefined
  /** The name of the token of the request. */
  token: string | undefined
  json: unknown
  /** The body of the request. */
  asked?: unknown
}

/** All resources that a run has created or seen, by id. */
export type KnownResources = ReadonlyMap<string, Known>

/** Learns from one more accepted response. */
export function learnFrom(known: Map<string, Known>, { operation, token, json, asked }: ShownTo): void {
  if (operation?.startsWith('list-')) learnFromPage(known, json)
  const shown = resourceShown(operation, json)
  if (!shown) return
  const { id, kind, fields } = shown
  const isNew = operation?.startsWith('create-') === true && token !== undefined
  const quoteId = quoteIn(asked)
  known.set(id, {
    ...known.get(id),
    kind,
    id,
    shownTo: [...new Set([...(known.get(id)?.shownTo ?? []), ...(token === undefined ? [] : [token])])],
    ...(isNew ? { createdWith: token } : {}),
    ...textIn(fields, 'receiver'),
    ...textIn(fields, 'createdAt'),
    ...textIn(fields, 'expiresAt'),
    ...(quoteId === undefined ? {} : { quoteId }),
    ...(hasReceived(fields) ? { hasReceived: true } : {}),
    ...(fields['completed'] === true ? { completed: true } : {}),
  })
}

/** Learns when a receiver expires that was created for the run. Who reads it later may not be shown that. */
export function learnOfReceiver(known: Map<string, Known>, { url, expiresAt }: Receiver): void {
  if (expiresAt === undefined || known.has(url)) return
  known.set(url, { kind: 'incoming-payment', id: url, shownTo: [], expiresAt })
}

/** Counts the requests to pay a quote that are under way. */
export function countPaying(known: Map<string, Known>, body: unknown, more: 1 | -1): void {
  const quote = known.get(quoteIn(body) ?? '')
  if (quote) quote.paying = Math.max(0, (quote.paying ?? 0) + more)
}

/** Marks the quote of a payment request that was not refused as paid. */
export function learnOfPayment(known: Map<string, Known>, body: unknown): void {
  const quote = known.get(quoteIn(body) ?? '')
  if (quote) quote.paid = true
}

const quoteIn = (body: unknown): string | undefined =>
  isObject(body) && typeof body['quoteId'] === 'string' ? body['quoteId'] : undefined

const learnFromPage = (known: Map<string, Known>, json: unknown): void => {
  const items = isObject(json) && Array.isArray(json['result']) ? json['result'] : []
  for (const item of items) {
    const one = isObject(item) && typeof item['id'] === 'string' ? known.get(item['id']) : undefined
    if (one) one.listed = true
  }
}

const textIn = <N extends 'receiver' | 'createdAt' | 'expiresAt'>(
  fields: Record<string, unknown>,
  name: N,
): { [K in N]?: string } => {
  const value = fields[name]
  return typeof value === 'string' ? ({ [name]: value } as { [K in N]?: string }) : {}
}

const hasReceived = ({ receivedAmount }: Record<string, unknown>): boolean =>
  isObject(receivedAmount) && /^0*[1-9]/.test(asText(receivedAmount['value']))
