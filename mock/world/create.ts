import { assetOf, builtInRates } from './assets.ts'
import type { Behaviour } from './behaviour.ts'
import { createClient } from './clients.ts'
import { ownIncomingPayments, receiversOn } from './incoming-payments.ts'
import { historyOf } from './outgoing-history.ts'
import type { Random } from './random.ts'
import type { Token, Wallet } from './resources.ts'
import { createStore, type Store, type Stored } from './store.ts'
import { tokensOf } from './tokens.ts'
import type { World } from './world.ts'

interface Given {
  publicUrl: string
  now: () => number
  random: Random
}

const wallet = (name: string, code: Parameters<typeof assetOf>[0]): Wallet => ({
  name,
  asset: assetOf(code),
})

/** The built-in world: payers and payees in four assets, each wallet with its tokens. */
export const createWorld = ({ publicUrl, now, random }: Given, behaviour: Behaviour): World => {
  const payers = [wallet('alice', 'USD'), wallet('bob', 'USD')]
  payers.push(wallet('aiko', 'JPY'), wallet('fatima', 'BHD'), wallet('aurelia', 'XAU'))
  const payees: [Wallet, ...Wallet[]] = [wallet('carol', 'USD')]
  payees.push(wallet('kenji', 'JPY'), wallet('hamad', 'BHD'), wallet('midas', 'XAU'))
  const wallets = [...payers, ...payees]
  const clients = {
    signing: createClient('client-key-1', random),
    otherClient: createClient('client-key-2', random),
    otherKey: createClient('client-key-3', random),
  }
  const tokens = wallets.flatMap((each) => tokensOf(each, payees, clients, now(), random))
  const own = payers.flatMap((each) => ownIncomingPayments(each, now(), random))
  const receivers = payees.flatMap((each) => receiversOn(each, now(), random))
  const histories = payers.map((each) => historyOf(each, receivers, now(), random))
  return {
    ...behaviour,
    publicUrl,
    now,
    random,
    rates: builtInRates,
    wallets: new Map(wallets.map((each) => [each.name, each])),
    clients,
    tokens: byValue(tokens),
    quotes: stored(histories.flatMap(({ quotes }) => quotes)),
    incomingPayments: stored([...own, ...receivers]),
    outgoingPayments: stored(histories.flatMap(({ payments }) => payments)),
  }
}

const byValue = (tokens: Token[]): Map<string, Token> => new Map(tokens.map((token) => [token.value, token]))

const stored = <T extends Stored>(resources: readonly T[]): Store<T> => {
  const store = createStore<T>()
  for (const resource of resources) store.add(resource)
  return store
}
