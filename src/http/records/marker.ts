import { hash } from 'node:crypto'
import { shortest } from '../../target-file/keys/secrets.ts'

const digest = (value: string | Buffer): Buffer => hash('sha256', value, 'buffer')

/**
 * Returns the text that replaces a secret in a record: `[tokens.full sha256:1a2b3c4d]`. A short secret gets no digest,
 * because the digest would give it away.
 */
export function marker(name: string, value: string): string {
  return value.length < shortest
    ? `[${name}]`
    : `[${name} sha256:${digest(value).toString('hex').slice(0, 8)}]`
}

/** Returns the text that replaces a signature in a record: short, and base64 as before. */
export function signatureMarker(signature: string): string {
  return digest(signature).subarray(0, 6).toString('base64')
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * Returns another value of the same length and alphabet, always the same one for the same value. Characters outside of
 * base64url stay, and so do the bits of the last character that no byte fills: a malformed value stays malformed.
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
