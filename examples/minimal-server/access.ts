import { createHash } from 'node:crypto'
import { Refusal } from './refusal.ts'
import { type BoundKey, type Message, whyUnsigned } from './signature.ts'
import type { Purse, Wallet } from './store.ts'
import { dictionary, type Member } from './structured-field.ts'

/** An access token: the rights of a bearer who holds the key. */
export interface Token extends Purse {
  wallet: Wallet
  key: BoundKey
  reads: boolean
  creates: boolean
  /** Wallets whose incoming payments it also reads. */
  alsoReads: readonly Wallet[]
  endsAt: number
  /** Set if it reads and lists only what was made with the same key. */
  ownOnly: boolean
}

const makers = new WeakMap<object, string>()

/** Remembers the key that something was made with. */
export function madeBy<T extends object>({ key }: Token, made: T): T {
  makers.set(made, key.id)
  return made
}

export function maySee({ ownOnly, key }: Token, made: object): boolean {
  return !ownOnly || makers.get(made) === key.id
}

/** Returns the token of a request that is authorized, signed by the token's key, and complete. */
export function bearerOf(message: Message, tokens: ReadonlyMap<string, Token>, now: number): Token {
  const [, value = ''] = /^GNAP +(\S+)$/i.exec(message.field('authorization') ?? '') ?? []
  const token = tokens.get(value)
  if (!token || token.endsAt <= now) throw new Refusal(401, 'the access token is missing, unknown or expired')
  const unsigned = whyUnsigned(message, token.key, now)
  if (unsigned !== undefined) throw new Refusal(401, unsigned)
  const digest = message.field('content-digest')
  if ((message.body.length > 0 || digest !== undefined) && !isDigestOf(digest ?? '', message.body))
    throw new Refusal(400, 'Content-Digest is not that of the body')
  return token
}

const algorithms = new Map([
  ['sha-512', 'sha512'],
  ['sha-256', 'sha256'],
])

/** Returns true if there is a digest of a known algorithm, and all such digests are those of the body (RFC 9530). */
function isDigestOf(field: string, body: Buffer): boolean {
  try {
    const matches = [...dictionary(field)].flatMap(([name, member]) => {
      const algorithm = algorithms.get(name)
      return algorithm === undefined ? [] : [isDigest(member, algorithm, body)]
    })
    return matches.length > 0 && matches.every(Boolean)
  } catch {
    return false
  }
}

const isDigest = (member: Member, algorithm: string, body: Buffer): boolean =>
  'item' in member &&
  Buffer.isBuffer(member.item.value) &&
  createHash(algorithm).update(body).digest().equals(member.item.value)
