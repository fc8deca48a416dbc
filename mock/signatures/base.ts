import {
  isInnerList,
  type Parameters,
  parseDictionary,
  parseList,
  serializeDictionary,
  serializeInnerList,
  serializeItem,
  serializeList,
} from 'structured-headers'
import type { ReceivedRequest } from '../core/request.ts'

export type SignatureBase = { ok: true; base: string } | { ok: false; reason: string }

/**
 * Builds the signature base of RFC 9421, 2.5, one line for each component. `parameters` is the value of its last line,
 * @signature-params: the components and parameters as the client wrote them.
 */
export function signatureBase(
  request: ReceivedRequest,
  components: readonly Component[],
  parameters: string,
): SignatureBase {
  const lines: string[] = []
  for (const component of components) {
    const value = valueIn(request, component)
    if (!value.ok) return value
    // A line break could add lines to the base that nobody signed as components.
    if (/[\r\n]/.test(value.value))
      return { ok: false, reason: `${identifier(component)} contains a line break` }
    lines.push(`${identifier(component)}: ${value.value}`)
  }
  return { ok: true, base: [...lines, `"@signature-params": ${parameters}`].join('\n') }
}

const valueIn = (request: ReceivedRequest, component: Component): ComponentValue =>
  component.name.startsWith('@') ? derivedValue(request, component) : fieldValue(request, component)

/** The value of a derived component: RFC 9421, 2.2. */
function derivedValue(request: ReceivedRequest, component: Component): ComponentValue {
  const { name, parameters } = component
  if (name === '@query-param') return queryParameter(request, component)
  const derive = derivations[name]
  if (!derive) return absent(`${identifier(component)} is not a component of a request`)
  if (parameters.size > 0) {
    return absent(`${identifier(component)} has a parameter that "${name}" does not allow`)
  }
  return present(derive(request))
}

const derivations: Partial<Record<string, (request: ReceivedRequest) => string>> = {
  '@method': ({ method }) => method,
  '@target-uri': ({ targetUri }) => targetUri,
  '@scheme': ({ targetUri }) => parts(targetUri).scheme,
  '@authority': ({ targetUri }) => authority(parts(targetUri)),
  '@request-target': ({ targetUri }) => parts(targetUri).path + parts(targetUri).query,
  '@path': ({ targetUri }) => parts(targetUri).path,
  '@query': ({ targetUri }) => parts(targetUri).query || '?',
}

interface UriParts {
  scheme: string
  host: string
  path: string
  query: string
}

/**
 * Splits the URI without normalizing it. URL would resolve dots and escapes, and then a correctly signed request would
 * look altered.
 */
const parts = (uri: string): UriParts => {
  const [, scheme = '', host = '', path = '', query = ''] =
    /^([^:/?#]*):\/\/(?:[^/?#@]*@)?([^/?#]*)([^?#]*)(\?[^#]*)?/.exec(uri) ?? []
  return { scheme: scheme.toLowerCase(), host: host.toLowerCase(), path: path || '/', query }
}

const authority = ({ scheme, host }: UriParts): string => {
  const defaultPort = scheme === 'https' ? ':443' : ':80'
  return host.endsWith(defaultPort) ? host.slice(0, -defaultPort.length) : host
}

const queryParameter = (request: ReceivedRequest, component: Component): ComponentValue => {
  const name = component.parameters.get('name')
  if (typeof name !== 'string' || component.parameters.size > 1) {
    return absent(`${identifier(component)} must have exactly one parameter, the string "name"`)
  }
  const named = [...new URLSearchParams(parts(request.targetUri).query)].filter(
    ([key]) => escaped(key) === name,
  )
  const [only] = named
  if (only && named.length === 1) return present(escaped(only[1]))
  const found = named.length === 0 ? 'no such parameter' : `${named.length} such parameters`
  return absent(`${identifier(component)} is covered, but the query has ${found}`)
}

/** Applies the percent-encode set of application/x-www-form-urlencoded, but with a space as %20. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/** The value of a header field: RFC 9421, 2.1, with its parameters `sf`, `key` and `bs`. */
function fieldValue(request: ReceivedRequest, component: Component): ComponentValue {
  const { name, parameters } = component
  const field = request.headers.get(name)
  const foreign = [...parameters.keys()].find((parameter) => !['sf', 'key', 'bs'].includes(parameter))
  const strict = parameters.has('sf') || parameters.has('key')
  if (name !== name.toLowerCase()) return absent(`"${name}" must be written in lower case`)
  if (foreign) {
    return absent(
      `${identifier(component)} has the parameter ${foreign}, which is not allowed for a request header`,
    )
  }
  if (parameters.has('bs') && strict) return absent(`${identifier(component)} combines bs with sf or key`)
  if (field === undefined) return absent(`"${name}" is covered, but the request has no such header`)
  if (parameters.has('bs')) return present(`:${Buffer.from(field, 'latin1').toString('base64')}:`)
  return strict ? structuredValue(field, component) : present(field)
}

const structuredValue = (field: string, component: Component): ComponentValue => {
  const key = component.parameters.get('key')
  try {
    return key === undefined ? present(strictly(field)) : memberValue(field, component)
  } catch {
    return absent(
      `${identifier(component)} is covered, but that header is not a structured field of its kind`,
    )
  }
}

const memberValue = (field: string, component: Component): ComponentValue => {
  const key = component.parameters.get('key')
  const member = typeof key === 'string' ? parseDictionary(field).get(key) : undefined
  if (!member) return absent(`${identifier(component)} is covered, but that header has no such member`)
  return present(isInnerList(member) ? serializeInnerList(member) : serializeItem(member))
}

/**
 * Reserializes the field as a list, which includes items, or else as a dictionary. A field that can be read as both
 * differs only in repeated members.
 */
const strictly = (field: string): string => {
  try {
    return serializeList(parseList(field))
  } catch {
    return serializeDictionary(parseDictionary(field))
  }
}

/** A covered component: its name, and the parameters that determine how its value is taken. */
export interface Component {
  name: string
  parameters: Parameters
}

/** The value of a component in a request, or the reason why it has none. */
export type ComponentValue = { ok: true; value: string } | { ok: false; reason: string }

export function identifier({ name, parameters }: Component): string {
  return serializeItem([name, parameters])
}

/**
 * A key that is equal for components that RFC 9421, 2 considers the same. The order of their parameters does not count.
 */
export function identity({ name, parameters }: Component): string {
  return identifier({ name, parameters: new Map([...parameters].sort(([a], [b]) => (a < b ? -1 : 1))) })
}

function present(value: string): ComponentValue {
  return { ok: true, value }
}

function absent(reason: string): ComponentValue {
  return { ok: false, reason }
}
