import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Shown } from '../core/answer.ts'
import { receivedRequest } from '../http/received.ts'
import { authServerUrl, walletAt, walletUrl } from '../state/lookup.ts'
import type { Client, Wallet } from '../state/resources.ts'
import type { World } from '../state/world.ts'

/** Headers of a public document that a browser should request again each time, because the next world may differ. */
const headers = { 'cache-control': 'no-cache' }

const keySetPath = '/jwks.json'
const didPath = '/did.json'

/**
 * Answers GET requests for a wallet address, its jwks.json and its did.json, without credentials. Passes on all other
 * requests. The world determines where wallet addresses lie, so they are looked up by URL. Mounted behind the
 * operations, the router hides none of them.
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

/** Finds the document at a URL. Published wallet addresses may end in a slash, as the base of their documents. */
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

/** The public document of a wallet address: its servers for grants and payments, and its asset. */
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
 * The keys with which a client of this wallet address may sign. All keys of the world belong to each of its wallets, so
 * that any wallet can serve as a client. Open Payments allows only Ed25519 keys.
 */
function keysOf({ keys }: World): Shown[] {
  return [...keys.values()].flatMap(jwkOf)
}

const jwkOf = ({ key: { keyId, key } }: Client): Shown[] => {
  const { kty, crv, x } = key.export({ format: 'jwk' })
  return crv === 'Ed25519' ? [{ kid: keyId, alg: 'EdDSA', use: 'sig', kty, crv, x }] : []
}

/** The DID of a wallet address by the method did:web. Its document lies at the URL followed by /did.json. */
function didOf(url: string): string {
  const [host = '', ...path] = url.replace(/^https?:\/\//i, '').split('/')
  return ['did:web', encodeURIComponent(host), ...path].join(':')
}

/** A DID document with the keys with which a client of this wallet address may sign. */
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
