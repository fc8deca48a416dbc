import { isObject } from '../core/json.ts'
import type { Answer, Failure, FailureCode } from '../http/answers/answer.ts'
import type { RequestDraft } from '../http/draft.ts'
import type { Target } from '../target-file/target.ts'
import type { Contradiction } from './prober.ts'

/**
 * Says why the program that answered a valid request is no server of the interface. Returns undefined if it may be one.
 */
export function whyUnreachable(
  { response, failure, url }: Answer,
  target: Target,
): Contradiction | undefined {
  if (failure) return ofFailure(failure, target)
  if (!response) return ofFailure(noAnswer, target)
  const { status, headers, json } = response
  if (status >= 300 && status < 400) return redirected(status, headers['location'], url, target)
  const isHtml = isPage(headers)
  if (status < 300 && (isHtml || !isObject(json))) return noJson(status, isHtml, target)
  return undefined
}

/** Says in a sentence why a server that answered at first no longer answers. The target file was right until then. */
export function whyStopped(failure: Failure, target: Target): string {
  const { fact, next } = ofFailure(failure, target)
  return `The server answered at first, but then stopped: ${fact}; ${next}.`
}

/** Says in a sentence why a server counts as silent: it stopped answering, or answers nothing but 429. */
export function whySilent({ failure }: Answer, target: Target): string {
  return failure && failure.code !== 'throttled'
    ? whyStopped(failure, target)
    : `The server keeps answering 429 (too many requests). Lower limits.requestsPerSecond in ${target.file}.`
}

/** Says in a sentence that too many requests got no response in time. */
export function whyManyLate(
  late: readonly RequestDraft[],
  requests: number,
  { connection, file }: Target,
): string {
  const operations = [...new Set(late.map(({ operation = 'others' }) => operation))].sort().join(', ')
  return `${late.length} of ${requests} requests got no complete response within ${connection.requestTimeout} ms (${operations}). Check whether the server hangs there, or raise limits.requestTimeout in ${file}.`
}

/** Returns true if a response is a web page, as a proxy or a wrong URL gives it. */
export function isPage(headers: Readonly<Record<string, string>>): boolean {
  return (headers['content-type'] ?? '').includes('html')
}

const noAnswer: Failure = { code: 'reset', message: 'the connection gave neither a response nor an error' }

/** The key of the target file that says where requests go. */
const connectionKey = ({ baseUrl, connection }: Target): [string] => [
  connection.url === baseUrl ? 'baseUrl' : 'connectUrl',
]

/** Returns a contradiction if the proxy, and not the server, could not be reached. */
const deadProxy = (
  { code, message }: Failure,
  { connection: { proxy, url } }: Target,
): Contradiction | undefined =>
  proxy !== undefined && ['refused', 'dns'].includes(code)
    ? {
        fact: `the proxy between here and ${url} cannot be reached: ${message}`,
        place: ['proxy'],
        next: 'correct proxy, or the environment variables HTTPS_PROXY and NO_PROXY',
      }
    : undefined

const ofFailure = (failure: Failure, target: Target): Contradiction => {
  const [key] = connectionKey(target)
  const otherwise = {
    fact: `no usable answer came from ${target.connection.url}: ${failure.message}`,
    place: connectionKey(target),
    next: `look at the server's log${target.connection.url.startsWith('http:') ? `; if it speaks TLS there, write https: in ${key}` : ''}`,
  }
  const unconnected = whyNoConnection(failure, target.connection.url, key)
  if (unconnected) return deadProxy(failure, target) ?? { ...unconnected, place: [key] }
  return causesOf(failure, target)[failure.code] ?? otherwise
}

const causesOf = ({ message }: Failure, target: Target): Partial<Record<FailureCode, Contradiction>> => {
  const { url, requestTimeout } = target.connection
  return {
    timeout: {
      fact: `no complete response came from ${url} within ${requestTimeout} ms`,
      place: ['limits', 'requestTimeout'],
      next: 'check whether the server hangs or a firewall drops requests; otherwise raise limits.requestTimeout',
    },
    certificate: {
      fact: `at ${url}, ${message}`,
      place: ['tls'],
      next: 'set the certificate authority as tls.ca, or renew the certificate for this name',
    },
    proxy: {
      fact: `the proxy does not allow a connection to ${url}: ${message}`,
      place: ['proxy'],
      next: 'correct proxy, or the environment variables HTTPS_PROXY and NO_PROXY',
    },
    'too-large': {
      fact: `at ${url}, ${message}`,
      place: connectionKey(target),
      next: 'check which program answers there',
    },
    throttled: {
      fact: `${url} keeps answering 429 (too many requests)`,
      place: ['limits', 'requestsPerSecond'],
      next: 'lower it',
    },
    protocol: {
      fact: `the program at ${url} does not speak HTTP/1.1 as expected: ${message}`,
      place: connectionKey(target),
      next: 'correct the scheme or the port',
    },
  }
}

const redirected = (
  status: number,
  location: string | undefined,
  asked: string,
  target: Target,
): Contradiction => {
  const base = location === undefined ? undefined : baseOf(location, asked, target)
  return {
    fact: `the server redirects (${status})${base === undefined ? '' : ` to ${base}`}; a signature holds for one URL only`,
    place: base === undefined ? connectionKey(target) : ['baseUrl'],
    next: base === undefined ? 'set a URL that does not redirect' : `write baseUrl: ${base}`,
  }
}

/** Returns the base URL that a redirect amounts to, if it leads to the same operation. */
const baseOf = (location: string, asked: string, { baseUrl }: Target): string | undefined => {
  if (!URL.canParse(location, asked)) return undefined
  const rest = asked.slice(baseUrl.length)
  const led = new URL(location, asked).href
  const base = led.endsWith(rest) ? led.slice(0, -rest.length) : baseUrl
  return base === baseUrl ? undefined : base
}

const noJson = (status: number, isPage: boolean, target: Target): Contradiction => ({
  fact: `the program at ${target.connection.url} returns ${isPage ? 'a web page' : 'no JSON object'} (${status}) in response to a request for a list`,
  place: connectionKey(target),
  next: 'give the base URL of the server, without /quotes',
})

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
