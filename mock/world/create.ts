import { type Asset, amountOf } from '../core/amounts.ts'
import { MockConfigurationError } from '../core/errors.ts'
import type { ProfileName } from '../core/operations.ts'
import type { Random } from '../core/random.ts'
import { secret } from '../core/random.ts'
import { durationOf } from '../core/time.ts'
import { incomingPaymentOf } from '../incoming-payments/from-fixture.ts'
import { historyOf } from '../outgoing-payments/history.ts'
import { ratesOf } from '../state/assets.ts'
import { clientOf, createClient } from '../state/clients.ts'
import {
  type Fixtures,
  type KeyFixture,
  payableBy,
  type TokenFixture,
  type WalletFixture,
} from '../state/fixtures.ts'
import { ledgerOf } from '../state/ledger.ts'
import { incomingPaymentUrl } from '../state/lookup.ts'
import type { Client, IncomingPayment, Limits, Token, TokenKind, Wallet } from '../state/resources.ts'
import { noGrants } from '../state/resources.ts'
import { createStore, type Store, type Stored } from '../state/store.ts'
import type { Behaviour, World } from '../state/world.ts'

interface GivenWorld {
  publicUrl: string
  now: () => number
  random: Random
  fixtures: Fixtures
  /** Beside those of the fixtures; no token is bound to them in the beginning. */
  clientKeys?: readonly KeyFixture[]
  profile: ProfileName
}

/** The world that begins with these fixtures. */
export function createWorld(given: GivenWorld, behaviour: Behaviour): World {
  const { publicUrl, now, random, fixtures, clientKeys = [], profile } = given
  const beginning = now()
  const wallets = walletsOf(fixtures)
  const wallet = (name: string): Wallet => known(wallets.get(name), name)
  const keys = new Map(fixtures.keys.map((key) => [key.kid, clientOf(key, random)]))
  const clients = rolesOf([...keys.values()], random)
  const client = (kid?: string): Client => (kid === undefined ? clients.signing : known(keys.get(kid), kid))
  const tokens = tokensOf(fixtures, { beginning, wallet, client, random })
  const { newId } = behaviour
  const times = { now: beginning, createdAt: beginning - day, updatedAt: beginning - 2 * hour }
  const making = { ...times, random, newId }
  const own = fixtures.incomingPayments.map((each) =>
    incomingPaymentOf(each, { ...making, kind: 'own', wallet: wallet(each.wallet) }),
  )
  const receivers = fixtures.receivers.map((each) =>
    incomingPaymentOf(each, { ...making, kind: each.kind, wallet: wallet(each.wallet) }),
  )
  const histories = payersIn(fixtures, tokens).map((each) =>
    historyOf(each, receivers, beginning, () => newId(random)),
  )
  const payments = histories.flatMap(({ payments: paid }) => paid)
  const world: World = {
    ...behaviour,
    profile,
    publicUrl,
    now,
    beginning,
    random,
    rates: ratesOf(fixtures.assets),
    wallets,
    keys: withFurther(keys, clientKeys, random),
    clients,
    tokens: new Map(tokens.map((token) => [token.value, token])),
    grants: noGrants(),
    quotes: stored(histories.flatMap(({ quotes }) => quotes)),
    incomingPayments: stored([...own, ...receivers]),
    outgoingPayments: stored(payments),
    ledger: ledgerOf(payments),
    peers: () => [],
  }
  limitToReceivers(world, fixtures, tokens, receivers)
  return world
}

/** Completes the limits of tokens that may pay into one receiver only. */
const limitToReceivers = (
  world: World,
  fixtures: Fixtures,
  tokens: readonly Token[],
  receivers: readonly IncomingPayment[],
): void => {
  for (const [
    at,
    {
      wallets: [first],
      receiver: kind,
    },
  ] of fixtures.tokens.entries()) {
    const [token, wallet] = [tokens[at], fixtures.wallets.find(({ name }) => name === first)]
    const payable = kind && wallet && payableBy(wallet, kind, fixtures)
    const receiver = payable && receivers[fixtures.receivers.indexOf(payable)]
    if (!token || !receiver) continue
    token.limits = {
      ...token.limits,
      // The public URL may not be known yet.
      get receiver() {
        return incomingPaymentUrl(world, receiver)
      },
    }
  }
}

const hour = 3_600_000
const day = 24 * hour

const walletsOf = ({ wallets, assets }: Fixtures): ReadonlyMap<string, Wallet> =>
  new Map(wallets.map((wallet) => [wallet.name, walletOf(wallet, assets)]))

const walletOf = ({ name, assetCode }: WalletFixture, assets: Fixtures['assets']): Wallet => {
  const asset = assets.find((each) => each.assetCode === assetCode)
  return { name, asset: { assetCode, assetScale: known(asset, assetCode).assetScale } }
}

/** A kid names one key. */
const withFurther = (
  keys: ReadonlyMap<string, Client>,
  further: readonly KeyFixture[],
  random: Random,
): ReadonlyMap<string, Client> => {
  const all = new Map(keys)
  for (const key of further) {
    if (all.has(key.kid)) {
      throw new MockConfigurationError(
        'ERR_CLIENT_KEY',
        `The mock already has a key "${key.kid}". Give the key of the client a different kid`,
      )
    }
    all.set(key.kid, clientOf(key, random))
  }
  return all
}

