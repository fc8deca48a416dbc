import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Shown } from '../core/answer.ts'
import { receivedRequest } from '../http/received.ts'
import { authServerUrl, walletAt, walletUrl } from '../state/lookup.ts'
import type { Client, Wallet } from '../state/resources.ts'
import type { World } from '../state/world.ts'

/** Of a wallet address that anyone may read, and a browser should ask for again: the next world may have others. */
const headers = { 'cache-control': 'no-cache' }

const keySetPath = '/jwks.json'
const didPath = '/did.json'

/**
 * Answers a GET of a wallet address, of its jwks.json and its did.json, without credentials; passes on all else. A wallet address
 * lies wherever the world says, so it is found by its URL. Mounted behind the operations, it hides none.
 */
export function walletAddressRouter(world: World): Router {
  const answering: RequestHandler = (request, response, next) => {
    const found = isReading(request) ? documentAt(world, urlOf(request, world)) : undefined
    if (found) send(response, found)
    else next()
  }
  return Router().use(answering)
}

const isReading = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

const urlOf = (request: Request, { publicUrl }: World): string =>
  receivedRequest(request, publicUrl).targetUri.replace(/\?.*$/s, '')

/** A wallet address is the base of its documents: published addresses have a slash at their end. */
const documentAt = (world: World, url: string): Shown | undefined => {
  const wallet = walletAt(world, url.replace(/\/$/, ''))
  if (wallet) return walletAddressDocument(world, wallet)
  if (walletBefore(world, url, keySetPath)) return { keys: keysOf(world) }
  const ofDid = walletBefore(world, url, didPath)
  return ofDid && didDocument(walletUrl(world, ofDid), keysOf(world))
}

const walletBefore = (world: World, url: string, path: string): Wallet | undefined =>
  url.endsWith(path) ? walletAt(world, url.slice(0, -path.length)) : undefined

const send = (response: Response, document: Shown): void => {
  response.set(headers).json(document)
}

/** What anyone may know of a wallet address: whom to ask for grants and payments, and in which asset. */
function walletAddressDocument(world: World, wallet: Wallet): Shown {
  return {
    id: walletUrl(world, wallet),
    publicName: publicNameOf(wallet),
    assetCode: wallet.asset.assetCode,
    assetScale: wallet.asset.assetScale,
    authServer: authServerUrl(world),
    resourceServer: world.publicUrl,
  }
}

export function publicNameOf({ name }: Wallet): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

/**
 * The keys that a client of this wallet address may sign with. Every key that the world knows is one of each of its
 * wallets, so that any wallet will do for a client; Open Payments has Ed25519 keys alone.
 */
function keysOf({ keys }: World): Shown[] {
  return [...keys.values()].flatMap(jwkOf)
}

const jwkOf = ({ key: { keyId, key } }: Client): Shown[] => {
  const { kty, crv, x } = key.export({ format: 'jwk' })
  return crv === 'Ed25519' ? [{ kid: keyId, alg: 'EdDSA', use: 'sig', kty, crv, x }] : []
}

/** The DID of a wallet address by the method did:web, whose document lies at its URL and /did.json. */
function didOf(url: string): string {
  const [host = '', ...path] = url.replace(/^https?:\/\//i, '').split('/')
  return ['did:web', encodeURIComponent(host), ...path].join(':')
}

/** A DID document with the keys that a client of this wallet address may sign with. */
function didDocument(url: string, keys: readonly Shown[]): Shown {
  const did = didOf(url)
  const methods = keys.map((publicKeyJwk) => ({
    id: `${did}#${encodeURIComponent(String(publicKeyJwk['kid']))}`,
    type: 'JsonWebKey2020',
    controller: did,
    publicKeyJwk,
  }))
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
    id: did,
    alsoKnownAs: [url],
    verificationMethod: methods,
    authentication: methods.map(({ id }) => id),
  }
}
