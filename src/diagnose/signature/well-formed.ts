import { serializeBareItem } from 'structured-headers'
import type { HttpRequest } from '../../core/http-request.ts'
import { nameOf } from './base.ts'
import { offersOf } from './read.ts'
import { keyFor } from './verifying-key.ts'
import type { SignatureCase } from './why-not.ts'

/** Returns the flaw in words that follow "signature sig1", or undefined if there is none. */
type FlawIn = (judged: SignatureCase) => string | undefined

export const listsOnce: FlawIn = ({ signature: { components } }) => {
  const twice = components.find((component, at) => components.indexOf(component) < at)
  return twice && `lists the component ${twice} twice; RFC 9421, 2.5, allows each component only once`
}

/**
 * Returns the headers and other parts of a request that are covered as a whole. A component with `key` covers only a
 * part of the header; one with `sf` or `bs` covers all of it.
 */
export function coveredWhole(components: readonly string[]): string[] {
  return components.filter((component) => /^"[^"]*"(?:;(?:sf|bs))*$/.test(component)).map(nameOf)
}

/** Lists what a signature has to cover. Only a request with a token has an authorization header to cover. */
export function toBeCovered({ body }: HttpRequest, hasToken: boolean): string[] {
  return [
    '@method',
    '@target-uri',
    ...(hasToken ? ['authorization'] : []),
    ...(body?.byteLength ? ['content-digest'] : []),
  ]
}

export const coversEnough: FlawIn = ({ message, signature: { components } }) => {
  const { headers } = message
  const whole = coveredWhole(components)
  const missing = toBeCovered(message, !isGrantRequest(message)).find((name) => !whole.includes(name))
  if (missing === undefined) return undefined
  const why = missing === 'content-digest' ? ', because the request has a body' : ''
  const absent = missing.startsWith('@') || missing in headers ? '' : ', but the request has no such header'
  return `does not cover "${missing}", which is required${why}${absent}; it covers ${components.join(' ') || 'nothing'}`
}

export const namesKey: FlawIn = ({ signature, keys }) => {
  const keyId = signature.parameters.get('keyid')
  if (keyId === undefined) return 'has no keyid; add ;keyid="…", the kid of the key'
  if (typeof keyId !== 'string') return 'has a keyid that is not a string in double quotes; write ;keyid="…"'
  if (keyFor(signature, keys)) return undefined
  return `uses the key "${keyId}", which is unknown: ${known(keys)}`
}

const known = (keys: SignatureCase['keys']): string => {
  const names = keys.map(({ keyId }) => `"${keyId}"`).join(', ')
  return keys.length === 1 ? `the only key given is ${names}` : `the keys given are ${names}`
}

export const saysItsAlgorithm: FlawIn = ({ signature, keys }) => {
  const alg = signature.parameters.get('alg')
  const key = keyFor(signature, keys)
  if (!key || alg === undefined || key.algorithms.some((name) => name === alg)) return undefined
  return `says alg=${serializeBareItem(alg)}, but its key is for ${key.algorithms.map((name) => `"${name}"`).join(' or ')}, as RFC 9421 calls it`
}

export const countsSeconds: FlawIn = ({ signature: { parameters } }) => {
  for (const name of ['created', 'expires']) {
    const value = parameters.get(name)
    if (value === undefined) continue
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      return `has a ${name} that is not an integer; write ;${name}=${example}, in seconds since 1970`
    }
    if (value > 1e11)
      return `has a ${name} in milliseconds, ${value}; RFC 9421, 2.3, counts seconds: ${Math.floor(value / 1000)}`
  }
  return undefined
}

const example = 1_618_884_473

/** The seconds that the clocks of a client and a server may be apart. */
const drift = 60

export const isOfNow: FlawIn = ({ signature: { parameters }, now }) => {
  const seconds = Math.floor(now.getTime() / 1000)
  const created = parameters.get('created')
  const expires = parameters.get('expires')
  if (typeof created === 'number' && created > seconds + drift) {
    return `was created in the future, at ${timeOf(created)}, ${created - seconds} s from now; correct the clock of the client, or give the time of the request with --at`
  }
  if (typeof expires === 'number' && expires < seconds) {
    return `expired at ${timeOf(expires)}, ${seconds - expires} s ago; sign again, or give the time of the request with --at`
  }
  return undefined
}

/**
 * Returns true if a request asks an authorization server for a grant (RFC 9635, section 2). Such a request carries no
 * token, so its signature covers none. The text decides, because the body may have been altered until it is no longer
 * JSON.
 */
function isGrantRequest({ method, headers, body }: HttpRequest): boolean {
  if (method !== 'POST' || 'authorization' in headers) return false
  const text = Buffer.from(body ?? []).toString()
  return /"client"\s*:/.test(text) && /"(?:access_token|subject)"\s*:/.test(text)
}

/**
 * Returns a sentence that says how the first signature with a time is out of date, or undefined if it is not.
 * `tolerance`: seconds that the clocks may be apart.
 */
export function ageFlaw(message: HttpRequest, now: Date, tolerance: number): string | undefined {
  const seconds = Math.floor(now.getTime() / 1000)
  for (const offer of offersOf(message)) {
    if (!('bytes' in offer)) continue
    const { label, parameters } = offer
    const [created, expires] = [parameters.get('created'), parameters.get('expires')]
    const says = createdFlaw(created, seconds, tolerance) ?? expiresFlaw(expires, seconds)
    if (says !== undefined) return `Signature "${label}" ${says}`
  }
  return undefined
}

const createdFlaw = (created: unknown, now: number, tolerance: number): string | undefined => {
  if (typeof created !== 'number' || Math.abs(created - now) <= tolerance) return undefined
  if (created > millisecondsFrom) {
    return `has a created in milliseconds, ${created}; RFC 9421, 2.3, counts seconds: ${Math.floor(created / 1000)}.`
  }
  const apart =
    created > now ? `in the future, ${created - now} s ahead of` : `too long ago, ${now - created} s behind`
  return `was created ${apart} the clock here, at ${timeOf(created)}, while it is ${timeOf(now)} here; correct the clock of the client, and sign each request anew.`
}

const expiresFlaw = (expires: unknown, now: number): string | undefined =>
  typeof expires === 'number' && expires < now
    ? `expired ${now - expires} s ago by the clock here, which is at ${timeOf(now)}; sign each request anew.`
    : undefined

/** Read as seconds, a larger number would be after the year 5000. */
const millisecondsFrom = 1e11

/** Formats seconds since 1970 as a date and time, or as plain seconds if they are outside the range of a Date. */
function timeOf(seconds: number): string {
  return Math.abs(seconds) > lastSecond
    ? `${seconds} s`
    : new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}

/** The last second that a Date can hold. */
const lastSecond = 8.64e12
