import { createHash, sign as signBytes, type webcrypto } from 'node:crypto'
import { createHeaders } from '@interledger/http-signature-utils'
import {
  convertSignatureParamsDictionary,
  genSingleRFC9530DigestHeader,
  RFC9421SignatureBaseFactory,
  signAsDraftToRequest,
} from '@misskey-dev/node-http-message-signatures'
import { createSignature, webcrypto as provider } from 'http-message-sig'
import { createSigner, httpbis } from 'http-message-signatures'
import { signatureHeaders } from 'web-bot-auth'
import { Ed25519Signer } from 'web-bot-auth/crypto'
import type { HttpRequest } from '../../../core/http-request.ts'
import { testKey } from '../../../http/testing/target.ts'
import { withHeaders } from './signed.ts'

// Signers of other projects. Each signs a request with a body and a token at a given moment.

export type ForeignSigner = (message: HttpRequest, at: Date) => Promise<HttpRequest>

const { privateKey, keyId } = testKey

const textOf = ({ body }: HttpRequest): string => Buffer.from(body ?? []).toString()

const lowerCase = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))

/** Adds the Content-Digest, for packages that do not make it themselves. */
const withDigest = (message: HttpRequest): HttpRequest => {
  const digest = createHash('sha512').update(textOf(message)).digest('base64')
  return withHeaders(message, { 'content-digest': `sha-512=:${digest}:` })
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)

const webKey = (): Promise<webcrypto.CryptoKey> =>
  crypto.subtle.importKey('jwk', privateKey.export({ format: 'jwk' }), 'Ed25519', false, ['sign'])

const usual = ['@method', '@target-uri', 'authorization', 'content-digest']

/** Signs like the official client, which uses the current time. */
export const official: ForeignSigner = async (message) => {
  const { method, url, headers } = message
  const request = { method, url, headers: { ...headers }, body: textOf(message) }
  return withHeaders(message, lowerCase(await createHeaders({ request, privateKey, keyId })))
}

export const httpMessageSignatures: ForeignSigner = async (message, at) => {
  const { method, url, headers } = withDigest(message)
  const key = createSigner(privateKey, 'ed25519', keyId)
  const fields = ['content-digest', '@target-uri', '@method', 'authorization', '@authority']
  const config = { key, fields, name: 'mine', paramValues: { created: at } }
  return withHeaders(
    message,
    lowerCase((await httpbis.signMessage(config, { method, url, headers })).headers),
  )
}

export const httpMessageSig: ForeignSigner = async (message, at) => {
  const whole = withDigest(message)
  const { method, url, headers } = whole
  const fields = Object.entries(headers).map(([name, value]) => ({ name, value }))
  const { signature, signatureInput } = await createSignature(
    { kind: 'request', method, targetUri: url, fields },
    {
      label: 'sig',
      components: usual,
      parameters: { created: seconds(at), keyid: keyId, alg: 'ed25519' },
      signer: provider.signer(await webKey()),
    },
  )
  return withHeaders(whole, { signature, 'signature-input': signatureInput })
}

/** Signatures of this kind also have expires, nonce and tag. */
export const webBotAuth: ForeignSigner = async (message, at) => {
  const whole = withDigest(message)
  const { method, url, headers, body = new Uint8Array() } = whole
  const request = new Request(url, { method, headers, body: Buffer.from(body) })
  const added = await signatureHeaders(request, new Ed25519Signer(keyId, await webKey()), {
    created: at,
    expires: new Date(at.getTime() + 300_000),
    components: usual,
  })
  return withHeaders(whole, lowerCase(added))
}

/** The package makes the digest and the base, and leaves the signature to its caller. */
export const misskey: ForeignSigner = async (message, at) => {
  const { method, url, headers } = message
  const [[name, [value]] = never('digest')] = await genSingleRFC9530DigestHeader(textOf(message), 'SHA-512')
  const parameters = new Map<string, string | number>([
    ['created', seconds(at)],
    ['keyid', keyId],
  ])
  const components = usual.map((each): [string, Map<string, string>] => [each, new Map()])
  const added = {
    ...headers,
    'content-digest': `${name}=:${value.toBase64()}:`,
    'signature-input': convertSignatureParamsDictionary([['sig1', [components, parameters]]]),
  }
  const request = { method, url, headers: { ...added, host: new URL(url).host } }
  const base = new RFC9421SignatureBaseFactory(request).generate('sig1')
  const signature = signBytes(null, Buffer.from(base), privateKey).toString('base64')
  return withHeaders(message, { ...added, signature: `sig1=:${signature}:` })
}

const never = (what: string): never => {
  throw new Error(`no ${what}`)
}

/** Signs like misskey does by default, by draft-cavage. */
export const misskeyDraft: ForeignSigner = async (message, at) => {
  const { method, url, headers } = message
  const request = { method, url, headers: { ...headers, host: new URL(url).host, date: at.toUTCString() } }
  const { signatureHeader } = await signAsDraftToRequest(
    request,
    { privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), keyId },
    ['(request-target)', 'host', 'date'],
  )
  return withHeaders(message, { ...request.headers, signature: signatureHeader })
}
