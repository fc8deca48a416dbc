import { hash } from 'node:crypto'
import { withNamesSorted } from '../core/json.ts'
import type { SigningKey } from '../core/signing-key.ts'
import { altered } from './altered.ts'

/** The material of a forgery, in addition to the right value. */
export interface ForgedFrom {
  body?: Uint8Array
  /** The key that signs the request. */
  key?: SigningKey
  /** The signature base. */
  base?: string
  /** A valid token that the request does not have. */
  token?: string
}

/** Makes a wrong value from the right one. */
export type Forging = (right: string, from: ForgedFrom) => string

/** The order of the group of Ed25519, in the little-endian form of a signature (RFC 8032, section 5.1). */
const order = Buffer.from('edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010', 'hex')

/** A point whose eightfold is the neutral one. It is the public half of no key. */
const ofOrderEight = Buffer.from('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a', 'hex')

const withByte = (bytes: Buffer, at: number): Buffer =>
  Buffer.from(bytes.map((byte, place) => (place === at ? byte ^ 1 : byte)))

const half = ({ length }: Buffer): number => Math.ceil(length / 2)

const further = Buffer.alloc(8, 7)

/** Changes the bytes of the first member of a header. What is returned as a text is the base64 itself. */
const changing =
  (change: (bytes: Buffer, from: ForgedFrom) => Buffer | string): Forging =>
  (header, from) =>
    header.replace(/=:([^:]*):/, (_, encoded: string) => {
      const changed = change(Buffer.from(encoded, 'base64'), from)
      return `=:${typeof changed === 'string' ? changed : changed.toString('base64')}:`
    })

/** The base64 text in another case, except for its last characters, some bits of which have no meaning. */
const inOtherCase = (base64: string): string =>
  altered(base64.slice(0, -4), 'in another case') + base64.slice(-4)

const digest = (algorithm: string, data: string | Uint8Array): Buffer =>
  hash(algorithm.replace('-', ''), data, 'buffer')

/** The member of a Content-Digest that states these bytes under the name of an algorithm. */
const stating = (name: string, bytes: Uint8Array): string =>
  `${name}=:${Buffer.from(bytes).toString('base64')}:`

/** Makes a sha-512 digest of something that is not the body as it is sent. */
const over =
  (data: (body: Buffer) => string | Uint8Array): Forging =>
  (_, { body = Buffer.of() }) =>
    digestIn('sha-512', data(Buffer.from(body)))

const byAlgorithm =
  (name: string, algorithm: string): Forging =>
  (_, { body = Buffer.of() }) =>
    stating(name, digest(algorithm, body))

const other = 'another body'

const reordered = (body: Buffer): string => JSON.stringify(withNamesSorted(JSON.parse(body.toString())))

/** Returns the Content-Digest of something by the named algorithm. */
export const digestIn = (algorithm: string, data: string | Uint8Array): string =>
  stating(algorithm, digest(algorithm, data))

/** Transformations of the bytes in a signature or in a Content-Digest. */
export const ofBytes: Readonly<Record<string, Forging>> = {
  'all zeros': changing(({ length }) => Buffer.alloc(length)),
  'all ones': changing(({ length }) => Buffer.alloc(length, 0xff)),
  'one letter repeated': changing(({ length }) => Buffer.alloc(length, 'A')),
  'the neutral point and zero': changing(({ length }) =>
    Buffer.concat([Buffer.of(1), Buffer.alloc(length - 1)]),
  ),
  'a point of order eight and zero': changing(({ length }) =>
    Buffer.concat([ofOrderEight, Buffer.alloc(length)]).subarray(0, length),
  ),
  'its first half and zeros': changing((bytes) =>
    Buffer.concat([bytes.subarray(0, half(bytes)), Buffer.alloc(bytes.length - half(bytes))]),
  ),
  'its first half and the order of the group': changing((bytes) =>
    Buffer.concat([bytes.subarray(0, half(bytes)), order, Buffer.alloc(bytes.length)]).subarray(
      0,
      bytes.length,
    ),
  ),
  'its first byte altered': changing((bytes) => withByte(bytes, 0)),
  'its middle byte altered': changing((bytes) => withByte(bytes, half(bytes))),
  'its last byte altered': changing((bytes) => withByte(bytes, bytes.length - 1)),
  backwards: changing((bytes) => Buffer.from(bytes.toReversed())),
  'the SHA-1 of what is signed': changing((_, { base = '' }) => digest('sha1', base)),
  'the SHA-256 of what is signed': changing((_, { base = '' }) => digest('sha-256', base)),
  'the SHA-512 of what is signed': changing((_, { base = '' }) => digest('sha-512', base)),
  'a byte missing at its end': changing((bytes) => bytes.subarray(0, -1)),
  'its first half': changing((bytes) => bytes.subarray(0, half(bytes))),
  'the first half of the right digest': changing((bytes) => bytes.subarray(0, half(bytes))),
  'its first byte alone': changing((bytes) => bytes.subarray(0, 1)),
  'bytes after it': changing((bytes) => Buffer.concat([bytes, further])),
  'bytes before it': changing((bytes) => Buffer.concat([further, bytes])),
  'in another case': changing((bytes) => inOtherCase(bytes.toString('base64'))),
  'its hex digits': changing((bytes) => Buffer.from(bytes.toString('hex'))),
  'of the digest': changing((bytes) => digest('sha-512', bytes)),
  'of nothing': over(() => ''),
  'of the text null': over(() => 'null'),
  'of an empty object': over(() => '{}'),
  'of other bytes': over(() => other),
  'of other bytes under sha-256': () => digestIn('sha-256', other),
  'of other bytes under md5': () => digestIn('md5', other),
  'of other bytes under sha': () => stating('sha', digest('sha1', other)),
  'of other bytes under both algorithms': () =>
    ['sha-256', 'sha-512'].map((name) => digestIn(name, other)).join(', '),
  'of other bytes behind the right one': (_, { body = Buffer.of() }) =>
    [body, other].map((data) => digestIn('sha-512', data)).join(', '),
  'of other bytes beside an unknown algorithm': () => `unknown=:AAAA:, ${digestIn('sha-512', other)}`,
  'of other bytes under a name in capital letters': () => stating('SHA-512', digest('sha-512', other)),
  'of other bytes under a name without its hyphen': () => stating('sha512', digest('sha-512', other)),
  'an unknown algorithm': byAlgorithm('md4711', 'sha-256'),
  'sha-256 under the name of sha-512': byAlgorithm('sha-512', 'sha-256'),
  'sha-512 under the name of sha-256': byAlgorithm('sha-256', 'sha-512'),
  'sha-1 under the name of sha-512': byAlgorithm('sha-512', 'sha1'),
  'md5 under the name of sha-512': byAlgorithm('sha-512', 'md5'),
  'of the body with a line break behind it': over((body) => `${body.toString().trimEnd()}\n`),
  'of the body with its members in another order': over(reordered),
  'of the body with escaped slashes': over((body) => body.toString().replaceAll('/', '\\/')),
  'of the body in UTF-16': over((body) => Buffer.from(body.toString(), 'utf16le')),
  'of the body in base64': over((body) => body.toString('base64')),
  'of the first half of the body': over((body) => body.subarray(0, half(body))),
}
