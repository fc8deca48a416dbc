import { createHash } from 'node:crypto'
import { parseDictionary } from 'structured-headers'
import type { HttpRequest } from '../../core/http-request.ts'
import { contentDigest } from '../../http/digest.ts'
import { otherBodies } from './other-bodies.ts'

const known = ['sha-512', 'sha-256'] as const
type Known = (typeof known)[number]

/** What is wrong with the Content-Digest of a request: a sentence. Undefined where it is of the body, byte for byte. */
export function digestFlaw({ headers, body = new Uint8Array() }: HttpRequest): string | undefined {
  const field = headers['content-digest']
  if (field === undefined) {
    if (body.byteLength === 0) return undefined
    return `The request has a body but no Content-Digest; add content-digest: ${contentDigest(body, 'sha-512')}`
  }
  const digests = digestsIn(field)
  if (!digests) {
    return `Content-Digest breaks RFC 8941: it must have the form sha-512=:BASE64:; for this body write ${contentDigest(body, 'sha-512')}`
  }
  const stated = known.flatMap((name) => (digests.has(name) ? [[name, digests.get(name)] as const] : []))
  if (stated.length === 0) {
    return `Content-Digest has only ${[...digests.keys()].join(', ') || 'nothing'}, and ${known.join(' or ')} is needed; for this body write ${contentDigest(body, 'sha-512')}`
  }
  const wrong = stated.find(([name, bytes]) => !bytes?.equals(hash(name, body)))
  return wrong?.[1] && mismatch(body, wrong[0], wrong[1])
}

const digestsIn = (field: string): Map<string, Buffer> | undefined => {
  try {
    const members = [...parseDictionary(field)].map(([name, [value]]) => [name, value] as const)
    return members.every(([, value]) => value instanceof ArrayBuffer)
      ? new Map(members.map(([name, value]) => [name, Buffer.from(value as ArrayBuffer)]))
      : undefined
  } catch {
    return undefined
  }
}

const hash = (name: Known, body: Uint8Array | string): Buffer =>
  createHash(name.replace('-', '')).update(body).digest()

const mismatch = (body: Uint8Array, name: Known, stated: Buffer): string => {
  const expected = `${name}=:${hash(name, body).toString('base64')}:`
  const found = `${name}=:${stated.toString('base64')}:`
  const why = cause(body, name, stated)
  return `Content-Digest does not match the body: these ${body.byteLength} bytes have ${expected}, but it says ${found}, ${why}`
}

const cause = (body: Uint8Array, name: Known, stated: Buffer): string => {
  const digest = hash(name, body)
  const text = stated.toString('latin1')
  if (text === digest.toString('hex')) return 'which is the hex digest encoded in base64'
  if (text === digest.toString('base64')) return 'which is the digest encoded in base64 twice'
  const other = known.find((one) => one !== name && hash(one, body).equals(stated))
  if (other) return `which is the ${other} digest`
  const found = [...otherBodies(Buffer.from(body).toString())].find(([, one]) =>
    hash(name, one).equals(stated),
  )
  return found
    ? `which is that of ${found[0]}; compute it over the exact bytes that are sent`
    : 'so the body was changed after the digest was computed, or the digest was computed over something else'
}
