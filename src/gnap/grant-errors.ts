import { clockDifference } from '../core/clock-difference.ts'
import { ConfigurationError, NotJudgedError } from '../core/errors.ts'
import { valueAt } from '../core/json.ts'
import type { Failure, Response } from '../http/answers/answer.ts'
import { serverWords } from '../http/answers/server-words.ts'

export function unreachable(url: string, { code, message }: Failure): NotJudgedError {
  const next = code === 'tls' ? withoutTls(url) : 'check that the server runs, and its URL'
  return new NotJudgedError('ERR_UNREACHABLE', `${url} cannot be reached: ${message}; ${next}`)
}

/** A server may publish https URLs and leave TLS to a proxy before it. */
const withoutTls = (url: string): string => {
  const { origin } = new URL(url)
  return `if the server speaks HTTP without TLS, say where: --connect ${origin}=${origin.replace(/^https:/, 'http:')} with the address of the server itself (connectUrls in a target file); otherwise look at its log`
}

/** The refusal of an authorization server. */
export class GrantRefused extends Error {
  override readonly name = 'GrantRefused'
  readonly status: number
  /** The server's error code, such as `too_fast`. The text is empty if it gave none. */
  readonly code: string
  /** The server's time by its Date header, in milliseconds since 1970. NaN if there is none. */
  readonly date: number

  constructor(doing: string, url: string, { status, json, text, headers }: Response) {
    const code = codeIn(json)
    const words = serverWords(text, headers['www-authenticate'] ?? '')
    const said = [code, words].filter((part) => part).join(': ')
    super(`the authorization server refused ${doing}: ${url} answered ${status}${said && ` (${said})`}`)
    this.status = status
    this.code = code
    this.date = Date.parse(headers['date'] ?? '')
  }
}

/** Reads `{ error: { code } }` of Open Payments, or `{ error: code }` of RFC 9635. */
const codeIn = (json: unknown): string => {
  const code = valueAt(json, 'error', 'code') ?? valueAt(json, 'error')
  return typeof code === 'string' ? code : ''
}

/** The age in milliseconds beyond which some servers refuse signatures. */
const tolerable = 30_000

/**
 * Words the remedy for a refusal that a wait cannot mend. `name` is the token that was requested, `now` the harness's
 * time.
 */
export function sentenceOf(
  error: GrantRefused,
  name: string,
  { walletAddress, now }: { walletAddress: string | undefined; now: number },
): Error {
  const { message, code, status, date } = error
  const fact = `${name}: ${message}`
  if (code === 'request_denied') return declined(name)
  if (code === 'too_fast') {
    return new NotJudgedError(
      'ERR_GRANT_REFUSED',
      `${fact}; the wait that the server named was kept: try again, and tell the vendor`,
    )
  }
  if (code === 'invalid_client' || status === 401) {
    if (Math.abs(date - now) > tolerable) {
      return new ConfigurationError(
        'ERR_CLOCK',
        `${fact}; its clock is ${clockDifference(date - now)} by its Date header, and signatures have a time: set the clock of this machine or of the server`,
      )
    }
    const known =
      walletAddress === undefined
        ? 'check that the server takes a key in the request (client.directed)'
        : `check that ${walletAddress}/jwks.json has the public key of signing, under its keyId, and that the server can read it`
    return new ConfigurationError('ERR_GRANT_CLIENT', `${fact}; ${known}`)
  }
  if (status >= 500) return new NotJudgedError('ERR_GRANT_REFUSED', `${fact}; look at its log`)
  return new ConfigurationError(
    'ERR_GRANT_REFUSED',
    `${fact}; give this token under tokens in the target file, or correct client and grants`,
  )
}

export function declined(name: string): NotJudgedError {
  return new NotJudgedError(
    'ERR_GRANT_DECLINED',
    `${name}: the consent was declined, so there is no token; run again and accept, or give the token in the target file`,
  )
}

export function unreadable(doing: string, url: string): NotJudgedError {
  return new NotJudgedError(
    'ERR_GRANT_ANSWER',
    `${url} answered ${doing} with something that is not an answer of RFC 9635; check that authServer of the wallet address is an authorization server`,
  )
}

export function withoutToken(name: string): NotJudgedError {
  return new NotJudgedError(
    'ERR_GRANT_ANSWER',
    `${name}: the authorization server answered without an access token and without a page for consent; look at its log`,
  )
}

export function fewerRights(name: string, missing: readonly string[]): NotJudgedError {
  return new NotJudgedError(
    'ERR_GRANT_RIGHTS',
    `${name}: the grant has fewer rights than were asked for (missing: ${missing.join('; ')}); grant them, or give the token in the target file`,
  )
}
