import { createHash } from 'node:crypto'
import { parseDictionary } from 'structured-headers'
import type { HttpRequest } from '../../core/http-request.ts'
import { withNamesSorted } from '../../core/json.ts'
import { contentDigest } from '../../http/request/digest.ts'

const known = ['sha-512', 'sha-256'] as const
type KnownDigest = (typeof known)[number]

/**
 * Returns a sentence that says what is wrong with the Content-Digest of a request, or undefined if it matches the body
 * byte for byte.
 */
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

const hash = (name: KnownDigest, body: Uint8Array | string): Buffer =>
  createHash(name.replace('-', '')).update(body).digest()

const mismatch = (body: Uint8Array, name: KnownDigest, stated: Buffer): string => {
  const expected = `${name}=:${hash(name, body).toString('base64')}:`
  const found = `${name}=:${stated.toString('base64')}:`
  const why = cause(body, name, stated)
  return `Content-Digest does not match the body: these ${body.byteLength} bytes have ${expected}, but it says ${found}, ${why}`
}

const cause = (body: Uint8Array, name: KnownDigest, stated: Buffer): string => {
  const digest = hash(name, body)
  const text = stated.toString('latin1')
  if (text === digest.toString('hex')) return 'which is the hex digest encoded in base64'
  // Hex digits are valid base64 too, but decode to other bytes.
  if (stated.toString('base64').toLowerCase() === digest.toString('hex'))
    return 'which is the digest in hex; write its bytes in base64'
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

/** Returns variants of the body that a client may have computed the digest over, by a description of each. */
function otherBodies(body: string): Map<string, string> {
  return new Map([
    ['no body at all', ''],
    ['the same without the line break at its end', body.replace(/\r?\n$/, '')],
    ['the same with a line break at its end', `${body}\n`],
    ['the same with LF for CR LF', body.replaceAll('\r\n', '\n')],
    ['the same with CR LF for LF', body.replaceAll(/\r?\n/g, '\r\n')],
    ['the same without white space around it', body.trim()],
    ['the same without the byte order mark', body.replace(/^\ufeff/, '')],
    ...asJson(body),
  ])
}

const asJson = (body: string): Array<[string, string]> => {
  try {
    const value: unknown = JSON.parse(body)
    const compact = JSON.stringify(value)
    return [
      ['the same JSON, written compactly', compact],
      ['the same JSON, written with an indent of 2', JSON.stringify(value, null, 2)],
      ['the same JSON, written with an indent of 4', JSON.stringify(value, null, 4)],
      ['the same JSON, written with tabs', JSON.stringify(value, null, '\t')],
      ['the same JSON, written with spaces after commas and colons', spaced(value)],
      ['the same JSON, its keys sorted', JSON.stringify(withNamesSorted(value))],
      ['the same JSON, its slashes escaped', compact.replaceAll('/', '\\/')],
      ['the same JSON, with non-ASCII characters escaped', escaped(compact)],
      ['the same JSON as a JSON string', JSON.stringify(body)],
      ...(typeof value === 'string' ? [['the JSON within this JSON string', value] as [string, string]] : []),
    ]
  } catch {
    return []
  }
}

/** Serializes JSON with the spacing of Python's json.dumps. */
const spaced = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (typeof value !== 'object' || value === null) return escaped(JSON.stringify(value))
  return `{${Object.entries(value)
    .map(([key, item]) => `${escaped(JSON.stringify(key))}: ${spaced(item)}`)
    .join(', ')}}`
}

const escaped = (json: string): string =>
  json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
