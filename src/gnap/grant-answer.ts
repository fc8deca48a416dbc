import { isObject } from '../core/json.ts'
import type { AccessItem } from './access.ts'

/** An access token of an authorization server. */
export interface GrantedToken {
  value: string
  /** Which of several tokens it is, as the client called it. */
  label?: string
  /** The URL for rotation and revocation; servers may leave it out. */
  manage?: string
  /** Milliseconds; absent if the server does not say. */
  expiresIn?: number
  access: readonly AccessItem[]
  /** How its grant is ended, and every token of it (RFC 9635, section 5.4); servers may leave it out. */
  grant?: Pick<Continuation, 'uri' | 'token'>
}

/** How a grant goes on. */
export interface Continuation {
  uri: string
  token: string
  /** Milliseconds that have to pass before. */
  wait: number
}

/** What an authorization server answers to a grant request or a continuation (RFC 9635, section 3). */
export interface GrantAnswer {
  /** Empty as long as the grant is not given. */
  tokens: readonly GrantedToken[]
  /** `redirect` is a URL as a browser writes it, without line breaks and control characters. */
  interact?: { redirect: string; finish?: string }
  continue?: Continuation
}

/** RFC 9635, section 3.1: a client that is told no time waits five seconds. */
const usualWait = 5000

/** Undefined if it has neither a token nor a way to go on. */
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

/** A token becomes part of a header. Most servers take 8 or 16 KiB of headers. */
const longestToken = 64 * 1024

const isTokenValue = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= longestToken && /^[\x21-\x7e]+$/.test(value)

const isUrl = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value)

const isAccessItem = (item: unknown): item is AccessItem =>
  isObject(item) && typeof item['type'] === 'string' && Array.isArray(item['actions'])