/** The clients in their order; for a part that nobody has, one is made up whom the world does not know. */
const rolesOf = ([signing, otherClient, otherKey]: readonly Client[], random: Random): World['clients'] => ({
  signing: signing ?? createClient('client-key-1', random),
  otherClient: otherClient ?? createClient('client-key-2', random),
  otherKey: otherKey ?? createClient('client-key-3', random),
})

/** The full tokens of the wallets that have paid before. */
const payersIn = ({ wallets }: Fixtures, tokens: readonly Token[]): Token[] =>
  wallets.flatMap(({ name, history }) => {
    const full = tokens.find(({ kind, wallets: [its] }) => kind === 'full' && its.name === name)
    return history && full ? [full] : []
  })

/** Fixtures from a file were looked through when it was read. */
const known = <T>(found: T | undefined, name: string): T => {
  if (found === undefined) throw new Error(`The fixtures refer to ${name}, but do not define it`)
  return found
}

const stored = <T extends Stored>(resources: readonly T[]): Store<T> => {
  const store = createStore<T>()
  for (const resource of resources) store.add(resource)
  return store
}

/** What the tokens of a world refer to. */
interface Ground {
  /** When the world begins. */
  beginning: number
  wallet: (name: string) => Wallet
  client: (kid: string | undefined) => Client
  random: Random
}

/** The tokens of the fixtures; a wallet that no token has all rights on gets one of the mock's making. */
function tokensOf({ wallets, tokens }: Fixtures, ground: Ground): Token[] {
  const ownerOf = (name: string): TokenFixture | undefined =>
    tokens.find((token) => token.wallets[0] === name && isWhole(token))
  const ownerless = wallets.filter(({ name }) => !ownerOf(name)).map(({ name }) => ({ wallets: [name] }))
  return [...tokens, ...ownerless].map((token) =>
    tokenOf(token, kindOf(token, ownerOf(token.wallets[0] ?? '')), ground),
  )
}

const tokenOf = (
  {
    value,
    key,
    wallets,
    rights = everything,
    expiresIn,
    ownOnly,
    revoked,
    rotated,
    ...limited
  }: TokenFixture,
  kind: TokenKind,
  { beginning, wallet, client, random }: Ground,
): Token => {
  const [first = '', ...further] = wallets
  const limits = limitsOf(limited, wallet(first).asset)
  return {
    value: value ?? secret(random, 24),
    kind,
    client: client(key),
    wallets: [wallet(first), ...further.map(wallet)],
    rights,
    ...(ownOnly && { ownOnly }),
    ...(expiresIn !== undefined && { expiresAt: beginning + (durationOf(expiresIn) ?? 0) }),
    ...(revoked && { revoked }),
    ...(rotated && { rotated }),
    ...(limits && { limits }),
  }
}

type LimitsFixture = Pick<TokenFixture, 'debitLimit' | 'receiveLimit' | 'interval'>

/** Without the receiver, which is made later. */
const limitsOf = (
  { debitLimit, receiveLimit, interval }: LimitsFixture,
  asset: Asset,
): Limits | undefined => {
  if (debitLimit === undefined && receiveLimit === undefined) return undefined
  return {
    ...(debitLimit !== undefined && { debitAmount: amountOf(BigInt(debitLimit), asset) }),
    ...(receiveLimit !== undefined && { receiveAmount: amountOf(BigInt(receiveLimit), asset) }),
    ...(interval !== undefined && { interval }),
  }
}

const everything = ['create', 'read'] as const

/** The place of a target file that a token fits, where that owner's is the full one. */
const kindOf = (token: TokenFixture, owner: TokenFixture = token): TokenKind => {
  const { rights = everything, wallets, revoked, rotated } = token
  if (revoked) return 'revoked'
  if (rotated) return 'rotated'
  if (isExpired(token)) return 'expired'
  if (token.key !== owner.key) return isWhole(token) ? 'otherClient' : 'further'
  if (rights.length === 2 && !token.ownOnly) return kindByLimit(token)
  if (isLimited(token) || rights.length === 0) return 'further'
  if (token.ownOnly) return 'ownOnly'
  if (rights.includes('create')) return 'writeOnly'
  return wallets.length === 1 ? 'readOnly' : 'receivers'
}

const kindByLimit = ({ debitLimit, receiveLimit, interval, receiver }: TokenFixture): TokenKind => {
  if (receiver !== undefined) return 'limitedToReceiver'
  if (interval !== undefined) return 'limitedPerInterval'
  if (receiveLimit !== undefined) return 'limitedReceive'
  return debitLimit === undefined ? 'full' : 'limited'
}

const isLimited = (token: TokenFixture): boolean => kindByLimit(token) !== 'full'

const isExpired = ({ expiresIn }: TokenFixture): boolean => expiresIn?.startsWith('-') ?? false

/** Alive, and free to do everything. */
const isWhole = (token: TokenFixture): boolean => {
  const { rights = everything, revoked = false, rotated = false } = token
  return (
    rights.length === 2 && !token.ownOnly && !revoked && !rotated && !isLimited(token) && !isExpired(token)
  )
}
