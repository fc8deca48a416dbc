import { coinOf } from './assets.ts'
import type { Random } from './random.ts'
import { secret, uuid } from './random.ts'
import type { IncomingPayment, IncomingPaymentKind, Wallet } from './resources.ts'
import { amountOf } from './resources.ts'

const hour = 3_600_000
const day = 24 * hour

/** How an incoming payment of the fixtures differs from an open one that nothing was paid into; sizes in coins. */
interface Shape {
  kind: IncomingPaymentKind
  incoming?: bigint
  received?: bigint
  completed?: true
  expiresIn?: number
  metadata?: Record<string, unknown>
}

const repeat = (times: number, shape: Shape): Shape[] => Array.from({ length: times }, () => shape)

const payeeShapes: readonly Shape[] = [
  ...repeat(6, { kind: 'open' }),
  ...repeat(9, { kind: 'fixed', incoming: 5n }),
  ...repeat(3, { kind: 'fixed', incoming: 5n, received: 2n }),
  ...repeat(2, { kind: 'otherAsset' }),
  { kind: 'expired', expiresIn: -hour },
  { kind: 'expired', expiresIn: -hour, incoming: 5n, received: 1n },
  { kind: 'completed', incoming: 5n, received: 5n, completed: true },
  { kind: 'completed', received: 3n, completed: true },
  ...repeat(2, { kind: 'failing' }),
]

const ownShapes: readonly Shape[] = [
  { kind: 'own' },
  { kind: 'own', incoming: 7n, metadata: { description: 'Order 17', lines: [1, 2], paid: false } },
  { kind: 'own', incoming: 7n, received: 4n },
  { kind: 'own', incoming: 7n, received: 7n, completed: true, metadata: { description: 'Order 18' } },
  { kind: 'own', received: 1n, expiresIn: -hour },
]

/** The receivers on a payee's wallet, of every kind. */
export const receiversOn = (wallet: Wallet, now: number, random: Random): IncomingPayment[] =>
  payeeShapes.map((shape) => incomingPayment(wallet, shape, now, random))

/** The incoming payments on a payer's own wallet, to be read and listed. */
export const ownIncomingPayments = (wallet: Wallet, now: number, random: Random): IncomingPayment[] =>
  ownShapes.map((shape) => incomingPayment(wallet, shape, now, random))

const incomingPayment = (wallet: Wallet, shape: Shape, now: number, random: Random): IncomingPayment => {
  const { kind, incoming, received = 0n, completed = false, expiresIn = 30 * day, metadata } = shape
  const id = uuid(random)
  const coins = (count: bigint) => amountOf(count * coinOf(wallet.asset), wallet.asset)
  return {
    id,
    kind,
    wallet,
    ...(incoming !== undefined && { incomingAmount: coins(incoming) }),
    receivedAmount: coins(received),
    completed,
    expiresAt: now + expiresIn,
    ...(metadata && { metadata }),
    createdAt: now - day,
    updatedAt: now - 2 * hour,
    ilpAddress: `test.mock.${wallet.name}.${id}`,
    sharedSecret: secret(random),
  }
}
