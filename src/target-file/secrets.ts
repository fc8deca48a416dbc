import type { KeyObject } from 'node:crypto'
import type { Secret } from './target.ts'

/** Values that are shorter may be a word of any text: they are not searched for in what is recorded. */
export const shortest = 6

/** Adds a secret to a list unless it is there already. Lists of secrets only grow. */
export function keepSecret(secrets: Secret[], name: string, value: string): void {
  if (value === '' || secrets.some((secret) => secret.value === value)) return
  secrets.push({ name, value })
}

const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']

/** Every form in which a private key could come to light: as it was given, and each private part of it. */
export function keepKey(secrets: Secret[], name: string, given: unknown, key: KeyObject): void {
  const parts = [
    ...(typeof given === 'string' ? [given, ...linesOf(given)] : membersOf(given)),
    ...partsOf(key),
  ]
  for (const part of parts) keepSecret(secrets, name, part)
}

// A PEM in JSON has escaped line breaks: then only its lines can be found.
const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line.length >= 16 && !line.startsWith('-----'))

const membersOf = (jwk: unknown): string[] =>
  Object.entries(Object(jwk)).flatMap(([name, value]) =>
    privateMembers.includes(name) && typeof value === 'string' ? [value] : [],
  )

const partsOf = (key: KeyObject): string[] => {
  if (key.type === 'secret') return membersOf(key.export({ format: 'jwk' }))
  const whole = key.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  // node has no JWK form of an RSA key that is bound to PSS.
  return key.asymmetricKeyType === 'rsa-pss' ? [whole] : [whole, ...membersOf(key.export({ format: 'jwk' }))]
}
