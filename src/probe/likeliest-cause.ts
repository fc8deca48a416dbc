import type { Answer, Response } from '../http/answers/answer.ts'
import { answerInFull } from '../http/answers/answer-in-full.ts'
import type { Target } from '../target-file/target.ts'
import { inSentence } from './contradiction.ts'
import { isPage, whyUnreachable } from './unreachable.ts'

/** Says in sentences why a valid request was not accepted: the place in the target file, and the next step. */
export function likeliestCause(answer: Answer, target: Target): string {
  const unreachable = whyUnreachable(answer, target)
  return unreachable ? `${inSentence(unreachable, target)}.` : causeOfRefusal(answer, target)
}

const causeOfRefusal = (answer: Answer, { baseUrl, file, placeOf }: Target): string => {
  const { status = 0, headers = {} } = answer.response ?? {}
  const came = answerInFull(answer).replace('status ', '')
  const who = isPage(headers)
    ? 'The response is HTML: a firewall or a proxy in front of the server may have sent it. If not, the '
    : 'The '
  if (status === 401) {
    return `${who}server refuses tokens.full or the signature (${came}). Check that the token is still valid, that the key of signing is registered for it under its keyId, and that the server verifies against ${baseUrl}. See ${placeOf(['tokens', 'full'])}, and ${placeOf(['signing'])}.`
  }
  if (status === 403) {
    return `${who}server refuses tokens.full (${came}). The token must allow every operation on walletAddress in ${file}. See ${placeOf(['tokens', 'full'])}, and ${placeOf(['walletAddress'])}.`
  }
  if (status === 404) {
    return `The server has nothing at ${baseUrl} (${came}). Correct the path of baseUrl in ${file}. See ${placeOf(['baseUrl'])}, and ${placeOf(['walletAddress'])}.`
  }
  if (status >= 500) return `The server fails on a valid request (${came}). Look at its log.`
  if (isPage(headers)) {
    return `The server answers with HTML (${status}). baseUrl in ${file} is probably the URL of a web page or a proxy.`
  }
  return `The server refuses a valid request (${came}). See its response in the events of this run.`
}

/**
 * Says why a request with neither token nor signature was accepted: the server requires neither, or something else
 * answers there.
 */
export function causeOfAcceptance(response: Response, { file }: Target): string {
  return isPage(response.headers)
    ? `The server answers every request with HTML. baseUrl in ${file} is probably the URL of a web page or a proxy.`
    : `The server requires neither a token nor a signature. Check that it verifies both, and that baseUrl in ${file} is the URL of the payments service itself.`
}
