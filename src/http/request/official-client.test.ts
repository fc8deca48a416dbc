import { createPrivateKey, createPublicKey } from 'node:crypto'
import {
  createHeaders,
  type JWK,
  validateSignature,
  validateSignatureHeaders,
} from '@interledger/http-signature-utils'
import { request } from 'undici'
import { expect, test } from 'vitest'
import { firstWallet, tokenOf, walletUrl } from '../../../mock/state/lookup.ts'
import { running } from '../../../mock/testing/running.ts'
import type { HttpRequest } from '../../core/http-request.ts'
import { fullToken, plainSigning, targetAt, testKey } from '../testing/target.ts'
import { build } from './message.ts'
import { sign } from './sign.ts'

/** Makes a client that signs with the package of the official one, and a mock to send requests to. */
const client = async () => {
  const { world, url } = await running()
  const { value, client } = tokenOf(world, firstWallet(world))
  const privateKey = createPrivateKey({ key: JSON.parse(JSON.stringify(client.privateJwk)), format: 'jwk' })
  const ask = async (method: 'GET' | 'POST', path: string, body?: string): Promise<number> => {
    const message = {
      method,
      url: url + path,
      headers: { authorization: `GNAP ${value}` },
      ...(body === undefined ? {} : { body }),
    }
    const signed = await createHeaders({ request: message, privateKey, keyId: client.key.keyId })
    const answer = await request(message.url, { ...message, headers: { ...message.headers, ...signed } })
    await answer.body.dump()
    return answer.statusCode
  }
  return { ask, wallet: walletUrl(world, firstWallet(world)), world }
}

test('the mock accepts what @interledger/http-signature-utils signs: a list and a quote', async () => {
  const { ask, wallet, world } = await client()
  const [receiver] = [...world.incomingPayments.all()].filter(({ kind }) => kind === 'open')
  const query = new URLSearchParams({ first: '10', 'wallet-address': wallet })
  expect(await ask('GET', `/incoming-payments?${query}`)).toBe(200)
  const quote = {
    walletAddress: wallet,
    receiver: `${world.publicUrl}/incoming-payments/${receiver?.id}`,
    method: 'ilp',
    debitAmount: { value: '100', assetCode: 'USD', assetScale: 2 },
  }
  expect(await ask('POST', '/quotes', JSON.stringify(quote))).toBe(201)
})

test('the mock refuses a body with whitespace from the package, whose digest is of compact JSON', async () => {
  const { ask, wallet } = await client()
  // The package computes the digest of the JSON that it writes itself, not of the body that it gets.
  expect(await ask('POST', '/quotes', JSON.stringify({ walletAddress: wallet }, null, 2))).toBe(401)
})

const { x } = createPublicKey(testKey.privateKey).export({ format: 'jwk' })
const key: JWK = { kid: testKey.keyId, alg: 'EdDSA', kty: 'OKP', crv: 'Ed25519', x: x ?? '' }

/** Returns the message as it arrives, with the length that the connection adds. */
const arriving = ({ method, url, headers, body }: HttpRequest) => ({
  method,
  url,
  headers: { ...headers, ...(body ? { 'content-length': String(body.byteLength) } : {}) },
  ...(body ? { body: Buffer.from(body).toString() } : {}),
})

const drafts = {
  'a POST': { method: 'POST', path: '/quotes', token: fullToken, body: { method: 'ilp', value: 'café' } },
  'a list': {
    method: 'GET',
    path: '/incoming-payments',
    query: [['wallet-address', 'https://wallet.example/alice']] as const,
    token: fullToken,
  },
}

test.each(Object.entries(drafts))(
  '@interledger/http-signature-utils verifies %s in our simplest form',
  async (_, draft) => {
    const unsigned = await build(draft, targetAt('https://wallet.example/op'))
    const { message } = await sign(unsigned, plainSigning, new Date('2026-01-02T03:04:05Z'))
    const request = arriving(message)
    expect(validateSignatureHeaders(request)).toBe(true)
    expect(await validateSignature(key, request)).toBe(true)
    expect(await validateSignature(key, { ...request, url: `${request.url}x` })).toBe(false)
  },
)
