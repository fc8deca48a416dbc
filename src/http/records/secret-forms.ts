/**
 * The patterns under which a secret may stand in a text: as it is, percent-encoded, JSON-escaped, in hexadecimal,
 * and in base64 or base64url at each of the three places it can have in what was encoded.
 */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [plain(secret), hexadecimal(bytes), ...[0, 1, 2].map((offset) => inBase64(bytes, offset))]
}

/** Whatever holds a form of the secret holds one of these; they are quicker to make and to look for. */
export function tracesOf(secret: string): string[] {
  const runs = secret.match(/[A-Za-z0-9]+/g) ?? []
  const run = runs.reduce((longest, one) => (one.length > longest.length ? one : longest), '').slice(0, 24)
  const bytes = Buffer.from(run)
  const hex = bytes.toString('hex')
  return [run, hex, hex.toUpperCase(), ...[0, 1, 2].map((offset) => base64Core(bytes, offset))]
}

const plain = (secret: string): string => [...secret].map(escapable).join('')

/** A character that encoders escape, in every way they do it; the longer first, so that nothing of one stays. */
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

// What is escaped within what is escaped has more than one backslash.
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

/** Without the characters at either end that it shares with its neighbours, whatever they are. */
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
