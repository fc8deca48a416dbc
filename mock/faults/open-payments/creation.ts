import type { Answer, Shown } from '../../core/answer.ts'
import { asObject, asText } from '../../core/json.ts'
import type { OperationId } from '../../core/operations.ts'
import type { IncomingOrder } from '../../state/orders.ts'
import type { IncomingPayment, Stored } from '../../state/resources.ts'
import type { Context, World } from '../../state/world.ts'
import { everyText } from '../answers/altered-values.ts'
import { type Defect, faultBy, faultsBy } from '../fault.ts'
import { tooMuch } from '../requests/too-much.ts'

const operation = 'create-incoming-payment'

/** Returns true if a client created the incoming payment, and false if the world began with it. */
const isMade = (world: World, { kind, createdAt }: IncomingPayment): boolean =>
  kind === 'own' && createdAt >= world.beginning

const hasAll = ({ incomingAmount, expiresAt, metadata }: Context['subject']): boolean =>
  incomingAmount !== undefined && expiresAt !== undefined && metadata !== undefined

const hasNone = ({ incomingAmount, expiresAt, metadata }: Context['subject']): boolean =>
  incomingAmount === undefined && expiresAt === undefined && metadata === undefined

const withAmount =
  (change: (value: bigint) => bigint) =>
  (order: IncomingOrder): IncomingOrder => {
    const { incomingAmount: asked } = order
    return asked ? { ...order, incomingAmount: { ...asked, value: change(asked.value) } } : order
  }

const normalized = everyText((text) => text.normalize('NFC'))

const textsOf = (metadata: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, JSON.stringify(value)]))

/** Changes fields in the response to a creation only. The stored resource is right. */
const shown =
  (alter: (shown: Shown) => Shown) =>
  (whole: Answer, _answer: Answer, of: OperationId): Answer => {
    const body = whole.body as Shown
    return of === operation ? { ...whole, body: { ...body, ...alter(body) } } : whole
  }

/** Faults that create an incoming payment other than as requested. */
const asAsked = faultsBy('incomingPayments', 'make', {
  'incoming-amount-ignored': {
    breaks: `${operation}.incoming-amount.kept`,
    says: 'The requested incomingAmount is ignored',
    takes: (order) => ({ ...order, incomingAmount: undefined }),
  },
  'incoming-amount-altered': {
    breaks: `${operation}.incoming-amount.kept`,
    says: 'The incomingAmount of an incoming payment is one unit more than requested',
    takes: withAmount((value) => value + 1n),
  },
  'incoming-amount-loses-digits': {
    breaks: `${operation}.incoming-amount.kept`,
    says: 'A requested incomingAmount above 2^53 loses digits',
    takes: withAmount((value) => BigInt(Number(value))),
  },
  'expires-at-ignored': {
    breaks: `${operation}.expires-at.kept`,
    says: 'The requested expiresAt is ignored',
    takes: (order) => ({ ...order, expiresAt: undefined }),
  },
  'expires-at-a-minute-early': {
    breaks: `${operation}.expires-at.kept`,
    says: 'An incoming payment expires one minute before the requested expiresAt',
    takes: (order) => ({ ...order, expiresAt: order.expiresAt && order.expiresAt - 60_000 }),
  },
  'incoming-metadata-altered': {
    breaks: `${operation}.metadata.kept`,
    says: 'Values in the metadata of an incoming payment come back as strings',
    takes: (order) => ({ ...order, metadata: order.metadata && textsOf(order.metadata) }),
  },
  'incoming-metadata-normalized': {
    breaks: `${operation}.metadata.odd-kept`,
    says: 'Strings in the metadata of an incoming payment come back in Unicode normal form NFC',
    takes: (order) => ({ ...order, metadata: order.metadata && Object(normalized(order.metadata)) }),
  },
})

/** Reads the expiry of an incoming payment as if its time were in UTC. */
const withoutOffset = (json: unknown): unknown => {
  const body = asObject(json)
  const expiresAt = asText(body?.expiresAt)
  return expiresAt === undefined ? json : { ...body, expiresAt: expiresAt.replace(/[+-]\d\d:\d\d$/, 'Z') }
}

const states: readonly Defect[] = [
  faultBy('requests', 'readBody', {
    id: 'expires-at-offset-ignored',
    breaks: `${operation}.expires-at.kept`,
    says: 'An expiresAt with an offset is read as if it had none',
    operations: [operation],
    gives: withoutOffset,
  }),
  ...faultsBy('answers', 'answered', {
    'created-with-something-received': {
      breaks: `${operation}.nothing-received`,
      says: 'A new incoming payment shows a receivedAmount of 1',
      operations: [operation],
      gives: shown(({ receivedAmount }) => ({ receivedAmount: { ...Object(receivedAmount), value: '1' } })),
    },
    'created-completed': {
      breaks: `${operation}.not-completed`,
      says: 'A new incoming payment shows completed as true',
      operations: [operation],
      gives: shown(() => ({ completed: true })),
    },
  }),
  faultBy('lists', 'items', {
    id: 'created-incoming-payment-not-listed',
    breaks: 'list.complete',
    says: 'An incoming payment that a client created is not listed',
    gives: (items: ReadonlyArray<Stored & Partial<IncomingPayment>>) =>
      items.filter((item) => item.kind !== 'own' || item.client === undefined),
  }),
]

export const creationFaults: readonly Defect[] = [
  ...asAsked,
  ...states,
  tooMuch({
    id: 'created-incoming-payment-not-readable',
    breaks: 'incoming-payment.id.readable',
    says: 'An incoming payment that a client created cannot be read',
    operations: ['get-incoming-payment'],
    refusal: { status: 404 },
    isRefused: ({ world, subject: { incomingPayment } }) =>
      incomingPayment !== undefined && isMade(world, incomingPayment),
  }),
  tooMuch({
    id: 'plain-incoming-payment-refused',
    breaks: `${operation}.accepts.plain`,
    says: 'A request for an incoming payment with nothing but a walletAddress is refused',
    operations: [operation],
    isRefused: ({ subject }) => hasNone(subject),
  }),
  tooMuch({
    id: 'full-incoming-payment-refused',
    breaks: `${operation}.accepts.full`,
    says: 'A request for an incoming payment with incomingAmount, expiresAt and metadata is refused',
    operations: [operation],
    isRefused: ({ subject }) => hasAll(subject),
  }),
]

export const resourceFaults: readonly Defect[] = faultsBy('outgoingPayments', 'show', {
  'payment-with-updated-at': {
    breaks: 'outgoing-payment.updated-at.absent',
    says: 'Outgoing payments have an updatedAt',
    gives: (shown) => ({ ...shown, updatedAt: shown.createdAt }),
  },
})
