import { assetOf, builtInRates } from './assets.ts'
import type { Behaviour } from './behaviour.ts'
import { createClient } from './clients.ts'
import { ownIncomingPayments, receiversOn } from './incoming-payments.ts'
import type { Random } from './random.ts'
import type { IncomingPayment, Token, Wallet } from './resources.ts'
import { createStore } from './store.ts'
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
  return {
    ...behaviour,
    publicUrl,
    now,
    random,
    rates: builtInRates,
    wallets: new Map(wallets.map((each) => [each.name, each])),
    clients,
    tokens: byValue(wallets.flatMap((each) => tokensOf(each, payees, clients, now(), random))),
    quotes: createStore(),
    incomingPayments: stored([
      ...payers.flatMap((each) => ownIncomingPayments(each, now(), random)),
      ...payees.flatMap((each) => receiversOn(each, now(), random)),
    ]),
    outgoingPayments: createStore(),
  }
}

const byValue = (tokens: Token[]): Map<string, Token> => new Map(tokens.map((token) => [token.value, token]))

const stored = (payments: IncomingPayment[]) => {
  const store = createStore<IncomingPayment>()
  for (const payment of payments) store.add(payment)
  return store
}
