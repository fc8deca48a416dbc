import type { ExchangeEvent } from '../core/events.ts'
import { serverWords } from '../http/answers/server-words.ts'

/**
 * Observes how the server treats the tokens that a run uses. A check that was skipped for lack of one then gets the
 * true reason.
 */
export interface GivenTokens {
  take: (exchange: ExchangeEvent) => void
  /** Rewords a missing need if the target file gives the token, but the server refuses it or shows it too little. */
  trueReason: (missing: string) => string
}

/**
 * The token that reads receivers. It is always used exactly as it is given, so a refusal of it is never a check's
 * doing.
 */
const named = 'receivers.access'

export function createGivenTokens(): GivenTokens {
  let refusal: string | undefined
  let isAccepted = false
  return {
    take: ({ request, response }) => {
      if (!request.token?.startsWith(named) || !response) return
      if (response.status < 300) isAccepted = true
      else if (response.status >= 400 && response.status < 500) refusal = refusalIn(request, response)
    },
    trueReason: (missing) => {
      if (!missing.includes(`${named} in the target file`) && !missing.includes(`${named} to read`))
        return missing
      if (isAccepted)
        return `${named} is in the target file, but the server does not show it enough of the receiver`
      return refusal === undefined
        ? missing
        : `${named} is in the target file, but the server refuses it: ${refusal}`
    },
  }
}

const refusalIn = (
  { method, url }: ExchangeEvent['request'],
  { status, headers, body }: NonNullable<ExchangeEvent['response']>,
): string => {
  const words = serverWords(body, headers['www-authenticate'])
  return `${method} ${new URL(url).pathname.replace(/[^/]*$/, '{id}')}: status ${status}${words === undefined ? '' : `: ${words}`}`
}
