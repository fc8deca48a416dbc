import { createHash, createPrivateKey } from 'node:crypto'
import {
  type AuthenticatedClient,
  createAuthenticatedClient,
  type Grant,
  type GrantWithAccessToken,
  isPendingGrant,
  type PendingGrant,
} from '@interledger/open-payments'
import { expect, onTestFinished } from 'vitest'
import { seeded } from '../core/random.ts'
import type { ListeningMock, Mock, MockOptions } from '../server/options.ts'
import { createMock } from '../server/server.ts'
import { privateJwkOf } from '../state/clients.ts'
import { firstWallet, walletUrl } from '../state/lookup.ts'
import { judgedByDocuments } from './published-documents.ts'

// undici must not be imported here. With it, node's own fetch, which the client uses, takes the package's dispatcher,
// and that refuses a content-length that was set twice.

export interface Official {
  mock: Mock & ListeningMock
  /** The official client, with its default validation of responses. */
  client: AuthenticatedClient
  /** URLs of wallet addresses. */
  alice: string
  carol: string
}

/**
 * Starts a mock of the published specification, and the official client as its documentation says. Fails the test if a
 * response of the mock violates the published documents.
 */
export async function official(options: Partial<MockOptions> = {}): Promise<Official> {
  const begun = createMock({
    profile: 'open-payments-1.3',
    now: () => Date.UTC(2026, 0, 1, 12),
    random: seeded(1),
    ...options,
  })
  const mock = { ...begun, ...(await begun.listen({ port: 0 })) }
  onTestFinished(mock.close)
  const { world } = mock
  const { violations } = judgedByDocuments(mock)
  onTestFinished(() => expect(violations).toEqual([]))
  const { signing } = world.clients
  const alice = walletUrl(world, firstWallet(world))
  const client = await createAuthenticatedClient({
    walletAddressUrl: alice,
    keyId: signing.key.keyId,
    privateKey: createPrivateKey({ key: privateJwkOf(signing), format: 'jwk' }),
    useHttp: true,
  })
  return { mock, client, alice, carol: `${mock.url}/carol` }
}

export function usd(value: string) {
  return { value, assetCode: 'USD', assetScale: 2 }
}

type Access = Parameters<AuthenticatedClient['grant']['request']>[1]['access_token']
type Item = NonNullable<Access>['access'][number]

/** Requests a grant that is given without interaction. */
export async function given({ mock, client }: Official, ...access: Item[]) {
  const grant = await client.grant.request(
    { url: `${mock.world.publicUrl}/auth` },
    { access_token: { access } },
  )
  if (isPendingGrant(grant)) throw new Error('the grant is not given at once')
  return withToken(grant)
}

const withToken = <T extends object>(grant: T) => {
  const { access_token } = grant as Partial<GrantWithAccessToken>
  if (!access_token) throw new Error('the grant is not given')
  return { ...grant, access_token }
}

export const finishUri = 'https://client.example/back?order=17'
const clientNonce = 'a-nonce-of-the-client'

/** Requests a grant that needs a person's decision. */
export async function asked({ mock, client }: Official, ...access: Item[]): Promise<PendingGrant> {
  const finish = { method: 'redirect' as const, uri: finishUri, nonce: clientNonce }
  const grant = await client.grant.request(
    { url: `${mock.world.publicUrl}/auth` },
    { access_token: { access }, interact: { start: ['redirect'], finish } },
  )
  if (!isPendingGrant(grant)) throw new Error('the grant needs no consent')
  return grant
}

/** Submits the form of the consent page, as a browser does. Returns the URL to which the person is redirected. */
export async function decided(grant: PendingGrant, decision: 'accept' | 'decline'): Promise<URL> {
  const body = new URLSearchParams({ decision })
  const answer = await fetch(grant.interact.redirect, { method: 'POST', body, redirect: 'manual' })
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`no way back to the client: ${answer.status} ${await answer.text()}`)
  return new URL(location)
}

/**
 * The hash that tells a client that the redirect comes from this server and belongs to this grant (RFC 9635, section
 * 4.2.3).
 */
export function hashOf({ mock }: Official, grant: PendingGrant, reference: string): string {
  return createHash('sha256')
    .update([clientNonce, grant.interact.finish, reference, `${mock.world.publicUrl}/auth`].join('\n'))
    .digest('base64')
}

/** Continues the grant after the wait that the server asks for. */
export async function continued(
  { mock, client }: Official,
  { continue: { uri, access_token } }: PendingGrant | Grant,
  reference: string,
) {
  mock.clock.advance(5000)
  const grant = await client.grant.continue(
    { url: uri, accessToken: access_token.value },
    { interact_ref: reference },
  )
  return withToken(grant)
}

/** Requests a grant, has a person accept it, and continues it. */
export async function consented(scene: Official, ...access: Item[]) {
  const grant = await asked(scene, ...access)
  const back = await decided(grant, 'accept')
  return continued(scene, grant, back.searchParams.get('interact_ref') ?? '')
}
