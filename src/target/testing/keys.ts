import { generateKeyPairSync, type KeyObject } from 'node:crypto'

/** Fresh keys, as no test needs the same one twice. */
export const ed25519 = (): KeyObject => generateKeyPairSync('ed25519').privateKey
export const rsa = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
export const ec = (namedCurve: string): KeyObject => generateKeyPairSync('ec', { namedCurve }).privateKey

export const jwkOf = (key: KeyObject, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...key.export({ format: 'jwk' }),
  ...more,
})

export const pemOf = (key: KeyObject): string => key.export({ format: 'pem', type: 'pkcs8' }).toString()

export const encryptedPemOf = (key: KeyObject): string =>
  key.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'open sesame' }).toString()
