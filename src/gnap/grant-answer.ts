import { isObject } from '../core/json.ts'
import type { AccessItem } from './access.ts'

/** An access token of an authorization server. */
export interface GrantedToken {
  value: string
  /** The client's own name for the token, if it asked for several. */
  label?: string
  /** The URL for rotation and revocation. Servers may leave it out. */
  manage?: string
  /** The lifetime in milliseconds, or undefined if the server does not say. */
  expiresIn?: number
  access: readonly AccessItem[]
  /** The means to end the token's grant, with every token of it (RFC 9635, section 5.4). Servers may leave it out. */
  grant?: Pick<Continuation, 'uri' | 'token'>
}

/** The means to continue a grant. */
export interface Continuation {
  uri: string
  token: string
  /** Milliseconds that have to pass before the continuation. */
  wait: number
}

/** The response of an authorization server to a grant request or a continuation (RFC 9635, section 3). */
export interface GrantAnswer {
  /** The tokens. The list is empty as long as the grant is not given. */
  tokens: readonly GrantedToken[]
  /**
   * The interaction that the server asks for. `redirect` is a URL as a browser writes it, without line breaks and
   * control characters.
   */
  interact?: { redirect: string; finish?: string }
  continue?: Continuation
}

/** The wait in milliseconds if the server names none. RFC 9635, section 3.1, says five seconds. */
const usualWait = 5000

/** Reads a grant response. Returns undefined if it has neither a token nor a continuation. */
export function grantAnswerIn(json: unknown): GrantAnswer | undefined {
  if (!isObject(json)) return undefined
  const onward = continuationIn(json['continue'])
  const grant = onward && { grant: { uri: onward.uri, token: onward.token } }
  const tokens = [json['access_token']].flat().flatMap((token) => {
    const one = tokenIn(token)
    return one ? [{ ...one, ...grant }] : []
  })
  const interact = interactionIn(json['interact'])
  if (tokens.length === 0 && !onward) return undefined
  return { tokens, ...(interact && { interact }), ...(onward && { continue: onward }) }
}

export function tokenIn(json: unknown): GrantedToken | undefined {
  if (!isObject(json)) return undefined
  const { value, label, manage, expires_in: seconds, access } = json
  if (!isTokenValue(value)) return undefined
  return {
    value,
    access: Array.isArray(access) ? access.filter(isAccessItem) : [],
    ...(typeof label === 'string' && { label }),
    ...(isUrl(manage) && { manage }),
    ...(typeof seconds === 'number' && seconds >= 0 && { expiresIn: seconds * 1000 }),
  }
}

const interactionIn = (json: unknown): GrantAnswer['interact'] => {
  if (!isObject(json) || !isUrl(json['redirect'])) return undefined
  const { redirect, finish } = json
  return { redirect: new URL(redirect).href, ...(typeof finish === 'string' && { finish }) }
}

const continuationIn = (json: unknown): Continuation | undefined => {
  if (!isObject(json) || !isUrl(json['uri']) || !isObject(json['access_token'])) return undefined
  const { uri, wait } = json
  const token = json['access_token']['value']
  if (!isTokenValue(token)) return undefined
  return { uri, token, wait: typeof wait === 'number' && wait >= 0 ? wait * 1000 : usualWait }
}

/**
 * The longest token that is accepted, as a token becomes part of a header. Most servers take 8 or 16 KiB of headers.
 */
const longestToken = 64 * 1024

const isTokenValue = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= longestToken && /^[\x21-\x7e]+$/.test(value)

const isUrl = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value)

const isAccessItem = (item: unknown): item is AccessItem =>
  isObject(item) && typeof item['type'] === 'string' && Array.isArray(item['actions'])
