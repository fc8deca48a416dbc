import { amountOf } from '../core/amounts.ts'
import type { Random } from '../core/random.ts'
import { secret } from '../core/random.ts'
import { durationOf } from '../core/time.ts'
import { coinOf } from '../state/assets.ts'
import type { IncomingPaymentFixture } from '../state/fixtures.ts'
import type { IncomingPayment, IncomingPaymentKind, Wallet } from '../state/resources.ts'

/** What an incoming payment is made of beside its fixture. */
interface Making {
  kind: IncomingPaymentKind
  wallet: Wallet
  /** From when `expiresIn` counts. */
  now: number
  createdAt: number
  updatedAt: number
  random: Random
  newId: (random: Random) => string
}

/** The incoming payment of a fixture; what that does not say, the kind decides. */
export function incomingPaymentOf(
  { id, expiresIn, metadata, ...fixture }: IncomingPaymentFixture,
  { kind, wallet, now, createdAt, updatedAt, random, newId }: Making,
): IncomingPayment {
  const own = id ?? newId(random)
  const { incoming, received } = amountsOf(fixture, kind, 5n * coinOf(wallet.asset))
  const full = incoming !== undefined && received >= incoming
  return {
    id: own,
    kind,
    wallet,
    ...(incoming !== undefined && { incomingAmount: amountOf(incoming, wallet.asset) }),
    receivedAmount: amountOf(received, wallet.asset),
    completed: fixture.completed ?? (kind === 'completed' || full),
    expiresAt: now + (durationOf(expiresIn ?? lifetimes[kind] ?? '30d') ?? 0),
    ...(metadata && { metadata }),
    createdAt,
    updatedAt,
    ...paymentMethodOf(wallet, own, random),
  }
}

/** How an incoming payment of that id can be paid. */
export function paymentMethodOf(
  { name }: Wallet,
  id: string,
  random: Random,
): Pick<IncomingPayment, 'ilpAddress' | 'sharedSecret'> {
  return {
    // Other characters are none of an ILP address.
    ilpAddress: `test.mock.${name}.${id.replace(/[^A-Za-z0-9_~-]/g, '~')}`,
    sharedSecret: secret(random),
  }
}

const lifetimes: Partial<Record<IncomingPaymentKind, string>> = { expired: '-1h', expiring: '1d' }

type Amounts = Pick<IncomingPaymentFixture, 'incomingAmount' | 'receivedAmount'>

const amountsOf = (
  { incomingAmount, receivedAmount }: Amounts,
  kind: IncomingPaymentKind,
  usual: bigint,
): { incoming: bigint | undefined; received: bigint } => {
  const asked = kind === 'fixed' ? usual : undefined
  const incoming = incomingAmount === undefined ? asked : BigInt(incomingAmount)
  const paid = kind === 'completed' ? (incoming ?? usual) : 0n
  return { incoming, received: receivedAmount === undefined ? paid : BigInt(receivedAmount) }
}
