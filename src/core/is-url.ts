import { ConfigurationError } from './errors.ts'

/** Returns true if a server is named by a URL, such as that of a wallet address, instead of by a target file. */
export function isUrl(named: string): boolean {
  return /^https?:\/\//i.test(named)
}

/** Throws a ConfigurationError for what was meant as a URL but is none, such as `localhost:8080` or `htp://a.example`. */
export function refuseUnlikeUrl(named: string): void {
  const [scheme = ''] = /^[a-z.+-]*:?\/\//i.exec(named) ?? []
  const rest = named.slice(scheme.length)
  if (isUrl(named) || (scheme === '' && !/^[\w.-]+:\d+(?:\/|$)/.test(rest))) return
  throw new ConfigurationError(
    'ERR_TARGET_FILE_UNREADABLE',
    `${named} is neither a file nor a URL of http: or https:; write http://${rest} or https://${rest}`,
  )
}
