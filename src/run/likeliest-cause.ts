import type { Answer, Failure, Response } from '../http/answer.ts'
import { answerInFull } from '../http/answer-in-full.ts'
import type { Target } from '../target-file/target.ts'

/** Why a request that had to be accepted was not: one sentence with the next step. */
export function likeliestCause(answer: Answer, target: Target): string {
  const { response, failure } = answer
  return response
    ? causeOfRefusal({ ...answer, response }, target)
    : causeOfFailure(failure ?? noAnswer, target)
}

const noAnswer: Failure = { code: 'reset', message: 'the connection gave neither answer nor error' }

const causeOfFailure = ({ code, message }: Failure, { connection, file }: Target): string => {
  const { url, requestTimeout, proxy } = connection
  if (proxy !== undefined && (code === 'refused' || code === 'dns'))
    return `The proxy between here and ${url} cannot be reached (${message}): mend proxy in ${file}, or HTTPS_PROXY and NO_PROXY in the environment.`
  const at = `At ${url} ${message}`
  switch (code) {
    case 'refused':
      return `Nothing listens at ${url}: start the server, or mend baseUrl or connectUrl in ${file}.`
    case 'dns':
      return `The host of ${url} is not known: mend baseUrl or connectUrl in ${file}.`
    case 'timeout':
      return `No whole answer came from ${url} within ${requestTimeout} ms: see whether the server hangs, or raise limits.requestTimeout in ${file}.`
    case 'certificate':
      return `${at}: give its authority as tls.ca in ${file}, or have it renewed for this name.`
    case 'tls':
      return `${at}: see whether the server speaks TLS there, and mend baseUrl or connectUrl in ${file} if not.`
    case 'protocol':
      return `${at}: look at the scheme and the port of baseUrl or connectUrl in ${file}.`
    case 'proxy':
      return `On the way to ${url} ${message}: mend proxy in ${file}, or HTTPS_PROXY and NO_PROXY in the environment.`
    case 'throttled':
      return `At ${url} ${message}.`
    case 'reset':
      return `${at}: look at the server's log${url.startsWith('http:') ? ', and whether it wants https' : ''}.`
    default:
      return `${at}: look at what answers there.`
  }
}

const causeOfRefusal = (answer: Answer & { response: Response }, target: Target): string => {
  const { baseUrl, file, placeOf } = target
  const { response } = answer
  const { status } = response
  const came = answerInFull(answer).replace('status ', '')
  if (status >= 300 && status < 400) {
    return `The server redirects (${status}): baseUrl in ${file} has to be the final URL, scheme and path included.`
  }
  if (status === 401) {
    return `The server refuses tokens.full or the signature (${came}): see that the token is alive, that the key of signing is registered for it under its keyId, and that the server verifies against ${baseUrl}. See ${placeOf(['tokens', 'full'])}, and ${placeOf(['signing'])}.`
  }
  if (status === 403) {
    return `The server refuses tokens.full (${came}): it has to allow every operation on walletAddress in ${file}. See ${placeOf(['tokens', 'full'])}, and ${placeOf(['walletAddress'])}.`
  }
  if (status === 404) {
    return `The server knows nothing at ${baseUrl} (${came}): mend the path of baseUrl in ${file}. See ${placeOf(['baseUrl'])}, and ${placeOf(['walletAddress'])}.`
  }
  if (status >= 500) return `The server fails on a whole request (${came}): look at its log.`
  if (isPage(response)) {
    return `The server answers HTML (${status}): baseUrl in ${file} is likely that of a web page or a proxy.`
  }
  return `The server refuses a whole request (${came}): see its answer in the events of this run.`
}

/** Why a request with neither token nor signature was accepted, if it is not that the server asks for neither. */
export function causeOfAcceptance(response: Response, { file }: Target): string {
  return isPage(response)
    ? `The server answers HTML to everything: baseUrl in ${file} is likely that of a web page or a proxy.`
    : `The server asks for neither token nor signature: see that both are verified, and that baseUrl in ${file} is that of the payments service itself.`
}

const isPage = ({ headers }: Response): boolean => (headers['content-type'] ?? '').includes('html')
