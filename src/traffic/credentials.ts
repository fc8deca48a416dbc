import { isCredentialHeader, withoutCredentials } from '../http/records/credentials.ts'
import type { Secret } from '../target-file/target.ts'
import type { Captured } from './captured.ts'

/**
 * Returns the credentials in an exchange of others, except its access token: cookies, API keys, passwords. A record
 * hides them in their own places. Those returned here can also be searched for elsewhere. A value that is a word, a
 * number or a date is left out, because it may mean something else.
 */
export function credentialsOf({ request, response }: Captured): Secret[] {
  const found: Secret[] = []
  const keep = (name: string, value: string): string => {
    found.push({ name, value: decoded(value) })
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

const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
