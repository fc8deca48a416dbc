import { createHash } from 'node:crypto'
import { dictionary, type Member } from './structured-field.ts'

const algorithms = new Map([
  ['sha-512', 'sha512'],
  ['sha-256', 'sha256'],
])

/** Whether every digest of a known algorithm is that of the body, and there is one (RFC 9530). */
export function isDigestOf(field: string, body: Buffer): boolean {
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
