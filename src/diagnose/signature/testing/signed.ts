import { createPublicKey, type KeyObject, sign as signBytes } from 'node:crypto'
import type { HttpRequest } from '../../../core/http-request.ts'
import { sign } from '../../../http/request/sign.ts'
import { plainSigning, testKey } from '../../../http/testing/target.ts'
import type { Signing } from '../../../target-file/target.ts'
import { type Explanation, explainSignatures } from '../explain.ts'
import { type VerifyingKey, verifyingKey } from '../verifying-key.ts'

export const created = new Date('2026-01-02T03:04:05Z')

export const body =
  '{"walletAddress":"https://wallet.example/alice","receiver":"https://bank.example/incoming-payments/1","method":"ilp"}'

export const quote: HttpRequest = {
  method: 'POST',
  url: 'https://wallet.example/op/quotes',
  headers: { authorization: 'GNAP token-of-alice', 'content-type': 'application/json' },
  body: Buffer.from(body),
}

export const list: HttpRequest = {
  method: 'GET',
  url: 'https://wallet.example/op/incoming-payments?wallet-address=https%3A%2F%2Fwallet.example%2Falice&first=10',
  headers: { authorization: 'GNAP token-of-alice' },
}

export function keyOf(key: KeyObject, keyId?: string, alg?: string): VerifyingKey {
  const found = verifyingKey(key, keyId, alg)
  if (!found) throw new Error('no algorithm takes this key')
  return found
}

export const clientKey = keyOf(createPublicKey(testKey.privateKey), testKey.keyId)

export async function signed(message: HttpRequest, changes: Partial<Signing> = {}): Promise<HttpRequest> {
  return (await sign(message, { ...plainSigning, ...changes }, created)).message
}

/** Returns the message with other headers. A value of undefined removes a header. */
export function withHeaders(message: HttpRequest, changes: Record<string, string | undefined>): HttpRequest {
  const all = Object.entries({ ...message.headers, ...changes })
  const headers = Object.fromEntries(
    all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  return { ...message, headers }
}

/** Returns the message with a signature over any text made of its base. */
export async function signedOver(
  message: HttpRequest,
  change: (base: string) => string | Buffer,
  encode: (signature: Buffer) => string = (signature) => signature.toString('base64'),
): Promise<HttpRequest> {
  const { message: whole, base } = await sign(message, plainSigning, created)
  const signature = signBytes(null, Buffer.from(change(base) as string), testKey.privateKey)
  return withHeaders(whole, { signature: `sig1=:${encode(signature)}:` })
}

interface By {
  keys?: VerifyingKey[]
  bases?: string[]
  now?: Date
}

export function explained(
  message: HttpRequest,
  { keys = [clientKey], bases = [], now = created }: By = {},
): Explanation {
  return explainSignatures(message, { keys, bases, now })
}

export function flawOf(message: HttpRequest, by: By = {}): string | undefined {
  return explained(message, by).flaw
}
