import type { Compared } from './compared.ts'
import type { IncomingPayment, OutgoingPayment, Quote, Token, TokenKind, Wallet } from './resources.ts'
import type { Collection, World } from './world.ts'

export function walletUrl(world: World, { name }: Wallet): string {
  return world.behaviour.urls.walletsBelow(world.publicUrl) + name
}

/** Returns the URL of a resource. Its last segment is the id. */
const resourceUrl = (world: World, collection: Collection, id: string): string =>
  `${collectionUrl(world, collection)}/${encodeURIComponent(id)}`

const collectionUrl = (world: World, collection: Collection): string =>
  `${world.behaviour.urls.resourcesBelow(world.publicUrl)}/${world.behaviour.urls.folder(collection)}`

export function quoteUrl(world: World, { id }: Quote): string {
  return resourceUrl(world, 'quotes', id)
}

export function incomingPaymentUrl(world: World, payment: IncomingPayment): string {
  return resourceUrl(homeOf(world, payment), 'incoming-payments', payment.id)
}

/** Returns the world that an incoming payment is in. A receiver may be in the world of a peer. */
export function homeOf(world: World, payment: IncomingPayment): World {
  const isHome = (one: World): boolean => one.incomingPayments.get(payment.id) === payment
  return isHome(world) ? world : (world.peers().find(isHome) ?? world)
}

export function outgoingPaymentUrl(world: World, { id }: OutgoingPayment): string {
  return resourceUrl(world, 'outgoing-payments', id)
}

export function authServerUrl({ publicUrl }: World): string {
  return `${publicUrl}/auth`
}

/** Returns the wallet at a URL. `what` names the comparison by which a guard looks it up. */
export function walletAt(world: World, url: string, what?: Compared): Wallet | undefined {
  const name = world.behaviour.urls.below(world.behaviour.urls.walletsBelow(world.publicUrl), url)
  return what === undefined
    ? world.wallets.get(name)
    : world.behaviour.requests.find(what, name, world.wallets)
}

export function incomingPaymentAt(world: World, url: string, what: Compared): IncomingPayment | undefined {
  const own = world.behaviour.requests.find(
    what,
    idIn(world, 'incoming-payments', url),
    world.incomingPayments,
  )
  return own ?? receiverOfPeer(world, url)
}

const receiverOfPeer = (world: World, url: string): IncomingPayment | undefined => {
  for (const peer of world.peers()) {
    const found = peer.incomingPayments.get(idIn(peer, 'incoming-payments', url))
    if (found) return found
  }
  return undefined
}

/** Returns the id at the end of a quote's URL, or undefined if the URL is not a quote's on this server. */
export function quoteIdIn(world: World, url: string): string | undefined {
  return idIn(world, 'quotes', url) || undefined
}

/** Returns the id in a URL of that collection, or an empty text if there is none. */
const idIn = (world: World, collection: Collection, url: string): string =>
  idInSegment(world.behaviour.urls.below(`${collectionUrl(world, collection)}/`, url))

/** Returns the id in a segment of a path, or an empty text if it cannot be decoded. */
export function idInSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}

/**
 * Returns the token of that kind for a wallet, and throws if there is none. Every wallet has a full token. In the
 * built-in world, it has one of each kind.
 */
export function tokenOf(world: World, wallet: Wallet, kind: TokenKind = 'full'): Token {
  const token = tokenIfAny(world, wallet, kind)
  if (token) return token
  throw new Error(`${wallet.name} has no ${kind} token`)
}

export function tokenIfAny({ tokens }: World, wallet: Wallet, kind: TokenKind): Token | undefined {
  for (const token of tokens.values()) if (token.kind === kind && token.wallets[0] === wallet) return token
  return undefined
}

/** Returns the wallet under test, which the mock uses if no other is named. */
export function firstWallet(world: World): Wallet {
  for (const wallet of world.wallets.values()) return wallet
  throw new Error('a world without wallets')
}
