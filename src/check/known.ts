import { asText, isObject } from '../core/json.ts'
import type { OperationId } from '../core/operations.ts'
import { type ResourceKind, resourceShown } from './resource.ts'

/** A resource that a run has made or watched. Kept for each, so no more of it than is asked for later. */
export interface Known {
  kind: ResourceKind
  id: string
  /** Name of the token that it was created with; absent if this run has only read it. */
  createdWith?: string
  /** Names of the tokens to which it was shown by itself: others need not be able to read it. */
  shownTo: readonly string[]
  /** Of a quote or a payment: what it is paid into. */
  receiver?: string
  /** Of a payment: the quote that it was made from. */
  quoteId?: string
  /** Of a quote: a payment was made from it, or may have been where the answer was lost. */
  paid?: true
  createdAt?: string
  expiresAt?: string
  /** Whether an incoming payment has received anything. */
  hasReceived?: true
  /** Whether a list has shown it after it was made. */
  listed?: true
}

/** What an accepted answer shows. */
export interface ShownTo {
  operation: OperationId | undefined
  /** Name of the token that it was asked for with. */
  token: string | undefined
  json: unknown
  /** The body of the request. */
  asked?: unknown
}

/** All that a run has made or watched, by id. */
export type KnownResources = ReadonlyMap<string, Known>

/** Takes one more accepted answer into account. */
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
  })
}

/** Takes into account a request for a payment that was not refused. */
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
