import { algorithms as known } from '../../../core/algorithm.ts'
import { type SigningAttempt, type Slip, slip } from '../attempt.ts'
import type { VerifyingKey } from '../verifying-key.ts'

/** Guesses that the signature has another form, or that another key made it. */
export function byteSlips({ bytes, key }: SigningAttempt, keys: readonly VerifyingKey[]): Slip[] {
  return [
    ...forms(bytes, key).map(([says, value]) =>
      slip({ part: 'bytes', cause: 'signature-encoding', says }, { bytes: value }),
    ),
    ...keys
      .filter((other) => other !== key)
      .map((other) => {
        const named = key.keyId === undefined ? 'another' : `"${key.keyId}"`
        const says = `it was made with the key "${other.keyId}", but its keyid names ${named}`
        return slip({ part: 'key', cause: 'other-key', says }, { key: other })
      }),
    ...Object.keys(known)
      .filter((name) => known[name]?.fits(key.key) && !key.algorithms.includes(name))
      .map((name) => {
        const says = `it was made with ${name}, but the key is for ${key.algorithms.join(' or ')}`
        return slip({ part: 'key', cause: 'other-algorithm', says }, { key: { ...key, algorithms: [name] } })
      }),
  ]
}

const forms = (bytes: Buffer, { algorithms }: VerifyingKey): Array<[string, Buffer]> => {
  const text = bytes.toString('latin1')
  return [
    ...(algorithms.some((name) => name.startsWith('ecdsa')) ? concurrently(bytes) : []),
    ...(/^[0-9a-f]{64,}$/i.test(text) ? [once('in hex before base64', Buffer.from(text, 'hex'))] : []),
    ...(/^[\w+/-]{43,}={0,2}$/.test(text) ? [once('in base64 twice', Buffer.from(text, 'base64'))] : []),
  ]
}

const once = (how: string, bytes: Buffer): [string, Buffer] => [`it was encoded ${how}`, bytes]

/** Converts a DER signature into r and s side by side. */
const concurrently = (bytes: Buffer): Array<[string, Buffer]> => {
  const numbers = integersIn(bytes)
  if (!numbers) return []
  return [32, 48]
    .filter((size) => numbers.every((number) => number.length <= size))
    .map((size) => {
      const padded = numbers.map((number) => Buffer.concat([Buffer.alloc(size - number.length), number]))
      return ['it is in DER, but RFC 9421 uses r and s side by side (ieee-p1363)', Buffer.concat(padded)]
    })
}

/** Returns the two integers of `SEQUENCE { r, s }` without leading zeros. */
const integersIn = (der: Buffer): Buffer[] | undefined => {
  if (der[0] !== 0x30) return undefined
  const numbers: Buffer[] = []
  let at = der[1] === 0x81 ? 3 : 2
  while (der[at] === 0x02 && numbers.length < 2) {
    const end = at + 2 + (der[at + 1] ?? 0)
    const number = der.subarray(at + 2, end)
    numbers.push(number[0] === 0 ? number.subarray(1) : number)
    at = end
  }
  return numbers.length === 2 && at === der.length ? numbers : undefined
}
