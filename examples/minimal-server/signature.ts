import { type KeyObject, verify } from 'node:crypto'
import {
  dictionary,
  type Item,
  type Member,
  type Parameters,
  serializedParameters,
} from './structured-field.ts'

/** A request as it came. Its fields are combined as RFC 9421, 2.1 says, and its body is bytes. */
export interface Message {
  method: string
  /** The scheme and authority under which the server is reached. */
  origin: string
  /** The path and query, as sent. */
  target: string
  field: (name: string) => string | undefined
  body: Buffer
}

/** The key that the access token is bound to. */
export interface BoundKey {
  id: string
  key: KeyObject
}

type Signed = Extract<Member, { items: unknown }>

/** The seconds that a signature is valid, and that a clock may be ahead. */
const oldest = 600
const ahead = 60

/** Returns why no signature of the message is good, or undefined if one is. `now` is in milliseconds. */
export function whyUnsigned(message: Message, bound: BoundKey, now: number): string | undefined {
  const inputs = members(message, 'signature-input')
  const signatures = members(message, 'signature')
  if (!inputs || !signatures) return 'Signature-Input and Signature have to be dictionaries'
  let reason = 'there is no signature'
  for (const [label, input] of inputs) {
    const found = whyBad(message, input, signatures.get(label), bound, now / 1000)
    if (found === undefined) return undefined
    reason = `${label}: ${found}`
  }
  return reason
}

const members = ({ field }: Message, name: string): Map<string, Member> | undefined => {
  try {
    return dictionary(field(name) ?? '')
  } catch {
    return undefined
  }
}

const whyBad = (
  message: Message,
  input: Member,
  signature: Member | undefined,
  bound: BoundKey,
  now: number,
): string | undefined => {
  if (!('items' in input)) return 'the covered components are not inner list'
  if (!signature || !('item' in signature) || !Buffer.isBuffer(signature.item.value))
    return 'no signature in bytes'
  const { parameters } = input
  if (parameters.get('keyid')?.value !== bound.id)
    return 'keyid is not that of the key which the token is bound to'
  if ((parameters.get('alg')?.value ?? 'ed25519') !== 'ed25519') return 'alg is not that of the key'
  const late = whyUntimely(parameters, now)
  if (late !== undefined) return late
  const missing = required(message).find((name) => !covers(input, name))
  if (missing !== undefined) return `${missing} is not covered`
  const base = signatureBase(message, input)
  if (base === undefined) return 'a covered component is not there, not known or there twice'
  return verify(null, Buffer.from(base, 'latin1'), bound.key, signature.item.value)
    ? undefined
    : 'it does not verify'
}

const whyUntimely = (parameters: Parameters, now: number): string | undefined => {
  const created = parameters.get('created')?.value ?? now
  const expires = parameters.get('expires')?.value ?? now
  if (typeof created !== 'number' || typeof expires !== 'number') return 'a time is not a number'
  if (created > now + ahead || created < now - oldest) return 'created is too far away'
  return Math.ceil(expires) < Math.floor(now) ? 'it has expired' : undefined
}

const required = ({ body }: Message): string[] => [
  '@method',
  '@target-uri',
  'authorization',
  ...(body.length > 0 ? ['content-digest'] : []),
]

const covers = ({ items }: Signed, name: string): boolean =>
  items.some(({ item, parameters }) => item.value === name && parameters.size === 0)

/** The signature base (RFC 9421, 2.5), or undefined if it cannot be made. */
const signatureBase = (message: Message, { items, parameters }: Signed): string | undefined => {
  const lines = new Map<string, string>()
  for (const { item, parameters: own } of items) {
    const identifier = `${item.text}${serializedParameters(own)}`
    const value = component(message, item, own)
    if (value === undefined || lines.has(identifier)) return undefined
    lines.set(identifier, value)
  }
  const list = `(${[...lines.keys()].join(' ')})${serializedParameters(parameters)}`
  return [...lines, ['"@signature-params"', list]].map(([name, value]) => `${name}: ${value}`).join('\n')
}

const component = (
  message: Message,
  { value: name, text }: Item,
  parameters: Parameters,
): string | undefined => {
  if (typeof name !== 'string' || !text.startsWith('"')) return undefined
  if (name === '@query-param') return queryParameter(message, parameters)
  if (parameters.size > 0) return undefined
  return name.startsWith('@') ? derived(message, name) : message.field(name)
}

const derived = ({ method, origin, target }: Message, name: string): string | undefined => {
  const [path = '', ...query] = target.split('?')
  const { host, protocol } = new URL(origin)
  switch (name) {
    case '@method':
      return method
    case '@target-uri':
      return origin + target
    case '@authority':
      return host
    case '@scheme':
      return protocol.slice(0, -1)
    case '@request-target':
      return target
    case '@path':
      return path
    case '@query':
      return `?${query.join('?')}`
    default:
      return undefined
  }
}

/** The re-encoded value of a query parameter that occurs once (RFC 9421, 2.2.8). */
const queryParameter = ({ target }: Message, parameters: Parameters): string | undefined => {
  const name = parameters.get('name')?.value
  if (typeof name !== 'string' || parameters.size > 1) return undefined
  const query = new URLSearchParams(target.split('?').slice(1).join('?'))
  const found = [...query].filter(([key]) => encoded(key) === name)
  return found.length === 1 ? found.map(([, value]) => encoded(value)).join() : undefined
}

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
