import { createPrivateKey, randomUUID } from 'node:crypto'
import {
  type AuthenticatedClient,
  createAuthenticatedClient,
  isPendingGrant,
} from '@interledger/open-payments'
import type { Environment } from './judged.ts'

const usd = (value: string) => ({ value, assetCode: 'USD', assetScale: 2 })

function clientOf(it: Environment): Promise<AuthenticatedClient> {
  return createAuthenticatedClient({
    walletAddressUrl: it['OP_WALLET_ADDRESS'] ?? '',
    keyId: it['OP_KEY_ID'] ?? '',
    privateKey: createPrivateKey(it['OP_PRIVATE_KEY'] ?? ''),
    useHttp: true,
  })
}

type Access = NonNullable<
  Parameters<AuthenticatedClient['grant']['request']>[1]['access_token']
>['access'][number]

/** Requests a token for this access that needs no consent. */
async function tokenFor(client: AuthenticatedClient, it: Environment, access: Access): Promise<string> {
  const grant = await client.grant.request(
    { url: it['OP_AUTH_SERVER'] ?? '' },
    { access_token: { access: [access] } },
  )
  if (isPendingGrant(grant) || !('access_token' in grant) || !grant.access_token)
    throw new Error('not given at once')
  return grant.access_token.value
}

/** Requests a token for this access and gives the consent of a person. */
async function consentedFor(client: AuthenticatedClient, it: Environment, access: Access): Promise<string> {
  const finish = { method: 'redirect' as const, uri: 'https://client.example/back', nonce: randomUUID() }
  const grant = await client.grant.request(
    { url: it['OP_AUTH_SERVER'] ?? '' },
    { access_token: { access: [access] }, interact: { start: ['redirect'], finish } },
  )
  if (!isPendingGrant(grant)) throw new Error('needs no consent')
  const body = new URLSearchParams({ decision: 'accept' })
  const answer = await fetch(grant.interact.redirect, { method: 'POST', body, redirect: 'manual' })
  const reference = new URL(answer.headers.get('location') ?? '').searchParams.get('interact_ref') ?? ''
  // The client must wait before it continues a grant.
  await fetch(`${it['OP_BASE_URL']}/_control/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"advance":"5s"}',
  })
  const { uri, access_token } = grant.continue
  const continued = await client.grant.continue(
    { url: uri, accessToken: access_token.value },
    { interact_ref: reference },
  )
  if (!('access_token' in continued) || !continued.access_token) throw new Error('not given')
  return continued.access_token.value
}

/** Makes an incoming payment, a quote for it and its outgoing payment, and reads them. */
export async function scenario(it: Environment): Promise<void> {
  const client = await clientOf(it)
  const [url, alice, carol] = [
    it['OP_BASE_URL'] ?? '',
    it['OP_WALLET_ADDRESS'] ?? '',
    it['OP_RECEIVER_WALLET_ADDRESS'] ?? '',
  ]
  const receiving = await tokenFor(client, it, {
    type: 'incoming-payment',
    actions: ['create', 'read', 'list', 'complete'],
  })
  const incoming = await client.incomingPayment.create(
    { url, accessToken: receiving },
    { walletAddress: carol, incomingAmount: usd('200') },
  )
  const quoting = await tokenFor(client, it, { type: 'quote', actions: ['create', 'read'] })
  const quote = await client.quote.create(
    { url, accessToken: quoting },
    { walletAddress: alice, receiver: incoming.id, method: 'ilp' },
  )
  const limits = { debitAmount: usd('500') }
  const paying = await consentedFor(client, it, {
    type: 'outgoing-payment',
    actions: ['create', 'read', 'list'],
    identifier: alice,
    limits,
  })
  const access = { url, accessToken: paying }
  const payment = await client.outgoingPayment.create(access, { walletAddress: alice, quoteId: quote.id })
  await client.outgoingPayment.get({ ...access, url: payment.id })
  await client.outgoingPayment.list({ ...access, walletAddress: alice })
  await client.incomingPayment.get({ url: incoming.id, accessToken: receiving })
  await client.incomingPayment.complete({ url: incoming.id, accessToken: receiving })
}
