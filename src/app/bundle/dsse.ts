import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { resolve } from 'node:path'
import { ConfigurationError } from '../../core/errors.ts'
import { isObject, parseJson } from '../../core/json.ts'
import { readTextFile } from '../../core/text-file.ts'
import type { Io } from '../environment.ts'

/** A DSSE envelope with one Ed25519 signature: https://github.com/secure-systems-lab/dsse */
interface Envelope {
  payload: string
  payloadType: string
  signatures: [{ keyid: string; sig: string }]
}

const payloadType = 'application/vnd.in-toto+json'

/** Encodes the bytes that are signed: the type and the payload, each with its length. */
const encoded = (payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `), payload])

/**
 * Signs a payload and returns the text of its envelope. There is only one way to write it, so that no byte of it can
 * differ unnoticed.
 */
export function sealed(payload: Buffer, privateKey: KeyObject): string {
  const sig = sign(null, encoded(payload), privateKey).toString('base64')
  const keyid = thumbprintOf(createPublicKey(privateKey))
  return written({ payload: payload.toString('base64'), payloadType, signatures: [{ keyid, sig }] })
}

const written = (envelope: Envelope): string => `${JSON.stringify(envelope)}\n`

/** Returns the payload of an envelope if its signature verifies, or the reason why it does not. */
export function opened(text: string, publicKey: KeyObject): { payload: Buffer } | { refused: string } {
  const envelope = envelopeIn(text)
  if (!envelope) return { refused: 'it is not a DSSE envelope with one signature' }
  const [{ keyid, sig }] = envelope.signatures
  if (written(envelope) !== text || envelope.payloadType !== payloadType)
    return { refused: 'it is not written as op-conformance writes a bundle' }
  if (keyid !== thumbprintOf(publicKey)) return { refused: `it is signed by another key, ${keyid}` }
  const [payload, signature] = [Buffer.from(envelope.payload, 'base64'), Buffer.from(sig, 'base64')]
  const isExact = payload.toString('base64') === envelope.payload && signature.toString('base64') === sig
  return isExact && verify(null, encoded(payload), publicKey, signature)
    ? { payload }
    : { refused: 'its signature does not verify: it was altered after it was signed' }
}

export function envelopeIn(text: string): Envelope | undefined {
  const json = parseJson(text)
  if (!isObject(json) || !Array.isArray(json['signatures']) || json['signatures'].length !== 1)
    return undefined
  const [signature] = json['signatures']
  const { payload, payloadType: type } = json
  if (!isObject(signature) || typeof payload !== 'string' || typeof type !== 'string') return undefined
  const { keyid, sig } = signature
  return typeof keyid === 'string' && typeof sig === 'string'
    ? { payload, payloadType: type, signatures: [{ keyid, sig }] }
    : undefined
}

/** Returns the name of a key: its JWK thumbprint (RFC 7638). */
function thumbprintOf(publicKey: KeyObject): string {
  const { crv, kty, x } = publicKey.export({ format: 'jwk' })
  return createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url')
}

/**
 * Reads the Ed25519 key in a file, as PEM or JWK. Throws a ConfigurationError if there is none. It does not show the
 * messages of node:crypto, because they may contain parts of the key.
 */
export async function bundleKey(
  file: string,
  half: 'private' | 'public',
  { cwd }: Pick<Io, 'cwd'>,
): Promise<KeyObject> {
  const text = await readTextFile(resolve(cwd, file)).catch(() => '')
  const key = keyIn(text, half)
  if (key?.asymmetricKeyType === 'ed25519') return key
  throw new ConfigurationError(
    'ERR_BUNDLE_KEY',
    `--key ${file}: there is no ${half} Ed25519 key in this file, as PEM or JWK; make one with \`openssl genpkey -algorithm ed25519 -out key.pem\` and \`openssl pkey -in key.pem -pubout -out key.pub\``,
  )
}

const keyIn = (text: string, half: 'private' | 'public'): KeyObject | undefined => {
  const json = parseJson(text)
  const input = isObject(json) ? ({ key: json, format: 'jwk' } as const) : text
  try {
    return half === 'private' ? createPrivateKey(input) : createPublicKey(input)
  } catch {
    return undefined
  }
}
