import { MockConfigurationError } from '../core/errors.ts'
import type { Random } from '../core/random.ts'
import { type FixtureContext, incomingPaymentOf } from '../incoming-payments/from-fixture.ts'
import { historyOf } from '../outgoing-payments/history.ts'
import { ratesOf } from '../state/assets.ts'
import { clientOf, createClient } from '../state/clients.ts'
import type { Fixtures, IncomingPaymentFixture, KeyFixture, WalletFixture } from '../state/fixtures.ts'
import { ledgerOf } from '../state/ledger.ts'
import {
  type Client,
  type IncomingPayment,
  noGrants,
  type Stored,
  type Token,
  type Wallet,
} from '../state/resources.ts'
import { createStore, type Store } from '../state/store.ts'
import type { Behaviour, World } from '../state/world.ts'
import { limitToReceivers, tokensOf } from './tokens.ts'

interface GivenWorld extends Pick<World, 'publicUrl' | 'now' | 'random' | 'profile'> {
  fixtures: Fixtures
  /** Keys in addition to those of the fixtures. Initially no token is bound to them. */
  clientKeys?: readonly KeyFixture[]
}

/** Fills a world with the initial resources of the fixtures, and replaces its previous contents. */
export function beginWorld(world: World, given: GivenWorld, behave: (world: World) => Behaviour): void {
  const behaviour = behave(world)
  const { publicUrl, now, random, fixtures, clientKeys = [], profile } = given
  const beginning = now()
  const wallets = new Map(fixtures.wallets.map((wallet) => [wallet.name, walletOf(wallet, fixtures.assets)]))
  const wallet = (name: string): Wallet => known(wallets.get(name), name)
  const keys = new Map(fixtures.keys.map((key) => [key.kid, clientOf(key, random)]))
  const clients = rolesOf([...keys.values()], random)
  const client = (kid?: string): Client => (kid === undefined ? clients.signing : known(keys.get(kid), kid))
  const tokens = tokensOf(fixtures, { beginning, wallet, client, random })
  const { newId } = behaviour.urls
  const { own, receivers } = incomingPaymentsIn(fixtures, wallet, { now: beginning, random, newId })
  const histories = payersIn(fixtures, tokens).map((each) =>
    historyOf(each, receivers, beginning, () => newId(random)),
  )
  const payments = histories.flatMap(({ payments: paid }) => paid)
  const begun: World = {
    behaviour,
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
    peers: world.peers ?? (() => []),
  }
  Object.assign(world, begun)
  limitToReceivers(world, fixtures, tokens, receivers)
}

const hour = 3_600_000
const day = 24 * hour

const walletOf = ({ name, assetCode }: WalletFixture, assets: Fixtures['assets']): Wallet => {
  const asset = assets.find((each) => each.assetCode === assetCode)
  return { name, asset: { assetCode, assetScale: known(asset, assetCode).assetScale } }
}

/** Makes the incoming payments of the wallets, and those to pay into. */
const incomingPaymentsIn = (
  { incomingPayments, receivers }: Fixtures,
  wallet: (name: string) => Wallet,
  { now, ...making }: Pick<FixtureContext, 'now' | 'random' | 'newId'>,
) => {
  const times = { now, createdAt: now - day, updatedAt: now - 2 * hour }
  const made = (each: IncomingPaymentFixture, kind: IncomingPayment['kind']): IncomingPayment =>
    incomingPaymentOf(each, { ...making, ...times, kind, wallet: wallet(each.wallet) })
  return {
    own: incomingPayments.map((each) => made(each, 'own')),
    receivers: receivers.map((each) => made(each, each.kind)),
  }
}

/** Adds further keys. A kid must be unique. */
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

/**
 * Assigns the clients to their roles in order. A role without a client gets a generated one that the world does not
 * know.
 */
const rolesOf = ([signing, otherClient, otherKey]: readonly Client[], random: Random): World['clients'] => ({
  signing: signing ?? createClient('client-key-1', random),
  otherClient: otherClient ?? createClient('client-key-2', random),
  otherKey: otherKey ?? createClient('client-key-3', random),
})

/** The full tokens of the wallets that have made payments before. */
const payersIn = ({ wallets }: Fixtures, tokens: readonly Token[]): Token[] =>
  wallets.flatMap(({ name, history }) => {
    const full = tokens.find(({ kind, wallets: [its] }) => kind === 'full' && its.name === name)
    return history && full ? [full] : []
  })

/** Looks up a name that fixtures refer to. Those from a file were checked when the file was read. */
const known = <T>(found: T | undefined, name: string): T => {
  if (found === undefined) throw new Error(`The fixtures refer to ${name}, but do not define it`)
  return found
}

const stored = <T extends Stored>(resources: readonly T[]): Store<T> => {
  const store = createStore<T>()
  for (const resource of resources) store.add(resource)
  return store
}
