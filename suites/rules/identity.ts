import { createMemory } from '../../src/check/memory.ts'
import type { PassiveCheck, Seen, Shown } from '../../src/check/passive.ts'
import { type Observed, type ResourceKind, resourcesIn } from '../../src/check/resource.ts'
import { lastSegment } from '../../src/wire/path-segment.ts'
import { anIncomingPayment, anOutgoingPayment, creatingQuote, readingQuote } from '../operations.ts'
import { comparable } from './settled.ts'

const kinds: readonly ResourceKind[] = ['quote', 'outgoing-payment', 'incoming-payment']

const unique = 'service.ids.unique'

const settled = ['walletAddress', 'receiver', 'debitAmount', 'receiveAmount', 'createdAt']

/** What tells one resource from another that was made alike. */
const whatItIs = ({ kind, fields }: Observed): string =>
  [kind, ...settled.map((name) => comparable(fields[name]))].join(' ')

/**
 * A server may answer a request that is repeated with what it made before, so an id that comes again is another's only
 * where something settled differs.
 */
export const idsAreUnique: PassiveCheck = {
  id: 'rules/ids-are-unique',
  title: 'No two resources have the same id',
  notices: 'quotes-share-their-ids',
  claims: () => [unique],
  operations: ['create-quote', 'create-outgoing-payment', 'create-incoming-payment'],
  needs: creatingQuote.needs,
  start: () => {
    const known = createMemory<Known>()
    return (seen) =>
      kinds
        .flatMap((kind) => resourcesIn(seen, kind))
        .flatMap((resource) => {
          const before = known.get(resource.id)
          const now = { what: whatItIs(resource), number: seen.exchange.number }
          known.set(resource.id, before ?? now)
          return isMade(seen) ? [shownOfId(resource.id, before, now)] : []
        })
  },
}

const isMade = ({ exchange: { operation } }: Seen): boolean => operation?.startsWith('create-') ?? false

/** What has an id, and the number of the exchange that showed it first. */
interface Known {
  what: string
  number: number
}

const shownOfId = (id: string, before: Known | undefined, now: Known): Shown => {
  const held = before === undefined || before.what === now.what
  return {
    requirement: unique,
    resource: id,
    ...(before ? { earlier: before.number } : {}),
    held,
    want: 'an id that no other resource has',
    got: held ? 'a new one' : `${id}, which is that of another: ${before.what}`,
  }
}

interface Reading {
  id: string
  title: string
  notices: string
  verifies: string
  kind: ResourceKind
  /** Those that show ids, and the one that reads by them. */
  shows: PassiveCheck['operations']
  reads: PassiveCheck['operations'][number]
  needs: PassiveCheck['needs']
  otherwise?: string
  shownBy: readonly string[]
}

/** An id that was shown, asked for by its last segment, is the id of what comes. */
const readByItsId = ({ verifies, kind, shows, reads, ...named }: Reading): PassiveCheck => ({
  ...named,
  claims: () => [verifies],
  operations: [...shows, reads],
  start: () => {
    const shown = createMemory<{ id: string; number: number }>()
    return (seen) => {
      const { operation, request } = seen.exchange
      const found = resourcesIn(seen, kind)
      const asked = operation === reads ? shown.get(lastSegment(request.url)) : undefined
      if (asked === undefined)
        for (const { id } of found) shown.set(lastSegment(id), { id, number: seen.exchange.number })
      return asked === undefined
        ? []
        : found.map(({ id }) => ({
            requirement: verifies,
            resource: asked.id,
            earlier: asked.number,
            held: id === asked.id,
            want: `id ${asked.id}`,
            got: `id ${id}`,
          }))
    }
  },
})

export const quoteIsReadByItsId = readByItsId({
  id: 'rules/quote-read-by-its-id',
  title: "What is read by the last segment of a quote's id is that quote",
  notices: 'get-quote:id:wrong-format',
  verifies: 'quote.id.readable',
  kind: 'quote',
  shows: ['create-quote'],
  reads: 'get-quote',
  needs: readingQuote.needs,
  shownBy: ['ids/quote-is-read-back'],
})

export const incomingPaymentIsReadByItsId = readByItsId({
  id: 'rules/incoming-payment-read-by-its-id',
  title: "What is read by the last segment of an incoming payment's id is that incoming payment",
  notices: 'get-incoming-payment:id:wrong-format',
  verifies: 'incoming-payment.id.readable',
  kind: 'incoming-payment',
  shows: ['create-incoming-payment', 'list-incoming-payments'],
  reads: 'get-incoming-payment',
  needs: {},
  otherwise: anIncomingPayment,
  shownBy: ['ids/incoming-payments-are-read-back'],
})

export const outgoingPaymentIsReadByItsId = readByItsId({
  id: 'rules/outgoing-payment-read-by-its-id',
  title: "What is read by the last segment of an outgoing payment's id is that outgoing payment",
  notices: 'get-outgoing-payment:id:wrong-format',
  verifies: 'outgoing-payment.id.readable',
  kind: 'outgoing-payment',
  shows: ['create-outgoing-payment', 'list-outgoing-payments'],
  reads: 'get-outgoing-payment',
  needs: {},
  otherwise: anOutgoingPayment,
  shownBy: ['ids/outgoing-payments-are-read-back'],
})
