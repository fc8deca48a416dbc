import { createHash } from 'node:crypto'
import { shortest } from '../../target-file/keys/secrets.ts'

const digest = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest()

/** What stands for a secret in a record: `[tokens.full sha256:1a2b3c4d]`. The digest of a short one would give it away. */
export function marker(name: string, value: string): string {
  return value.length < shortest
    ? `[${name}]`
    : `[${name} sha256:${digest(value).toString('hex').slice(0, 8)}]`
}

/** What stands for a signature: short, and base64 as it was. */
export function signatureMarker(signature: string): string {
  return digest(signature).subarray(0, 6).toString('base64')
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * Another value of the same length and alphabet, always the same one for the same value. What is not base64url
 * stays, and so do the bits of the last character that no byte fills: a malformed value is malformed as before.
 */
export function likeness(value: string): string {
  let block = digest(value)
  let other = ''
  for (let at = 0; at < value.length; at++) {
    if (at > 0 && at % block.length === 0) block = digest(block)
    const index = alphabet.indexOf(value.charAt(at))
    const drawn = (block[at % block.length] ?? 0) & 63
    const isLast = !alphabet.includes(value.charAt(at + 1) || '=')
    other += index < 0 ? value.charAt(at) : alphabet.charAt(isLast ? (drawn & 48) | (index & 15) : drawn)
  }
  return other
}
