import { createHash } from 'node:crypto'
import type { Shown } from '../core/answer.ts'
import { asObject, asText, isUri, type JsonObject, parsedBody } from '../core/json.ts'
import type { PublicKey, ReceivedRequest } from '../core/request.ts'
import { publicKeyOf } from '../state/clients.ts'
import { walletAt } from '../state/lookup.ts'
import type { Interaction } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { tokensIn } from './access-request.ts'
import { finishIn } from './consent.ts'
import { type FetchKeys, fetchingNothing, noKeySet } from './fetch-keys.ts'
import { makeGrant } from './grants.ts'
import { invalidClient, invalidRequest } from './problem.ts'
import { type AuthRequest, isSigned, provenKey } from './proof.ts'
import { showGrant } from './show.ts'

/** Answers a grant request (RFC 9635, section 2). Throws a Problem if it is refused. */
export async function requestGrant(world: World, request: AuthRequest, fetchKeys: FetchKeys): Promise<Shown> {
  if (!isSigned(request)) provenKey(world, request, new Map())
  const body = asObject(parsedBody(request.body))
  if (!body) throw invalidRequest('The body is not a JSON object')
  const named = clientIn(world, body['client'], request.isFromForeignPage ? fetchingNothing : fetchKeys)
  const client = { identity: named.identity, key: provenKey(world, request, await named.keys()) }
  const subject = subjectIn(world, body['subject'])
  const isOfSubject = subject !== undefined && body['access_token'] === undefined
  const tokens = isOfSubject ? [] : tokensIn(world, body['access_token'])
  const interact =
    subject !== undefined || world.behaviour.grants.needsConsent(tokens.flatMap(({ access }) => access))
      ? interactionIn(body, named, request)
      : undefined
  const asked = { client, tokens, ...(subject !== undefined && { subject }), ...(interact && { interact }) }
  return showGrant(world, makeGrant(world, asked))
}

const interactionIn = (
  body: JsonObject,
  { walletAddress }: NamedClient,
  { targetUri }: ReceivedRequest,
): Pick<Interaction, 'finish' | 'endpoint'> => {
  if (walletAddress === undefined) {
    throw invalidRequest(
      'A client that sends only client.jwk cannot get access that needs consent. Send its wallet address',
    )
  }
  const interact = asObject(body['interact'])
  if (!interact) {
    throw invalidRequest(
      'The requested access needs the consent of a user. Send interact with start ["redirect"]',
    )
  }
  const { start } = interact
  if (!Array.isArray(start) || !start.some((mode: unknown) => asText(mode) === 'redirect')) {
    throw invalidRequest('interact.start has no "redirect"')
  }
  const finish = finishIn(interact['finish'])
  return { endpoint: targetUri, ...(finish && { finish }) }
}

/** The client of a grant request. */
export interface NamedClient {
  identity: string
  /** The wallet address of the client, or undefined if the request contains only a key. */
  walletAddress?: string
  /** The keys with which the client may sign, by kid. */
  keys: () => Promise<ReadonlyMap<string, PublicKey>>
}

/** The client of a grant request: a wallet address, or a key in the request. Throws a Problem if it is neither. */
function clientIn(world: World, asked: unknown, fetchKeys: FetchKeys): NamedClient {
  const named = asObject(asked)
  const walletAddress = asText(asked) ?? asText(named?.['walletAddress'])
  const isOne = named === undefined || Object.keys(named).length === 1
  if (isOne && walletAddress !== undefined) return ofWalletAddress(world, walletAddress, fetchKeys)
  if (isOne && named?.['jwk'] !== undefined) return ofKey(named['jwk'])
  throw invalidRequest('client is neither a wallet address nor an object with either walletAddress or jwk')
}

/** A trailing slash names the same client. */
const ofWalletAddress = (world: World, named: string, fetchKeys: FetchKeys): NamedClient => {
  const walletAddress = named.replace(/\/$/, '')
  if (!isWalletAddress(named)) {
    throw invalidRequest(
      'client is not a URL of a wallet address: http or https, in the simplest spelling, without credentials, query or fragment',
    )
  }
  const isOwn = walletAt(world, walletAddress) !== undefined
  return {
    identity: walletAddress,
    walletAddress,
    keys: async () => (isOwn ? ownKeys(world) : keysIn(await fetchKeys(`${walletAddress}/jwks.json`))),
  }
}

/**
 * Checks that a path can be appended to the URL. A query or fragment would swallow that path, and with other spellings
 * of an address one client would have two names.
 */
const isWalletAddress = (text: string): boolean => {
  if (!isUri(text) || !/^https?:[^?#]*$/.test(text)) return false
  const { href, origin, username, password } = new URL(text)
  return (href === text || origin === text) && username + password === ''
}

const ownKeys = ({ keys }: World): ReadonlyMap<string, PublicKey> =>
  new Map([...keys].map(([kid, { key }]) => [kid, key]))

const ofKey = (jwk: unknown): NamedClient => {
  const key = keyOf(jwk)
  if (!key) throw invalidRequest('client.jwk is not a public Ed25519 key with kid, alg EdDSA, kty, crv and x')
  const { x } = key.key.export({ format: 'jwk' })
  const thumbprint = createHash('sha256')
    .update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`)
    .digest('base64url')
  return { identity: `jwk:${thumbprint}`, keys: async () => new Map([[key.keyId, key]]) }
}

/** The usable keys of a JWK set. Throws a Problem if it is not a JWK set. */
const keysIn = (set: unknown): ReadonlyMap<string, PublicKey> => {
  const keys = asObject(set)?.['keys']
  if (!Array.isArray(keys)) throw invalidClient('jwks.json of the client is not a JWK set', noKeySet)
  return new Map(keys.flatMap((jwk: unknown) => keyOf(jwk) ?? []).map((key) => [key.keyId, key]))
}

/** Parses a public Ed25519 key in the form that Open Payments defines. Undefined if it is not one. */
const keyOf = (jwk: unknown): PublicKey | undefined => {
  const { kid, alg, kty, crv, x, d } = asObject(jwk) ?? {}
  const isOne = alg === 'EdDSA' && kty === 'OKP' && crv === 'Ed25519' && d === undefined
  if (!isOne || typeof kid !== 'string' || kid === '' || typeof x !== 'string') return undefined
  try {
    return publicKeyOf({ kid, alg, kty, crv, x })
  } catch {
    return undefined
  }
}

/**
 * The wallet address for which a client asks whether it is the person's own (RFC 9635, section 2.2). auth-server.yaml
 * allows a single identifier, in the format uri; any other form throws a Problem.
 */
function subjectIn(world: World, asked: unknown): string | undefined {
  if (asked === undefined) return undefined
  const ids = asObject(asked)?.['sub_ids']
  if (!Array.isArray(ids) || ids.length !== 1)
    throw invalidRequest('subject.sub_ids is not an array of one item')
  const { id, format } = asObject(ids[0]) ?? {}
  if (format !== 'uri') throw invalidRequest('subject.sub_ids[0].format is not "uri"')
  const url = asText(id)
  if (url !== undefined && walletAt(world, url)) return url
  throw invalidRequest('subject.sub_ids[0].id is not the URL of a wallet address of this server')
}
