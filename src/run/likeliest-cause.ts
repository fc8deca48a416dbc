import type { Target } from '../target/target.ts'
import type { Answer, Failure, Response } from '../wire/answer.ts'

/** Why a request that had to be accepted was not: one sentence with the next step. */
export const likeliestCause = ({ response, failure }: Answer, target: Target): string =>
  response ? causeOfRefusal(response, target) : causeOfFailure(failure ?? noAnswer, target)

const noAnswer: Failure = { code: 'reset', message: 'the connection gave neither answer nor error' }

const causeOfFailure = ({ code, message }: Failure, { connection, file }: Target): string => {
  switch (code) {
    case 'refused':
      return `Nothing listens at ${connection.url}: start the server, or mend baseUrl or connectUrl in ${file}.`
    case 'dns':
      return `The host of ${connection.url} is not known: mend baseUrl or connectUrl in ${file}.`
    case 'timeout':
      return `No answer came from ${connection.url} within ${connection.requestTimeout} ms: see whether the server hangs, or raise limits.requestTimeout in ${file}.`
    case 'tls':
      return `The TLS connection to ${connection.url} failed (${message}): give the certificate authority as tls.ca in ${file}.`
    case 'protocol':
      return `What answers at ${connection.url} does not speak HTTP as expected (${message}): look at the scheme and the port in ${file}.`
    default:
      return `No usable answer came from ${connection.url} (${message}): look at the server's log.`
  }
}

const causeOfRefusal = ({ status, headers }: Response, { baseUrl, file }: Target): string => {
  const type = headers['content-type'] ?? ''
  if (status >= 300 && status < 400) {
    return `The server redirects (${status}): baseUrl in ${file} has to be the final URL, scheme and path included.`
  }
  if (status === 401) {
    return `The server refuses tokens.full or the signature (401): see that the token is alive, that the key of signing is registered for it under its keyId, and that the server verifies against ${baseUrl}.`
  }
  if (status === 403) {
    return `The server refuses tokens.full (403): it has to allow every operation on walletAddress in ${file}.`
  }
  if (status === 404) {
    return `The server knows nothing at ${baseUrl} (404): mend the path of baseUrl in ${file}.`
  }
  if (status >= 500) return `The server fails on a whole request (${status}): look at its log.`
  if (type.includes('html')) {
    return `The server answers HTML (${status}): baseUrl in ${file} is likely that of a web page or a proxy.`
  }
  return `The server refuses a whole request (${status}): see its answer in the events of this run.`
}
