import { generateKeyPairSync, type KeyObject } from 'node:crypto'

/** Creates a fresh key. No test needs the same key twice. */
export function ed25519(): KeyObject {
  return generateKeyPairSync('ed25519').privateKey
}
export function rsa(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
}
export function ec(namedCurve: string): KeyObject {
  return generateKeyPairSync('ec', { namedCurve }).privateKey
}

export function jwkOf(key: KeyObject, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ...key.export({ format: 'jwk' }),
    ...more,
  }
}

export function pemOf(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'pkcs8' }).toString()
}

export function encryptedPemOf(key: KeyObject): string {
  return key
    .export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'open sesame' })
    .toString()
}
