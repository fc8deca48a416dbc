import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { createSigner, httpbis, type SigningKey } from 'http-message-signatures'
import type { PublicKey, ReceivedRequest } from '../../core/request.ts'

/**
 * The settings of a client that signs with http-message-signatures, which shares no code with the verifier under test.
 */
export interface Client {
  method: string
  targetUri: string
  headers: Record<string, string>
  body: string
  label: string
  components: string[]
  parameters: string[]
  values: Record<string, Date | string>
  key: SigningKey
}

export const privateKey = createPrivateKey({
  format: 'jwk',
  key: {
    kty: 'OKP',
    crv: 'Ed25519',
    x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs',
    d: 'n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU',
  },
})

const clientKey: PublicKey = { keyId: 'client-key-1', alg: 'EdDSA', key: createPublicKey(privateKey) }

export function keys(keyId: string): PublicKey | undefined {
  return keyId === clientKey.keyId ? clientKey : undefined
}

export function digestOf(body: string, algorithm: 'sha-512' | 'sha-256' = 'sha-512'): string {
  return `${algorithm}=:${createHash(algorithm.replace('-', '')).update(body).digest('base64')}:`
}

const body = '{"walletAddress":"https://wallet.example/alice","method":"ilp"}'

/** The minimal form of a signed request. */
export const simplest: Client = {
  method: 'POST',
  targetUri: 'https://wallet.example/op/quotes',
  headers: {
    authorization: 'GNAP token-1',
    'content-type': 'application/json',
    'content-length': String(body.length),
    'content-digest': digestOf(body),
  },
  body,
  label: 'sig1',
  components: ['@method', '@target-uri', 'authorization', 'content-digest'],
  parameters: ['created', 'keyid'],
  values: { created: new Date(1_700_000_000_000) },
  key: createSigner(privateKey, 'ed25519', clientKey.keyId),
}

/** The request as the server receives it from a client: minimal except for `changes`. */
export async function signed(changes: Partial<Client> = {}): Promise<ReceivedRequest> {
  const client = { ...simplest, ...changes }
  const { headers } = await httpbis.signMessage(
    {
      key: client.key,
      name: client.label,
      fields: client.components,
      params: client.parameters,
      paramValues: client.values,
    },
    { method: client.method, url: client.targetUri, headers: client.headers },
  )
  return received(client, headers)
}

/** Signs a base that is written out by hand, for cases that no library signs. */
export function signedByHand(input: string, base: string[], changes: Partial<Client> = {}): ReceivedRequest {
  const client = { ...simplest, ...changes }
  const signature = sign(null, Buffer.from([...base, `"@signature-params": ${input}`].join('\n')), privateKey)
  const headers = { 'Signature-Input': `sig1=${input}`, Signature: `sig1=:${signature.toString('base64')}:` }
  return received(client, { ...client.headers, ...headers })
}

const received = (client: Client, headers: Record<string, string | string[]>): ReceivedRequest => ({
  method: client.method,
  targetUri: client.targetUri,
  headers: new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
  body: Buffer.from(client.body),
})

/** Copies the request with headers replaced, or removed, after signing. */
export function altered(
  request: ReceivedRequest,
  headers: Record<string, string | undefined>,
): ReceivedRequest {
  const all = new Map(request.headers)
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) all.delete(name)
    else all.set(name, value)
  }
  return { ...request, headers: all }
}

export function header(request: ReceivedRequest, name: string): string {
  return request.headers.get(name) ?? ''
}
