import { randomBytes } from 'node:crypto'
import type { IncomingPayment, Store, Wallet } from './store.ts'

interface Making {
  store: Store
  now: () => number
  newId: () => string
}

/** Creates an incoming payment that never expires, apart from the fields in `change`. */
export function newIncomingPayment(
  { store, now, newId }: Making,
  wallet: Wallet,
  change: Partial<IncomingPayment>,
): IncomingPayment {
  const id = newId()
  const createdAt = now()
  const payment: IncomingPayment = {
    id: `${wallet.url}/incoming-payments/${id}`,
    wallet,
    incomingAmount: undefined,
    received: 0n,
    reserved: 0n,
    completed: false,
    secret: randomBytes(32).toString('base64url'),
    unreachable: false,
    metadata: undefined,
    createdAt,
    updatedAt: createdAt,
    expiresAt: Number.POSITIVE_INFINITY,
    ...change,
  }
  wallet.incoming.push(payment)
  store.incoming.set(id, payment)
  return payment
}
