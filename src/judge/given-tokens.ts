import type { ExchangeEvent } from '../core/events.ts'
import { serverWords } from '../http/answers/server-words.ts'
import { lastSegment } from '../http/path-segment.ts'

/**
 * Observes how the server treats the tokens that a run uses. A check that was skipped for lack of one then gets the
 * true reason.
 */
export interface GivenTokens {
  /** `receivers` are the URLs of the receivers that the run was given so far. */
  take: (exchange: ExchangeEvent, receivers: Iterable<string>) => void
  /** Rewords a missing need if the target file gives the token, but the server refuses it or shows it too little. */
  trueReason: (missing: string) => string
}

/** The token that reads receivers. It may be refused everything else. */
const named = 'receivers.access'

const notEnough = 'the server does not show it enough of the receiver'

export function createGivenTokens(): GivenTokens {
  let found: string | undefined
  return {
    take: ({ request, response }, receivers) => {
      if (!request.token?.startsWith(named)) return
      found ??= 'no receiver was read with it'
      if (!response || !isRead(request, receivers) || found === notEnough) return
      if (response.status < 300) found = notEnough
      else if (response.status >= 400 && response.status < 500)
        found = `the server refuses it: ${refusalIn(request, response)}`
    },
    trueReason: (missing) => {
      const isOfToken =
        missing.includes(`${named} in the target file`) || missing.includes(`${named} to read`)
      return isOfToken && found !== undefined ? `${named} is in the target file, but ${found}` : missing
    },
  }
}

/** Receivers are compared by their ids, because the server may be reached at another origin than they name. */
const isRead = ({ method, url }: ExchangeEvent['request'], receivers: Iterable<string>): boolean =>
  method === 'GET' && [...receivers].some((receiver) => lastSegment(receiver) === lastSegment(url))

const refusalIn = (
  { method, url }: ExchangeEvent['request'],
  { status, headers, body }: NonNullable<ExchangeEvent['response']>,
): string => {
  const words = serverWords(body, headers['www-authenticate'])
  return `${method} ${new URL(url).pathname.replace(/[^/]*$/, '{id}')}: status ${status}${words === undefined ? '' : `: ${words}`}`
}
