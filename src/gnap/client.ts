import { createPublicKey } from 'node:crypto'
import { NotJudgedError } from '../core/errors.ts'
import { valueAt } from '../core/json.ts'
import type { SigningKey } from '../core/signing-key.ts'
import type { Response } from '../http/answers/answer.ts'
import type { AccessItem } from './access.ts'
import {
  type Continuation,
  type GrantAnswer,
  type GrantedToken,
  grantAnswerIn,
  tokenIn,
} from './grant-answer.ts'
import { GrantRefused, unreachable, unreadable } from './grant-errors.ts'
import type { GnapTransport, SignedRequest } from './transport.ts'

/** The identity of a client that asks for grants, and the endpoint that it asks. */
export interface GnapIdentity {
  /** URL of the grant request, as the wallet address document names it. */
  endpoint: string
  key: SigningKey
  /** The client's wallet address. If it is undefined, the grant request contains the key itself. */
  walletAddress?: string | undefined
}

/** A token that a grant request asks for. It has a label if the request asks for several. */
export interface TokenRequest {
  label?: string
  access: readonly AccessItem[]
}

/** The place to which the person returns after the decision. */
export interface Finish {
  uri: string
  nonce: string
}

/**
 * The requests of a client to an authorization server (RFC 9635, as Open Payments profiles it). Each of them throws if
 * it is refused.
 */
export interface GnapClient extends GnapIdentity {
  /** Requests a grant. `interact` permits the server to ask a person; undefined if the rights need no consent. */
  request: (tokens: readonly TokenRequest[], interact?: { finish?: Finish }) => Promise<GrantAnswer>
  proceed: (continuation: Continuation, reference?: string) => Promise<GrantAnswer>
  rotate: (token: GrantedToken) => Promise<GrantedToken>
  /** Ends a token. A token without a URL for that ends by itself. */
  revoke: (token: Pick<GrantedToken, 'value' | 'manage'>) => Promise<void>
  /** Ends a grant on which nobody has decided. */
  cancel: (continuation: Pick<Continuation, 'uri' | 'token'>) => Promise<void>
}

/** Additional origins to which the client's tokens for the authorization server may be sent. */
type Origins = readonly string[]

/** The parameters that all requests of a client share. */
interface ClientInstance extends Pick<GnapIdentity, 'endpoint' | 'key'> {
  transport: Pick<GnapTransport, 'send'>
  origins: Origins
}

export function createGnapClient(
  identity: GnapIdentity,
  transport: Pick<GnapTransport, 'send'>,
  origins: Origins = [],
): GnapClient {
  const { endpoint, key, walletAddress } = identity
  const instance: ClientInstance = { endpoint, key, transport, origins }
  return {
    ...identity,
    request: (tokens, interact) =>
      granted(instance, 'the grant request', {
        method: 'POST',
        url: endpoint,
        body: {
          access_token: tokensAsked(tokens),
          client: walletAddress ?? { jwk: publicJwkOf(key) },
          ...(interact && { interact: interactionOf(interact.finish) }),
        },
      }),
    proceed: ({ uri, token }, reference) =>
      granted(instance, 'the continuation', {
        method: 'POST',
        url: uri,
        token,
        ...(reference === undefined ? {} : { body: { interact_ref: reference } }),
      }),
    rotate: async ({ value, manage = endpoint, grant }) => {
      const { json } = await send(instance, 'the rotation', { method: 'POST', url: manage, token: value })
      const token = tokenIn(valueAt(json, 'access_token'))
      if (!token) throw unreadable('the rotation', manage)
      return { ...token, manage: token.manage ?? manage, ...(grant && { grant }) }
    },
    revoke: async ({ value, manage }) => {
      if (manage !== undefined)
        await send(instance, 'the revocation', { method: 'DELETE', url: manage, token: value })
    },
    cancel: async ({ uri, token }) =>
      void (await send(instance, 'the end of the grant', { method: 'DELETE', url: uri, token })),
  }
}

type Unsigned = Omit<SignedRequest, 'key'>

const granted = async (instance: ClientInstance, doing: string, request: Unsigned): Promise<GrantAnswer> => {
  const answer = grantAnswerIn((await send(instance, doing, request)).json)
  if (!answer) throw unreadable(doing, request.url)
  return answer
}

const send = async (instance: ClientInstance, doing: string, request: Unsigned): Promise<Response> => {
  const { endpoint, key, transport, origins } = instance
  if (request.token !== undefined) permit(request.url, [endpoint, ...origins])
  const outcome = await transport.send({ ...request, key })
  if ('failure' in outcome) throw unreachable(request.url, outcome.failure)
  const { response } = outcome
  if (response.status >= 200 && response.status < 300) return response
  throw new GrantRefused(doing, request.url, response)
}

/** Writes a single token as an object and several as an array (RFC 9635, section 2.1). */
const tokensAsked = (tokens: readonly TokenRequest[]): object => {
  const asked = tokens.map(({ label, access }) => ({ ...(label !== undefined && { label }), access }))
  const [only] = asked
  return only && asked.length === 1 ? only : asked
}

const interactionOf = (finish: Finish | undefined) => ({
  start: ['redirect'],
  ...(finish && { finish: { method: 'redirect', ...finish } }),
})

/** Returns the public half of a key, as a server reads it. */
export const publicJwkOf = ({ privateKey, keyId, alg }: SigningKey) => ({
  kid: keyId,
  alg,
  use: 'sig',
  ...createPublicKey(privateKey).export({ format: 'jwk' }),
})

/**
 * Throws unless the URL may receive tokens. The authorization server may name URLs on its own origin only, or on those
 * that the user permits.
 */
const permit = (url: string, permitted: readonly string[]): void => {
  const { origin } = new URL(url)
  if (permitted.some((one) => new URL(one).origin === origin)) return
  throw new NotJudgedError(
    'ERR_GRANT_ORIGIN',
    `the authorization server at ${permitted[0]} asks for its tokens to be sent to ${origin}, which is another origin; if that is right, add ${origin} to origins in the target file`,
  )
}
