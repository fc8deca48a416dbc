import { parseJson, valueAt } from '../../core/json.ts'
import { unescaped } from '../../core/urls.ts'
import { tokenIn } from '../../diagnose/client/exchange.ts'
import { isCredentialHeader, withoutCredentials } from '../../http/records/credentials.ts'
import type { Redactor } from '../../http/records/redact.ts'
import { keepSecret } from '../../target-file/keys/secrets.ts'
import type { Secret } from '../../target-file/target.ts'
import type { Captured } from '../../traffic/captured.ts'
import type { GuardedIo } from '../run/guarded.ts'

/**
 * The largest number of credentials that are hidden everywhere in the record. Further ones are hidden where they stand,
 * but not where a server quotes them.
 */
const mostSought = 1000

/** The tokens in traffic. They are named by their order of appearance, and hidden in everything that is written. */
export interface TrafficTokens {
  redactor: Redactor
  nameOf: (token: string) => string
  /** Returns true for a token that an authorization server issued in this traffic. Nothing is known about others. */
  isGranted: (token: string) => boolean
  see: (captured: Captured) => void
}

export function createTokenBook(baseUrl: string, io: GuardedIo): TrafficTokens {
  const secrets: Secret[] = []
  const redactor = io.hide(secrets)
  const names = new Map<string, string>()
  const granted = new Set<string>()
  let sought = 0
  const nameOf = (token: string): string => {
    const known = names.get(token)
    if (known !== undefined) return known
    const name = `token ${names.size + 1}`
    names.set(token, name)
    secrets.push({ name, value: token })
    return name
  }
  return {
    redactor,
    nameOf,
    isGranted: (token) => granted.has(token),
    see: (captured) => {
      const { request, response } = captured
      const token = tokenIn(request)
      if (token !== '') nameOf(token)
      for (const { name, value } of sought < mostSought ? credentialsOf(captured) : []) {
        if (baseUrl.includes(value)) continue
        keepSecret(secrets, name, value)
        sought++
      }
      if (!response || response.status >= 300) return
      const { tokens, continuations } = issuedSecretsIn(response.text)
      for (const value of tokens) granted.add(value)
      for (const value of [...tokens, ...continuations]) nameOf(value)
    },
  }
}

/** Secrets in the response of an authorization server. */
interface IssuedSecrets {
  /** The access tokens of a grant (RFC 9635, section 3.2). */
  tokens: string[]
  /** The tokens of its continuation, and the part of its redirect URL that lets a person decide. */
  continuations: string[]
}

const issuedSecretsIn = (text: string): IssuedSecrets => {
  const answer = parseJson(text)
  const redirect = valueAt(answer, 'interact', 'redirect')
  const last = typeof redirect === 'string' ? redirect.split('/').at(-1) : undefined
  return {
    tokens: accessTokensOf(answer),
    continuations: [...accessTokensOf(valueAt(answer, 'continue')), ...(last ? [last] : [])],
  }
}

const accessTokensOf = (holder: unknown): string[] =>
  [valueAt(holder, 'access_token')]
    .flat()
    .map((token) => valueAt(token, 'value'))
    .filter((value) => typeof value === 'string')

/**
 * Returns the credentials in an exchange of others, except its access token: cookies, API keys, passwords. A record
 * hides them in their own places. Those returned here can also be searched for elsewhere. A value that is a word, a
 * number or a date is left out, because it may mean something else.
 */
function credentialsOf({ request, response }: Captured): Secret[] {
  const found: Secret[] = []
  const keep = (name: string, value: string): string => {
    found.push({ name, value: unescaped(value) ?? value })
    return ''
  }
  for (const text of [request.url, Buffer.from(request.body ?? []).toString(), response?.text ?? ''])
    withoutCredentials(text, keep)
  for (const [name, value] of Object.entries({ ...response?.headers, ...request.headers })) {
    if (isCredentialHeader(name)) for (const part of partsOf(name, value)) keep(`headers.${name}`, part)
  }
  return found.filter(({ value }) => !/^(?:[a-z]+|[\d.:+TZ-]+)$/i.test(value))
}

const partsOf = (name: string, value: string): string[] => {
  if (name.startsWith('cookie')) return value.split(';').map(cookieValue)
  // Several cookies are joined by commas, and a date contains a comma too.
  if (name.startsWith('set-cookie'))
    return value.split(/,(?=[^;,=]+=)/).map((one) => cookieValue(one.split(';', 1)[0] ?? ''))
  return [value.replace(/^\S+ +/, '')]
}

const cookieValue = (pair: string): string =>
  pair
    .slice(pair.indexOf('=') + 1)
    .trim()
    .replace(/^"|"$/g, '')
