import { firstWallet, walletUrl } from '../state/lookup.ts'
import type { Client } from '../state/resources.ts'
import { type Answered, type Call, call } from './call.ts'
import type { Running } from './running.ts'

type Body = Record<string, unknown>

export const forQuotes = { type: 'quote', actions: ['create', 'read'] }

export function toPay({ world }: Running, limits?: Body): Body {
  return {
    type: 'outgoing-payment',
    actions: ['create', 'read', 'list'],
    identifier: walletUrl(world, firstWallet(world)),
    ...(limits && { limits }),
  }
}

export const finish = { method: 'redirect', uri: 'https://client.example/back', nonce: 'of the client' }

/**
 * A valid grant request for access to quotes, with the first wallet address as its client. `body` overrides fields of
 * its body.
 */
export function askGrant(mock: Running, body: Body = {}, differs: Partial<Call> = {}): Call {
  return {
    method: 'POST',
    path: '/auth',
    authorization: null,
    body: {
      access_token: { access: [forQuotes] },
      client: walletUrl(mock.world, firstWallet(mock.world)),
      ...body,
    },
    ...differs,
  }
}

/** A valid grant request for payments, which need a person's consent. */
export function askConsent(mock: Running, limits?: Body, interact: Body = { start: ['redirect'], finish }) {
  return askGrant(mock, { access_token: { access: [toPay(mock, limits)] }, interact })
}

/** The response to a grant request or a continuation, as the client sees it. */
export interface Learnt {
  access_token: { value: string; manage: string; expires_in: number; access: unknown }
  interact: { redirect: string; finish: string }
  continue: { access_token: { value: string }; uri: string; wait?: number }
}

export async function grant(mock: Running, asked: Call = askGrant(mock)): Promise<Learnt> {
  const { status, text, json } = await call(mock, asked)
  if (status !== 200) throw new Error(`no grant: ${text}`)
  return json as Learnt
}

/** The path, below the public URL, of a URL that the mock gave. */
const pathBelow = ({ world }: Running, url: string): string => url.slice(world.publicUrl.length)

/** A request to a continuation URL or to the management URL of a token. */
export function askAt(mock: Running, url: string, token: string, differs: Partial<Call> = {}): Call {
  return {
    method: 'POST',
    path: pathBelow(mock, url),
    authorization: `GNAP ${token}`,
    ...differs,
  }
}

export function askContinue(mock: Running, learnt: Learnt, body?: Body, differs: Partial<Call> = {}): Call {
  return askAt(mock, learnt.continue.uri, learnt.continue.access_token.value, {
    ...(body && { body }),
    ...differs,
  })
}

export function rotate(mock: Running, { access_token: { manage, value } }: Learnt): Promise<Answered> {
  return call(mock, askAt(mock, manage, value))
}

/** Submits the form of the consent page. */
export function decide(
  mock: Running,
  { interact }: Learnt,
  decision = 'accept',
  headers: Record<string, string> = {},
) {
  return mock.connection.request({
    method: 'POST',
    path: new URL(interact.redirect).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: `decision=${decision}`,
  })
}

/** Submits a decision, and returns the interact_ref of the redirect back to the client. */
export async function reference(mock: Running, learnt: Learnt, decision?: string): Promise<string> {
  const { headers } = await decide(mock, learnt, decision)
  return new URL(String(headers['location'])).searchParams.get('interact_ref') ?? ''
}

/** Requests a grant to pay, and has a person accept it. */
export function consented(mock: Running, limits?: Body): Promise<Learnt> {
  return consentedTo(mock, { access: [toPay(mock, limits)] })
}

/** Requests a grant for one token or for several, and has a person accept it. */
export async function consentedTo(mock: Running, access_token: Body | Body[]): Promise<Learnt> {
  const learnt = await grant(
    mock,
    askGrant(mock, { access_token, interact: { start: ['redirect'], finish } }),
  )
  const interact_ref = await reference(mock, learnt)
  mock.clock.advance(5000)
  return grant(mock, askContinue(mock, learnt, { interact_ref }))
}

/** The error code of a refusal, or undefined if the response has none. */
export function codeOf({ json }: Answered): string | undefined {
  return (json as { error?: { code?: string } } | undefined)?.error?.code
}

/** The client's public key as the JWK that Open Payments defines. */
export function jwkOf({ key }: Client): Body {
  const { kty, crv, x } = key.key.export({ format: 'jwk' })
  return { kid: key.keyId, alg: 'EdDSA', kty, crv, x }
}
