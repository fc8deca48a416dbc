import { createHash } from 'node:crypto'

/** Returns that many random bytes. */
export type Random = (size: number) => Uint8Array

/** Generates random bytes that depend on the seed alone. */
export function seeded(seed: number | string): Random {
  let block = 0
  return (size) => {
    const bytes = new Uint8Array(size)
    for (let at = 0; at < size; at += 32) bytes.set(digestOf(`${seed}/${block++}`).subarray(0, size - at), at)
    return bytes
  }
}

const digestOf = (text: string): Uint8Array => createHash('sha256').update(text).digest()

export function uuid(random: Random): string {
  const bytes = Buffer.from(random(16))
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x40
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text)
}

export function secret(random: Random, size = 32): string {
  return Buffer.from(random(size)).toString('base64url')
}
