import type { ReceivedRequest } from '../core/request.ts'
import { absent, type Component, type ComponentValue, identifier, present } from './component.ts'

/** The value of a derived component: RFC 9421, 2.2. */
export function derivedValue(request: ReceivedRequest, component: Component): ComponentValue {
  const { name, parameters } = component
  if (name === '@query-param') return queryParameter(request, component)
  const derive = derivations[name]
  if (!derive) return absent(`${identifier(component)} is no component of a request`)
  if (parameters.size > 0) {
    return absent(`${identifier(component)} has a parameter that "${name}" does not take`)
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

/** The parts as they stand: URL would resolve dots and escapes, so that a client's true request looked altered. */
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
    return absent(`${identifier(component)} has to have the parameter name, a string, and no other`)
  }
  const named = [...new URLSearchParams(parts(request.targetUri).query)].filter(
    ([key]) => escaped(key) === name,
  )
  const [only] = named
  if (only && named.length === 1) return present(escaped(only[1]))
  const found = named.length === 0 ? 'no such parameter' : `${named.length} such parameters`
  return absent(`${identifier(component)} is covered, but the query has ${found}`)
}

/** The percent-encode set of application/x-www-form-urlencoded, a space as %20. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
