import { createPublicKey, generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto'
import type { Token } from './access.ts'
import { clockBy } from './clock.ts'
import { serials } from './ids.ts'
import { newIncomingPayment } from './incoming.ts'
import { type Amount, type Asset, dinar, yen } from './money.ts'
import type { Profile } from './profile.ts'
import { base, type Served } from './server.ts'
import { type IncomingPayment, Store, type Wallet } from './store.ts'

type KeyName = 'client' | 'otherKey' | 'otherClient'

type TokenName =
  | 'full'
  | 'readOnly'
  | 'writeOnly'
  | 'expired'
  | 'revoked'
  | 'rotated'
  | 'ownOnly'
  | 'limited'
  | 'limitedPerInterval'
  | 'limitedReceive'
  | 'limitedToReceiver'
  | 'otherClient'
  | 'otherWallet'
  | 'receivers'

export type ReceiverKind = 'open' | 'fixed' | 'otherAsset' | 'expired' | 'expiring' | 'completed' | 'failing'

/** A server that has just begun, with everything that its clients need to know of it. */
export interface World extends Served {
  baseUrl: string
  wallets: Wallets
  keys: Record<KeyName, JsonWebKey>
  tokenOf: Record<TokenName, string>
  receivers: Record<ReceiverKind, IncomingPayment[]>
}

/** Ada and Bob pay; Cleo and Dan receive. */
type Wallets = Record<'ada' | 'bob' | 'cleo' | 'dan', Wallet>

interface Beginning {
  profile: Profile
  real: () => number
  /** Milliseconds from a payment's creation until it is settled. */
  settleAfter: number
  /** Receivers of each kind. */
  receivers: number
}

const hour = 3_600_000
const fixedAmount: Amount = { value: 500n, asset: dinar }
/** The amount that a limited token may spend. */
export const tokenLimit = 500n

/** The periods of the token with periods. It may spend its limit in each of them. */
export const tokenInterval = 'R/1970-01-01T00:00:00Z/P30D'

export const newWorld =
  ({ profile, real, settleAfter, receivers: count }: Beginning) =>
  (origin: string): World => {
    const clock = clockBy(real)
    const { now } = clock
    const store = new Store(now, settleAfter)
    const service = { profile, store, clock, now, newId: serials(), authServer: `${origin}/grants` }
    const wallets = {
      ada: newWallet(`${origin}/~ada`, dinar),
      bob: newWallet(`${origin}/~bob`, dinar),
      cleo: newWallet(`${origin}/~cleo`, dinar),
      dan: newWallet(`${origin}/~dan`, yen),
    }
    const receivers = newReceivers(service, wallets, count)
    const access = newAccess(now(), wallets, receivers)
    return { ...service, origin, baseUrl: origin + base, wallets, receivers, ...access }
  }

const newWallet = (url: string, asset: Asset): Wallet => ({
  url,
  asset,
  balance: 2n ** 64n - 1n,
  outgoing: [],
  incoming: [],
})

type Receiving = Pick<World, 'store' | 'now' | 'newId'>

/** Creates this many receivers of each kind, and some on the wallet under test, so that it has a list. */
const newReceivers = (service: Receiving, { ada, cleo, dan }: Wallets, count: number): World['receivers'] => {
  const several = (owner: Wallet, change?: Partial<IncomingPayment>): IncomingPayment[] =>
    Array.from({ length: count }, () => newReceiver(service, owner, change))
  for (const order of [1, 2, 3, 4, 5, 6]) newReceiver(service, ada, { metadata: `{"order":${order}}` })
  return {
    open: several(cleo),
    fixed: several(cleo, { incomingAmount: fixedAmount }),
    otherAsset: several(dan),
    expired: several(cleo, { expiresAt: service.now() - hour / 2 }),
    expiring: several(cleo, { expiresAt: service.now() + hour / 4 }),
    completed: several(cleo, { incomingAmount: fixedAmount, received: fixedAmount.value, completed: true }),
    failing: several(cleo, { unreachable: true }),
  }
}

/** Creates a receiver that is an hour old. */
const newReceiver = (
  service: Receiving,
  owner: Wallet,
  change: Partial<IncomingPayment> = {},
): IncomingPayment => {
  const createdAt = service.now() - hour
  const expiresAt = service.now() + 24 * hour
  return newIncomingPayment(service, owner, { createdAt, updatedAt: createdAt, expiresAt, ...change })
}

/** The keys of two clients, one of which has two, and tokens of all kinds. */
const newAccess = (
  now: number,
  { ada, bob, cleo, dan }: Wallets,
  { open: [only] }: World['receivers'],
): Pick<World, 'keys' | 'tokens' | 'tokenOf'> => {
  const keys = { client: newKey('ada-laptop'), otherKey: newKey('ada-phone'), otherClient: newKey('till 7') }
  const tokens = new Map<string, Token>()
  const issue = (change: Partial<Token> = {}, key = keys.client): string => {
    const value = randomBytes(24).toString('base64url')
    tokens.set(value, { ...newToken(ada, key), ...change })
    return value
  }
  const tokenOf = {
    full: issue(),
    readOnly: issue({ creates: false }),
    writeOnly: issue({ reads: false }),
    expired: issue({ endsAt: now - hour }),
    revoked: issue(),
    rotated: issue(),
    ownOnly: issue({ creates: false, ownOnly: true }),
    limited: issue({ limit: tokenLimit }),
    limitedPerInterval: issue({ limit: tokenLimit, each: 720 * hour }),
    limitedReceive: issue({ receiveLimit: tokenLimit }),
    limitedToReceiver: issue({ only }),
    otherClient: issue({}, keys.otherClient),
    otherWallet: issue({ wallet: bob }),
    receivers: issue({ wallet: cleo, creates: false, alsoReads: [dan] }),
  }
  tokens.delete(tokenOf.revoked)
  tokens.delete(tokenOf.rotated)
  // The server knows a key by a token that is bound to it.
  issue({}, keys.otherKey)
  return { keys, tokens, tokenOf }
}

const newToken = (wallet: Wallet, key: JsonWebKey): Token => ({
  wallet,
  key: { id: String(key['kid']), key: createPublicKey({ key, format: 'jwk' }) },
  reads: true,
  creates: true,
  alsoReads: [],
  ownOnly: false,
  endsAt: Number.POSITIVE_INFINITY,
  limit: undefined,
  each: undefined,
  period: 0,
  receiveLimit: undefined,
  only: undefined,
  spent: 0n,
  promised: 0n,
  debited: 0n,
  delivered: new Map(),
})

const newKey = (kid: string): JsonWebKey => ({
  ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }),
  kid,
  alg: 'EdDSA',
})
