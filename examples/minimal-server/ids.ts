import { randomBytes } from 'node:crypto'

const digits = '0123456789abcdefghjkmnpqrstvwxyz'

/** A source of identifiers: a serial number in base 32, then fifty random bits. */
export function serials(): () => string {
  let count = 0
  return () => `${(++count).toString(32).padStart(4, '0')}.${[...randomBytes(10)].map(digitOf).join('')}`
}

const digitOf = (byte: number): string => digits.charAt(byte % 32)

/** The last segment of a URL, which identifies a resource. */
export function lastSegment(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}
