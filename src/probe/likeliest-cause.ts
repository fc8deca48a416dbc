import type { Answer, Failure, Response } from '../http/answers/answer.ts'
import { answerInFull } from '../http/answers/answer-in-full.ts'
import type { Target } from '../target-file/target.ts'

/** Why a request that had to be accepted was not: one sentence with the next step. */
export function likeliestCause(answer: Answer, target: Target): string {
  const { response, failure } = answer
  return response
    ? causeOfRefusal({ ...answer, response }, target)
    : causeOfFailure(failure ?? noAnswer, target)
}

const noAnswer: Failure = { code: 'reset', message: 'the connection gave neither a response nor an error' }

const causeOfFailure = ({ code, message }: Failure, { connection, file }: Target): string => {
  const { url, requestTimeout, proxy } = connection
  if (proxy !== undefined && (code === 'refused' || code === 'dns'))
    return `The proxy between here and ${url} cannot be reached (${message}). Correct proxy in ${file}, or HTTPS_PROXY and NO_PROXY in the environment.`
  const at = `At ${url}, ${message}`
  switch (code) {
    case 'refused':
      return `Nothing listens at ${url}. Start the server, or correct baseUrl or connectUrl in ${file}.`
    case 'dns':
      return `The host of ${url} is unknown. Correct baseUrl or connectUrl in ${file}.`
    case 'timeout':
      return `No complete response came from ${url} within ${requestTimeout} ms. Check whether the server hangs, or raise limits.requestTimeout in ${file}.`
    case 'certificate':
      return `${at}. Set its certificate authority as tls.ca in ${file}, or renew the certificate for this name.`
    case 'tls':
      return `${at}. Check whether the server speaks TLS there; if it does not, correct baseUrl or connectUrl in ${file}.`
    case 'protocol':
      return `${at}. Check the scheme and the port of baseUrl or connectUrl in ${file}.`
    case 'proxy':
      return `On the way to ${url}, ${message}. Correct proxy in ${file}, or HTTPS_PROXY and NO_PROXY in the environment.`
    case 'throttled':
      return `At ${url}, ${message}.`
    case 'closed':
    case 'reset':
      return `${at}. Look at the server's log${url.startsWith('http:') ? ', and check whether the server requires https' : ''}.`
    default:
      return `${at}. Check which program answers there.`
  }
}

const causeOfRefusal = (answer: Answer & { response: Response }, target: Target): string => {
  const { baseUrl, file, placeOf } = target
  const { response } = answer
  const { status } = response
  const came = answerInFull(answer).replace('status ', '')
  if (status >= 300 && status < 400) {
    return `The server redirects (${status}). baseUrl in ${file} must be the final URL, including scheme and path.`
  }
  if (status === 401) {
    return `The server refuses tokens.full or the signature (${came}). Check that the token is still valid, that the key of signing is registered for it under its keyId, and that the server verifies against ${baseUrl}. See ${placeOf(['tokens', 'full'])}, and ${placeOf(['signing'])}.`
  }
  if (status === 403) {
    return `The server refuses tokens.full (${came}). The token must allow every operation on walletAddress in ${file}. See ${placeOf(['tokens', 'full'])}, and ${placeOf(['walletAddress'])}.`
  }
  if (status === 404) {
    return `The server has nothing at ${baseUrl} (${came}). Correct the path of baseUrl in ${file}. See ${placeOf(['baseUrl'])}, and ${placeOf(['walletAddress'])}.`
  }
  if (status >= 500) return `The server fails on a valid request (${came}). Look at its log.`
  if (isPage(response)) {
    return `The server answers with HTML (${status}). baseUrl in ${file} is probably the URL of a web page or a proxy.`
  }
  return `The server refuses a valid request (${came}). See its response in the events of this run.`
}

/** Why a request with neither token nor signature was accepted, if it is not that the server asks for neither. */
export function causeOfAcceptance(response: Response, { file }: Target): string {
  return isPage(response)
    ? `The server answers every request with HTML. baseUrl in ${file} is probably the URL of a web page or a proxy.`
    : `The server requires neither a token nor a signature. Check that it verifies both, and that baseUrl in ${file} is the URL of the payments service itself.`
}

const isPage = ({ headers }: Response): boolean => (headers['content-type'] ?? '').includes('html')
