import { hash } from 'node:crypto'
import { httpbis } from 'http-message-signatures'
import { serializeBareItem } from 'structured-headers'
import { algorithmName, algorithms } from '../../core/algorithm.ts'
import type { HttpRequest } from '../../core/http-request.ts'
import type { SigningKey } from '../../core/signing-key.ts'
import type { Signing } from '../../target-file/target.ts'
import type { RequestDraft } from '../draft.ts'
import { contentDigest } from './digest.ts'

export interface Signed {
  /** The message to send. */
  message: HttpRequest
  /** The message that the signature is valid for: the same, unless the signature was made over something else. */
  whole: HttpRequest
  label: string
  /** The components that were covered, in order. */
  components: string[]
  /** The signature base, over which the signature is made. */
  base: string
}

/** The seconds that a signature stays valid if it has `expires`. */
const lifetime = 300

/**
 * Adds Content-Digest (unless the message has one of its own), Signature-Input and Signature. Leaves out components
 * whose header the message lacks: `authorization` without a token, `content-digest` without a body, `content-length`
 * of a body in chunks. `serial` distinguishes the nonces of the same moment.
 */
export async function sign(
  unsigned: HttpRequest,
  signing: Signing,
  created: Date,
  serial = 0,
  furtherMember?: RequestDraft['furtherMember'],
): Promise<Signed> {
  const { over = (same) => same, further = [] } = signing
  const message = withFurtherDigest(withBodyHeaders(unsigned, signing), furtherMember)
  const signed = over(message)
  const [first, ...others] = [signing, ...further.map((other) => ({ ...signing, ...other }))].map((each) =>
    signatureOf(signed, each, created, serial),
  )
  if (!first) throw new Error('a message without a signature')
  const { components, base } = first
  const added = headersOf([first, ...others])
  const whole = withHeaders(signed, added)
  const sent = signed === message ? whole : withHeaders(message, added)
  return { message: sent, whole, label: signing.label, components, base }
}

const withHeaders = (message: HttpRequest, added: Record<string, string>): HttpRequest => ({
  ...message,
  headers: { ...message.headers, ...added },
})

/** A signature in the form of a member of each of the two headers. */
interface Signature {
  components: string[]
  base: string
  input: string
  signature: string
}

const signatureOf = (
  { headers, ...covered }: HttpRequest,
  signing: Signing,
  created: Date,
  serial: number,
): Signature => {
  const { key, label } = signing
  const components = signing.components.filter((component) => isPresent(component, headers))
  const parts = httpbis.createSignatureBase({ fields: components }, { ...covered, headers })
  const input = `(${parts.map(([name]) => name).join(' ')})${parametersOf(signing, created, serial)}`
  const lines = parts.flatMap(([name, values]) => values.map((value) => `${name}: ${value}`))
  const base = [...lines, `"@signature-params": ${input}`].join('\n')
  const signature = signatureOver(Buffer.from(base), key).toString('base64')
  return { components, base, input: `${label}=${input}`, signature: `${label}=:${signature}:` }
}

const headersOf = (signatures: readonly Signature[]): Record<string, string> => ({
  'signature-input': signatures.map(({ input }) => input).join(', '),
  signature: signatures.map(({ signature }) => signature).join(', '),
})

/** The ranges, in seconds, over which the times of distinct signatures are spread. */
const spread = { created: 5, expires: 3600 }

/** Returns the parameters as they stand after the list of components. */
const parametersOf = (
  { key, label, parameters, values, distinct }: Signing,
  created: Date,
  serial: number,
): string => {
  const within = (range: number): number => (distinct ? serial % range : 0)
  const seconds = Math.floor(created.getTime() / 1000) - within(spread.created)
  const given = {
    created: () => seconds + (values?.created ?? 0),
    expires: () => seconds + (values?.expires ?? lifetime + within(spread.expires)),
    keyid: () => values?.keyid ?? key.keyId,
    alg: () => values?.alg ?? algorithmOf(key),
    nonce: () => nonceOf(created, `${serial} ${label}`),
    tag: () => values?.tag ?? 'op-conformance',
  }
  return parameters.map((name) => `;${name}=${serializeBareItem(given[name]())}`).join('')
}

const withBodyHeaders = (message: HttpRequest, { digest, components }: Signing): HttpRequest => {
  const { body, headers } = message
  if (!body) return message
  const isCounted = components.includes('content-length') && headers['transfer-encoding'] === undefined
  const length = isCounted ? { 'content-length': String(body.byteLength) } : {}
  return { ...message, headers: { 'content-digest': contentDigest(body, digest), ...headers, ...length } }
}

/**
 * Adds a digest with an unknown algorithm. A recipient ignores algorithms that it does not know (RFC 9530, section 2).
 */
const withFurtherDigest = (message: HttpRequest, place: RequestDraft['furtherMember']): HttpRequest => {
  const own = message.headers['content-digest']
  if (place === undefined || own === undefined) return message
  const value = endsIn(place).reduce((all, end) => beside(all, `op-unknown-${end}=:AAAA:`, end), own)
  return withHeaders(message, { 'content-digest': value })
}

/**
 * Adds a further signature that verifies but covers nothing that a signature has to cover. It is added last, so that
 * what a check did to the request's own signature stays as it is. A message without a signature gets none.
 */
export function withFurtherSignature(
  message: HttpRequest,
  place: RequestDraft['furtherMember'],
  signing: Signing,
  created: Date,
): HttpRequest {
  let { signature = '', 'signature-input': input = '' } = message.headers
  if (place === undefined || signature === '' || input === '') return message
  for (const end of endsIn(place)) {
    const own = { ...signing, label: `op-${end}`, components: ['@authority'] }
    const further = signatureOf(message, own, created, 0)
    input = beside(input, further.input, end)
    signature = beside(signature, further.signature, end)
  }
  return withHeaders(message, { 'signature-input': input, signature })
}

type End = 'first' | 'last'

const endsIn = (place: End | 'both'): readonly End[] => (place === 'both' ? ['first', 'last'] : [place])

const beside = (own: string, further: string, place: End): string =>
  place === 'first' ? `${further}, ${own}` : `${own}, ${further}`

const isPresent = (component: string, headers: HttpRequest['headers']): boolean => {
  const name = component.split(';', 1).join('').replaceAll('"', '').toLowerCase()
  return name.startsWith('@') || Object.hasOwn(headers, name)
}

const algorithmOf = ({ alg, name }: SigningKey): string => {
  const algorithm = algorithmName(alg)
  if (!algorithm) throw new Error(`the alg of ${name} is not an algorithm of RFC 9421: ${alg}`)
  return algorithm
}

const signatureOver = (data: Uint8Array, key: SigningKey): Buffer => {
  const algorithm = algorithms[algorithmOf(key)]
  if (!algorithm?.fits(key.privateKey))
    throw new Error(`the key of ${key.name} does not fit its alg ${key.alg}`)
  return algorithm.sign(data, key.privateKey)
}

/**
 * Returns a nonce. A nonce has to be new, also for each of several signatures of a request, but not secret: a repeated
 * run makes the same nonces again.
 */
const nonceOf = (created: Date, which: string): string =>
  hash('sha256', `${created.toISOString()} ${which}`, 'base64url').slice(0, 22)
