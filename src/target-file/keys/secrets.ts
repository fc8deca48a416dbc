import type { KeyObject } from 'node:crypto'
import type { Filled } from '../reading/fill-in.ts'
import { type KeyPath, ValidationError } from '../reading/problem.ts'
import type { Secret } from '../target.ts'

/** The shortest value that is searched for in records. A shorter one may be a word of any text. */
export const shortest = 6

/** Adds a secret to a list unless it is there already. Lists of secrets only grow. */
export function keepSecret(secrets: Secret[], name: string, value: string): void {
  if (value === '' || secrets.some((secret) => secret.value === value)) return
  secrets.push({ name, value })
}

/**
 * Keys whose values address the server or decide how its responses are judged. A record without these values would show
 * nothing.
 */
const shownKeys =
  /^(?:profile|profileOverrides|baseUrl|walletAddress|walletAsset|origins|receivers|receiver|incomingPayments|limits|client|grants|alg|label|components|parameters|digest|debitAmount|receiveAmount|interval|expiresIn)$/
const hiddenBelow = /^(?:token|command)$/

const isShown = (path: KeyPath): boolean => {
  const deciding = path.map(String).findLast((key) => shownKeys.test(key) || hiddenBelow.test(key))
  return deciding !== undefined && shownKeys.test(deciding)
}

/** Returns the texts of a target file that records show. */
export function shownTexts(tree: unknown, path: KeyPath = []): string[] {
  if (typeof tree === 'string') return isShown(path) ? [tree] : []
  return Object.entries(Object(tree)).flatMap(([key, value]) => shownTexts(value, [...path, key]))
}

/**
 * Refuses a token that is part of something any response may contain, such as the base URL or the name of a field. A
 * token is hidden wherever it appears, and the run judges the record, so the record would lose that text.
 */
export function checkToken({ value }: Secret, shown: readonly string[]): void {
  if (value.length < shortest) return
  const name = shown.find((one) => one.includes(value))
  if (name === undefined) return
  throw new ValidationError(
    'ERR_TARGET_VALUE',
    `the value is part of ${name}, so that it cannot be hidden in records`,
    'use a long random token',
    [],
  )
}

/** Keeps values from variables and files as secrets, at any key, except values that records have to show. */
export function keepFilled(secrets: Secret[], filled: readonly Filled[], shown: readonly string[]): void {
  for (const { path, value } of filled) {
    if (isShown(path) || shown.some((text) => text.includes(value))) continue
    keepSecret(secrets, path.filter((key) => typeof key === 'string').join('.'), value)
  }
}

const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']

/** Keeps every form in which a private key could leak: the form that was given, and each private part of the key. */
export function keepKey(secrets: Secret[], name: string, given: unknown, key: KeyObject): void {
  const parts = [
    ...(typeof given === 'string' ? [given, ...linesOf(given)] : membersOf(given)),
    ...partsOf(key),
  ]
  for (const part of parts) keepSecret(secrets, name, part)
}

// A PEM inside JSON has escaped line breaks, so only its single lines can be found.
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
  // Node has no JWK form of an RSA key that is bound to PSS.
  return key.asymmetricKeyType === 'rsa-pss' ? [whole] : [whole, ...membersOf(key.export({ format: 'jwk' }))]
}
