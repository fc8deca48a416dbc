import { createHash } from 'node:crypto'
import type { ReceivedRequest } from '../../core/request.ts'
import type { Behaviour } from '../../state/world.ts'
import { type Defect, faultBy, faultsBy } from '../fault.ts'

export function digestOf(algorithm: string, { body }: ReceivedRequest): Buffer {
  return createHash(algorithm.replace('-', '')).update(body).digest()
}

export const digestAlgorithms = ['sha-256', 'sha-512']

type VerifyDigest = Behaviour['requests']['verifyDigest']

/** Accepts a digest that is valid for one of these other requests. */
export const fitsToo =
  (others: (request: ReceivedRequest) => ReceivedRequest[]) =>
  (verifyDigest: VerifyDigest): VerifyDigest =>
  (request) => {
    const strictly = verifyDigest(request)
    if (strictly.ok) return strictly
    return (
      others(request)
        .map(verifyDigest)
        .find(({ ok }) => ok) ?? strictly
    )
  }

/** Accepts every digest that is stated in such a form. */
const unlessStatedAs =
  (form: RegExp) =>
  (verifyDigest: VerifyDigest): VerifyDigest =>
  (request) =>
    form.test(request.headers.get('content-digest') ?? '') ? { ok: true } : verifyDigest(request)

/** The most beginnings of a body that are digested. */
const longest = 2000

/** Texts that a careless server digests in place of the bytes that it received. */
const digestedInstead: Readonly<Record<string, { says: string; bodies: (body: Buffer) => Uint8Array[] }>> = {
  'digest-of-json': {
    says: 'A digest of the same JSON with other white space is accepted',
    bodies: (body) => [asJson(body, (value) => JSON.stringify(value))],
  },
  'digest-of-sorted-json': {
    says: 'A digest of the same JSON with its members in another order is accepted',
    bodies: (body) => [1, -1].map((way) => asJson(body, (value) => JSON.stringify(sorted(value, way)))),
  },
  'digest-of-escaped-json': {
    says: 'A digest of the same JSON with other escapes is accepted',
    bodies: (body) => [
      asJson(body, (value) => JSON.stringify(value).replaceAll('/', '\\/')),
      asJson(body, (value) => JSON.stringify(value).replace(/[/<>&]/g, escapedUnit)),
    ],
  },
  'digest-of-nothing': {
    says: 'A digest of an empty body is accepted for any body',
    bodies: () => [Buffer.of()],
  },
  'digest-of-no-value': {
    says: 'A digest of the text of a missing value is accepted for any body',
    bodies: () => ['null', 'undefined', '{}', '[object Object]', '""'].map((text) => Buffer.from(text)),
  },
  'digest-of-the-beginning': {
    says: 'A digest of the first part of a body is accepted',
    bodies: (body) =>
      Array.from({ length: Math.min(body.length, longest) }, (_, index) => body.subarray(0, index + 1)),
  },
  'digest-of-trimmed-body': {
    says: 'White space around a body is accepted, although it was not digested',
    bodies: (body) => [Buffer.from(body.toString().trim())],
  },
  'digest-of-lines': {
    says: 'White space and line breaks around a body are not digested',
    bodies: (body) => ['', '\n', '\r\n', ' '].map((end) => Buffer.from(body.toString().trim() + end)),
  },
  'digest-of-another-charset': {
    says: 'A digest of the body in another charset is accepted',
    bodies: (body) => (['utf16le', 'base64', 'hex'] as const).flatMap((charset) => inCharset(body, charset)),
  },
}

const inCharset = (body: Buffer, charset: 'utf16le' | 'base64' | 'hex'): Uint8Array[] => {
  const other = charset === 'utf16le' ? Buffer.from(body.toString(), charset) : body.toString(charset)
  return [Buffer.from(other)]
}

const escapedUnit = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const sorted = (value: unknown, way: number): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -way : way))
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member, way)]))
}

/** The hashes that are no algorithm of Content-Digest but may be computed in place of one. */
const otherHashes = ['md5', 'sha1', 'sha224', 'sha384', 'sha512-256', 'sha3-512', 'blake2b512']

