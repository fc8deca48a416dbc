import type { Dispatcher } from 'undici'
import type { Environment } from '../core/environment.ts'
import type { HttpRequest } from '../core/http-request.ts'
import type { SigningKey } from '../core/signing-key.ts'
import type { Outcome } from '../http/answers/answer.ts'
import { longestRetryAfter, retryAfter } from '../http/answers/retry-after.ts'
import { createOutages, isCutOff, type OutageOptions, type Outages } from '../http/outages.ts'
import { sign } from '../http/request/sign.ts'
import { transmit } from '../http/wire/client.ts'
import { routesOf } from '../http/wire/route.ts'
import type { Signing, Target } from '../target-file/target.ts'

export interface TransportOptions
  extends Pick<Environment, 'now' | 'wait' | 'monotonic'>,
    Pick<OutageOptions, 'longestOutage' | 'waiting'> {
  dispatcher: Dispatcher
  /** The server under test. An authorization server on its origin is reached through the same connection. */
  target: Pick<Target, 'baseUrl' | 'connection'>
}

export interface SignedRequest {
  method: 'POST' | 'DELETE'
  url: string
  key: SigningKey
  token?: string | undefined
  body?: object | undefined
}

/** Sends requests to wallet addresses and authorization servers. It follows no redirect and records nothing. */
export interface GnapTransport {
  /** Sends a GET without any credential. */
  read: (url: string) => Promise<Outcome>
  /** Sends a request to an authorization server. If a server that has answered before goes away, waits for its return. */
  send: (request: SignedRequest) => Promise<Outcome>
}

export interface PatientTransport extends GnapTransport {
  /** The times in which an authorization server was not there. */
  outages: Omit<Outages, 'ask'>
}

/** The form of signatures of the official client, which every authorization server accepts. */
const form: Omit<Signing, 'key'> = {
  label: 'sig1',
  components: ['@method', '@target-uri', 'authorization', 'content-digest', 'content-length', 'content-type'],
  parameters: ['keyid', 'created'],
  digest: 'sha-512',
}

/** Returns true if a server is not there, or if the gateway before it says so. */
const isAway: NonNullable<OutageOptions['isAway']> = (outcome) =>
  isCutOff(outcome) || [502, 503, 504].includes(outcome.response?.status ?? 0)

export function createTransport(options: TransportOptions): PatientTransport {
  const { dispatcher, target, now, wait } = options
  const routes = routesOf(target)
  const { requestTimeout } = target.connection
  const once = async (message: HttpRequest): Promise<Outcome> =>
    transmit(dispatcher, message, routes.toAnyone(message.url), requestTimeout)

  const throttled = async (make: () => Promise<HttpRequest>): Promise<Outcome> => {
    const first = await once(await make())
    if (!('response' in first) || first.response.status !== 429) return first
    const pause = retryAfter(first.response, now())
    if (pause > longestRetryAfter) return first
    await wait(pause)
    return once(await make())
  }

  const { outlasting, outages } = createPatience(options)
  return {
    read: (url) => throttled(async () => ({ method: 'GET', url, headers: { accept: 'application/json' } })),
    send: (request) =>
      outlasting(new URL(request.url).origin, () =>
        throttled(async () => {
          const { message } = await sign(unsigned(request), { key: request.key, ...form }, now())
          return message
        }),
      ),
    outages,
  }
}

/** Waits for authorization servers that have answered before, each by itself. */
const createPatience = (options: TransportOptions) => {
  /** The authorization servers that have answered, by origin. */
  const heard = new Map<string, Outages>()
  /** The origins of those that stayed away for too long. No request waits for them until they answer again. */
  const gone = new Set<string>()
  const outages: PatientTransport['outages'] = {
    count: () => [...heard.values()].reduce((sum, one) => sum + one.count(), 0),
    isUnderWay: () => [...heard.values()].some((one) => one.isUnderWay()),
    sentence: () => [...heard.values()].flatMap((one) => one.sentence() ?? []).join(' ') || undefined,
  }
  return {
    outages,
    outlasting: async (origin: string, send: () => Promise<Outcome>): Promise<Outcome> => {
      const known = gone.has(origin) ? undefined : heard.get(origin)
      const outcome = await (known?.ask(send) ?? send())
      if (isAway(outcome)) gone.add(origin)
      else {
        gone.delete(origin)
        if (!heard.has(origin)) heard.set(origin, outagesOf(origin, options))
      }
      return outcome
    },
  }
}

const outagesOf = (origin: string, { monotonic, ...options }: TransportOptions): Outages =>
  createOutages({ ...options, now: monotonic, server: `the authorization server at ${origin}`, isAway })

const unsigned = ({ method, url, token, body }: SignedRequest): HttpRequest => ({
  method,
  url,
  headers: {
    accept: 'application/json',
    ...(token === undefined ? {} : { authorization: `GNAP ${token}` }),
    ...(body ? { 'content-type': 'application/json' } : {}),
  },
  ...(body ? { body: Buffer.from(JSON.stringify(body)) } : {}),
})
