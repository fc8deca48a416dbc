import { badRequest, notFound, type Shown } from '../../core/answer.ts'
import type { OperationId } from '../../core/operations.ts'
import type { IncomingOrder } from '../../state/orders.ts'
import type { IncomingPayment } from '../../state/resources.ts'
import type { Stored } from '../../state/store.ts'
import type { Behaviour, Context, World } from '../../state/world.ts'
import type { Fault } from '../fault.ts'
import { everywhere } from '../metadata.ts'

const operation = 'create-incoming-payment'

/** An incoming payment that is made otherwise than asked for. */
const madeOtherwise = (
  id: string,
  about: string,
  says: string,
  alter: (order: IncomingOrder) => Partial<IncomingOrder>,
): Fault => ({
  id,
  breaks: `${operation}.${about}`,
  says,
  source: 'behaviour',
  override: ({ makeIncomingPayment }: Behaviour) => ({
    makeIncomingPayment: (world, order, client) =>
      makeIncomingPayment(world, { ...order, ...alter(order) }, client),
  }),
})

const shownOtherwise = (id: string, about: string, says: string, alter: (shown: Shown) => Shown): Fault => ({
  id,
  breaks: `${operation}.${about}`,
  says,
  source: 'behaviour',
  operations: [operation],
  override: ({ answered }: Behaviour) => ({
    answered: (answer, of) => {
      const whole = answered(answer, of)
      const body = whole.body as Shown
      return of === operation ? { ...whole, body: { ...body, ...alter(body) } } : whole
    },
  }),
})

const refused = (
  id: string,
  operations: readonly OperationId[],
  breaks: string,
  says: string,
  isRefused: (context: Context) => boolean,
): Fault => ({
  id,
  breaks,
  says,
  source: 'behaviour',
  extraGuards: [
    {
      id,
      family: 'rule',
      requirement: breaks,
      operations,
      refuses: (context) => {
        if (!isRefused(context)) return undefined
        return operations.includes(operation) ? badRequest(says) : notFound(says)
      },
    },
  ],
})

/** Whether it was made by a client, and not there from the beginning. */
const isMade = (world: World, { kind, createdAt }: IncomingPayment): boolean =>
  kind === 'own' && createdAt >= world.beginning

const hasAll = ({ incomingAmount, expiresAt, metadata }: Context['subject']): boolean =>
  incomingAmount !== undefined && expiresAt !== undefined && metadata !== undefined

const hasNone = ({ incomingAmount, expiresAt, metadata }: Context['subject']): boolean =>
  incomingAmount === undefined && expiresAt === undefined && metadata === undefined

const rounded = (value: bigint): bigint => BigInt(Number(value))

const asAsked: readonly Fault[] = [
  madeOtherwise(
    'incoming-amount-ignored',
    'incoming-amount.kept',
    'The requested incomingAmount is ignored',
    () => ({ incomingAmount: undefined }),
  ),
  madeOtherwise(
    'incoming-amount-altered',
    'incoming-amount.kept',
    'The incomingAmount of an incoming payment is one unit more than requested',
    ({ incomingAmount: asked }) => (asked ? { incomingAmount: { ...asked, value: asked.value + 1n } } : {}),
  ),
  madeOtherwise(
    'incoming-amount-loses-digits',
    'incoming-amount.kept',
    'A requested incomingAmount above 2^53 loses digits',
    ({ incomingAmount: asked }) =>
      asked ? { incomingAmount: { ...asked, value: rounded(asked.value) } } : {},
  ),
  madeOtherwise('expires-at-ignored', 'expires-at.kept', 'The requested expiresAt is ignored', () => ({
    expiresAt: undefined,
  })),
  madeOtherwise(
    'expires-at-a-minute-early',
    'expires-at.kept',
    'An incoming payment expires one minute before the requested expiresAt',
    ({ expiresAt }) => (expiresAt === undefined ? {} : { expiresAt: expiresAt - 60_000 }),
  ),
  madeOtherwise(
    'incoming-metadata-altered',
    'metadata.kept',
    'Values in the metadata of an incoming payment come back as strings',
    ({ metadata }) => ({ metadata: metadata && textsOf(metadata) }),
  ),
  madeOtherwise(
    'incoming-metadata-normalized',
    'metadata.odd-kept',
    'Strings in the metadata of an incoming payment come back in Unicode normal form NFC',
    ({ metadata }) => ({ metadata: metadata && Object(normalized(metadata)) }),
  ),
]

const normalized = everywhere((value) => (typeof value === 'string' ? value.normalize('NFC') : value))

const textsOf = (metadata: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, JSON.stringify(value)]))

const states: readonly Fault[] = [
  shownOtherwise(
    'created-with-something-received',
    'nothing-received',
    'A new incoming payment shows a receivedAmount of 1',
    ({ receivedAmount }) => ({ receivedAmount: { ...Object(receivedAmount), value: '1' } }),
  ),
  shownOtherwise(
    'created-completed',
    'not-completed',
    'A new incoming payment shows completed as true',
    () => ({ completed: true }),
  ),
  {
    id: 'created-incoming-payment-not-listed',
    breaks: 'list.complete',
    says: 'An incoming payment that a client created is not listed',
    source: 'behaviour',
    override: ({ listed }: Behaviour) => ({
      listed: (store, wallet, token) =>
        listed(store, wallet, token).filter(
          (item: Stored & Partial<IncomingPayment>) => item.kind !== 'own' || item.client === undefined,
        ),
    }),
  },
]

export const creationFaults: readonly Fault[] = [
  ...asAsked,
  ...states,
  refused(
    'created-incoming-payment-not-readable',
    ['get-incoming-payment'],
    'incoming-payment.id.readable',
    'An incoming payment that a client created cannot be read',
    ({ world, subject: { incomingPayment } }) =>
      incomingPayment !== undefined && isMade(world, incomingPayment),
  ),
  refused(
    'plain-incoming-payment-refused',
    [operation],
    `${operation}.accepts.plain`,
    'A request for an incoming payment with nothing but a walletAddress is refused',
    ({ subject }) => hasNone(subject),
  ),
  refused(
    'full-incoming-payment-refused',
    [operation],
    `${operation}.accepts.full`,
    'A request for an incoming payment with incomingAmount, expiresAt and metadata is refused',
    ({ subject }) => hasAll(subject),
  ),
]

export const resourceFaults: readonly Fault[] = [
  {
    id: 'payment-with-updated-at',
    breaks: 'outgoing-payment.updated-at.absent',
    says: 'Outgoing payments have an updatedAt',
    source: 'behaviour',
    override: ({ showOutgoingPayment }) => ({
      showOutgoingPayment: (world, payment) => {
        const shown = showOutgoingPayment(world, payment)
        return { ...shown, updatedAt: shown.createdAt }
      },
    }),
  },
]