const restated = (request: ReceivedRequest, bytes: Uint8Array): ReceivedRequest =>
  withHeader(request, 'content-digest', (value) =>
    value.replace(/^(sha-\d+)=:[^:]*:/, (_, name: string) => {
      const right = createHash(name.replace('-', '')).update(request.body).digest('base64')
      return stated(value) === Buffer.from(bytes).toString('base64') ? `${name}=:${right}:` : value
    }),
  )

const stated = (value: string): string => /^sha-\d+=:([^:]*):/.exec(value)?.[1] ?? ''

const insecure = /^(md5|sha|unixsum|unixcksum|adler|crc32c)=:[^:]*:$/

/** The names of the known algorithms as other documents and libraries write them. */
const knownByOtherName = /^(?:SHA-?\d+|sha\d+)=:[^:]*:$/

const compared: readonly Defect[] = [
  ...faultsBy('requests', 'verifyDigest', {
    'digest-by-any-algorithm': {
      breaks: 'signature.digest.matches-body',
      says: 'A digest may use a different algorithm than it names',
      by: fitsToo((request) =>
        digestAlgorithms.map((name) =>
          withHeader(request, 'content-digest', (value) => value.replace(/^sha-\d+/, name)),
        ),
      ),
    },
    'first-digest-of-a-name-counts': {
      breaks: 'signature.digest.matches-body',
      says: 'Of several digests by one algorithm, only the first is compared',
      by: fitsToo((request) => [
        withHeader(request, 'content-digest', (value) => value.replace(/^((sha-\d+)=[^,]*), *\2=.*/, '$1')),
      ]),
    },
    'digest-by-any-hash': {
      breaks: 'signature.digest.matches-body',
      says: 'A digest may use a hash that is no algorithm of Content-Digest',
      by: fitsToo((request) =>
        otherHashes.map((hash) => restated(request, createHash(hash).update(request.body).digest())),
      ),
    },
    'digest-of-the-digest': {
      breaks: 'signature.digest.matches-body',
      says: 'A digest of the digest of the body is accepted',
      by: fitsToo((request) =>
        digestAlgorithms.map((name) => {
          const right = digestOf(name, request)
          return restated(request, createHash(name.replace('-', '')).update(right).digest())
        }),
      ),
    },
    'insecure-digest-not-compared': {
      breaks: 'signature.digest.algorithm',
      says: 'A digest by an insecure algorithm is accepted without a comparison',
      by: unlessStatedAs(insecure),
    },
    'digest-under-another-name-not-compared': {
      breaks: 'signature.digest.matches-body',
      says: 'A digest is not compared if the name of its algorithm is in another case or lacks its hyphen',
      by: unlessStatedAs(knownByOtherName),
    },
  }),
  ...Object.entries(digestedInstead).map(([id, { says, bodies }]) =>
    faultBy('requests', 'verifyDigest', {
      id,
      breaks: 'signature.digest.matches-body',
      says,
      by: fitsToo((request) =>
        bodies(Buffer.from(request.body)).map((body) =>
          body.length === 0 ? restated(request, createHash(nameIn(request)).digest()) : { ...request, body },
        ),
      ),
    }),
  ),
]

/** Faults of comparisons between body and digest that accept too much. */
export const digestFaults: readonly Defect[] = compared.map((each) => ({ ...each, source: 'comparison' }))

/** Returns the name in node:crypto of the first algorithm that a request states. */
const nameIn = ({ headers }: ReceivedRequest): string =>
  /^sha-256/.test(headers.get('content-digest') ?? '') ? 'sha256' : 'sha512'

const asJson = (body: Buffer, write: (value: unknown) => string): Uint8Array => {
  try {
    return Buffer.from(write(JSON.parse(body.toString())))
  } catch {
    return body
  }
}

/** Returns a copy of a request with one of its headers changed. A missing header stays missing. */
export function withHeader(
  request: ReceivedRequest,
  name: string,
  change: (value: string) => string,
): ReceivedRequest {
  const value = request.headers.get(name)
  return value === undefined
    ? request
    : { ...request, headers: new Map(request.headers).set(name, change(value)) }
}
