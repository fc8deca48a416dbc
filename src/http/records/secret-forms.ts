/**
 * Returns the patterns that match a secret in a text: unchanged, percent-encoded, JSON-escaped, in hexadecimal, and in
 * base64 or base64url at each of the three offsets that it can have in the encoded bytes.
 */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [plain(secret), hexadecimal(bytes), ...[0, 1, 2].map((offset) => inBase64(bytes, offset))]
}

/**
 * Returns texts of which at least one is part of any form of the secret. They are quicker to make and to look for than
 * the forms.
 */
export function tracesOf(secret: string): string[] {
  const runs = secret.match(/[A-Za-z0-9]+/g) ?? []
  const run = runs.reduce((longest, one) => (one.length > longest.length ? one : longest), '').slice(0, 24)
  const bytes = Buffer.from(run)
  const hex = bytes.toString('hex')
  return [run, hex, hex.toUpperCase(), ...[0, 1, 2].map((offset) => base64Core(bytes, offset))]
}

const plain = (secret: string): string => [...secret].map(escapable).join('')

/**
 * Matches a character that encoders escape, in each of its escaped forms. Longer forms come first, so that no part of
 * one is left over.
 */
const escapable = (character: string): string => {
  if (/[A-Za-z0-9]/.test(character)) return character
  const ways = [
    percentEncoded(character),
    unicodeEscaped(character),
    backslashed(character),
    literal(character),
  ]
  return `(?:${ways.filter((way) => way !== '').join('|')})`
}

const percentEncoded = (character: string): string =>
  [...Buffer.from(character)].map((byte) => `%${anyCase(byte.toString(16).padStart(2, '0'))}`).join('') +
  (character === ' ' ? '|\\+' : '')

// Escaping inside of escaped text adds backslashes.
const backslashes = '\\\\{1,7}'

const unicodeEscaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `${backslashes}u${anyCase(unit.charCodeAt(0).toString(16).padStart(4, '0'))}`)
    .join('')

const backslashed = (character: string): string => {
  const named = { '\n': 'n', '\r': 'r', '\t': 't' }[character]
  if (named) return backslashes + named
  return /["/\\]/.test(character) ? backslashes + literal(character) : ''
}

const literal = (character: string): string => character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')

const anyCase = (hex: string): string => hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)

const hexadecimal = (bytes: Buffer): string => anyCase(bytes.toString('hex'))

const inBase64 = (bytes: Buffer, offset: number): string => {
  const tail = (offset + bytes.length) % 3 === 0 ? '' : '[\\w+/-]?(?:=|%3[dD]){0,2}'
  return [...base64Core(bytes, offset)].map((character) => base64Character(character)).join('') + tail
}

/** Encodes bytes in base64, without the characters at either end that depend on the neighbouring bytes. */
const base64Core = (bytes: Buffer, offset: number): string => {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  return text.slice(offset === 0 ? 0 : offset + 1, (offset + bytes.length) % 3 === 0 ? undefined : -1)
}

const base64Character = (character: string): string => {
  if (character === '+') return `(?:${escapable('+')}|-)`
  if (character === '/') return `(?:${escapable('/')}|_)`
  return character
}
