import type { Failure, FailureCode } from '../http/answers/answer.ts'
import type { Contradiction } from './contradiction.ts'

/**
 * Says why no connection to a URL was made, and what to do. `setting` names the key or the option that has the URL.
 * Returns undefined for a failure that needs more explanation than this.
 */
export function whyNoConnection(
  { code, message }: Failure,
  url: string,
  setting: string,
): Pick<Contradiction, 'fact' | 'next'> | undefined {
  const causes: Partial<Record<FailureCode, Pick<Contradiction, 'fact' | 'next'>>> = {
    refused: { fact: `nothing listens at ${url}`, next: `start the server, or correct ${setting}` },
    dns: { fact: `the host of ${url} is unknown`, next: `correct ${setting}` },
    tls: {
      fact: `at ${url}, ${message}`,
      next: `write http: in ${setting} if the server does not speak TLS there; otherwise look at its log`,
    },
  }
  return causes[code]
}
