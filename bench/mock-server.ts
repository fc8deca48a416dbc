import { createPrivateKey, createPublicKey, type JsonWebKey, randomBytes } from 'node:crypto'
import { createMock } from '../mock/server/server.ts'
import { privateJwkOf } from '../mock/state/clients.ts'
import { firstWallet, incomingPaymentUrl, tokenOf, walletUrl } from '../mock/state/lookup.ts'
import { sign } from '../src/http/request/sign.ts'
import { answer } from './child.ts'

/**
 * A signed request that the mock accepts each time it is sent, and what the compared server needs to do the same work.
 */
export interface Served {
  url: string
  headers: Record<string, string>
  body: string
  /** The signature base, and the public key that verifies the signature over it, as a JWK. */
  base: string
  publicKey: JsonWebKey
}

answer(async (): Promise<Served> => {
  const mock = createMock({ now: Date.now, random: randomBytes, onMistake: console.error })
  const { url } = await mock.listen({ port: 0 })
  const { world } = mock
  const wallet = firstWallet(world)
  const receiver = [...world.incomingPayments.all()].find(
    ({ kind, wallet: its }) =>
      kind === 'open' && its !== wallet && its.asset.assetCode === wallet.asset.assetCode,
  )
  if (!receiver) throw new Error('the mock has no open receiver')
  const body = JSON.stringify({
    walletAddress: walletUrl(world, wallet),
    receiver: incomingPaymentUrl(world, receiver),
    method: 'ilp',
    debitAmount: { value: '100', ...wallet.asset },
  })
  const { signing } = world.clients
  const privateKey = createPrivateKey({ key: privateJwkOf(signing), format: 'jwk' })
  const message = {
    method: 'POST',
    url: `${url}/quotes`,
    headers: { 'content-type': 'application/json', authorization: `GNAP ${tokenOf(world, wallet).value}` },
    body: Buffer.from(body),
  }
  const signed = await sign(
    message,
    {
      key: { name: 'signing', keyId: signing.key.keyId, alg: 'EdDSA', privateKey },
      label: 'sig1',
      components: ['@method', '@target-uri', 'authorization', 'content-digest'],
      parameters: ['created', 'keyid'],
      digest: 'sha-512',
    },
    new Date(),
  )
  const publicKey = createPublicKey(privateKey).export({ format: 'jwk' })
  return { url: message.url, headers: signed.message.headers, body, base: signed.base, publicKey }
})
