import { createHash, createPrivateKey, sign } from 'node:crypto'
import { Readable } from 'node:stream'
import { httpbis } from 'http-message-signatures'
import { privateJwkOf } from '../state/clients.ts'
import { firstWallet, tokenOf, walletUrl } from '../state/lookup.ts'
import type { Client } from '../state/resources.ts'
import { noon, type Running } from './running.ts'

/** A request that a test sends. It is valid except for what its members change. */
export interface Call {
  method?: 'GET' | 'POST' | 'DELETE'
  /** Path and query below the public URL. A list request that needs a wallet address gets that of its token. */
  path: string
  /** Keeps a list request without a wallet address. */
  ofNoWallet?: true
  /** The authorization header. The default is the full token of the first wallet; null sends none. */
  authorization?: string | null
  /** Is sent as JSON, except that a string is sent unchanged. */
  body?: unknown
  /** Sends the body in chunks, without a content-length. */
  chunked?: true
  /** The client that signs; its own key id is sent unless keyId is given. Null sends no signature. */
  signer?: Client | null
  keyId?: string
  /** A component that the signature does not cover. */
  uncovered?: string
  alg?: string
  label?: string
  /** Covered components and signature parameters, in order. The default is the minimal set. */
  components?: readonly string[]
  parameters?: readonly string[]
  /** Values of signature parameters. The default for created is noon. */
  values?: { created?: Date; expires?: Date; nonce?: string; tag?: string }
  /** Changes the message that is signed. The message that is sent stays the same. */
  over?: (message: Signable) => Signable
  /** Makes the signature. By default, the signer's key does. */
  sign?: (base: Buffer, signer: Client) => Buffer
  /** The Content-Digest to send in place of the correct one. Null sends none. */
  digest?: string | null
  /** Changes the headers after they are signed. */
  tamper?: (headers: Record<string, string>) => Record<string, string>
}

interface Signable {
  method: string
  url: string
  headers: Record<string, string>
}

export interface Answered {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  json: unknown
}

export async function call(mock: Running, called: Call): Promise<Answered> {
  const asked = { ...called, path: wholePath(mock, called) }
  const { method = 'GET', path } = asked
  const { headers, body } = await signed(mock, asked)
  const answer = await mock.connection.request({
    method,
    path: pathOf(mock, path),
    headers,
    body: body !== undefined && asked.chunked ? Readable.from([Buffer.from(body)]) : (body ?? null),
  })
  // A body of another length than it says is an answer, too.
  const text = await answer.body.text().catch(({ name }: Error) => name)
  return { status: answer.statusCode, headers: answer.headers, text, json: parsed(text) }
}

const wholePath = ({ world }: Running, { path, method, authorization, ofNoWallet }: Call): string => {
  const isList = method === undefined && /^\/(?:incoming|outgoing)-payments(?:\?|$)/.test(path)
  const isWhole = world.profile === 'interface' || ofNoWallet || path.includes('wallet-address=')
  if (!isList || isWhole) return path
  const token = world.tokens.get((authorization ?? '').replace(/^GNAP /, ''))
  const wallet = walletUrl(world, token?.wallets[0] ?? firstWallet(world))
  return `${path}${path.includes('?') ? '&' : '?'}wallet-address=${encodeURIComponent(wallet)}`
}

const requiredComponents = ['@method', '@target-uri', 'authorization', 'content-digest']

export const signed = async (mock: Running, asked: Call) => {
  const body =
    asked.body === undefined || typeof asked.body === 'string' ? asked.body : JSON.stringify(asked.body)
  const headers = unsignedHeaders(mock, asked, body)
  const { signer = mock.world.clients.signing, tamper = (same) => same } = asked
  if (signer === null) return { headers: tamper(headers), body }
  const { over = (same) => same, sign: make = byKeyOf } = asked
  const message = { method: asked.method ?? 'GET', url: mock.world.publicUrl + asked.path, headers }
  const config = {
    name: asked.label ?? 'sig1',
    key: {
      id: asked.keyId ?? signer.key.keyId,
      alg: asked.alg ?? 'ed25519',
      sign: async (base: Buffer) => make(base, signer),
    },
    fields: (asked.components ?? requiredComponents).filter(
      (name) => name !== asked.uncovered && (name.startsWith('@') || name in headers),
    ),
    params: [...(asked.parameters ?? ['created', 'keyid']), ...(asked.alg === undefined ? [] : ['alg'])],
    paramValues: { created: new Date(noon), ...asked.values },
  }
  const { headers: withSignature } = await httpbis.signMessage(config, over(message))
  const added = ['Signature', 'Signature-Input'].map((name) => [
    name.toLowerCase(),
    String(withSignature[name]),
  ])
  return { headers: tamper({ ...headers, ...Object.fromEntries(added) }), body }
}

export function byKeyOf(base: Buffer, signer: Client): Buffer {
  return sign(null, base, createPrivateKey({ key: privateJwkOf(signer), format: 'jwk' }))
}

const unsignedHeaders = ({ world }: Running, { authorization, digest }: Call, body?: string) => {
  const bearer =
    authorization === undefined ? `GNAP ${tokenOf(world, firstWallet(world)).value}` : authorization
  const stated = digest === undefined && body !== undefined ? digestOf(body) : digest
  return {
    ...(bearer !== null && { authorization: bearer }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(stated && body !== undefined && { 'content-digest': stated }),
  }
}

export function digestOf(body: string, algorithm: 'sha512' | 'sha256' = 'sha512'): string {
  return `${algorithm.replace('sha', 'sha-')}=:${createHash(algorithm).update(body).digest('base64')}:`
}

const pathOf = ({ world, url }: Running, path: string): string =>
  world.publicUrl.startsWith(url)
    ? world.publicUrl.slice(url.length) + path
    : new URL(world.publicUrl).pathname.replace(/\/$/, '') + path

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
