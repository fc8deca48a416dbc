import type { Dispatcher } from 'undici'
import type { Environment } from '../core/environment.ts'
import type { HttpRequest } from '../core/http-request.ts'
import type { SigningKey } from '../core/signing-key.ts'
import type { Outcome } from '../http/answers/answer.ts'
import { retryAfter } from '../http/answers/retry-after.ts'
import { sign } from '../http/request/sign.ts'
import { transmit } from '../http/wire/client.ts'
import { routesOf } from '../http/wire/route.ts'
import type { Signing, Target } from '../target-file/target.ts'

export interface TransportOptions extends Pick<Environment, 'now' | 'wait'> {
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
  send: (request: SignedRequest) => Promise<Outcome>
}

/** The form of signatures of the official client, which every authorization server accepts. */
const form: Omit<Signing, 'key'> = {
  label: 'sig1',
  components: ['@method', '@target-uri', 'authorization', 'content-digest', 'content-length', 'content-type'],
  parameters: ['keyid', 'created'],
  digest: 'sha-512',
}

/** The longest Retry-After that is obeyed, in milliseconds. */
const longestPause = 30_000

export function createTransport({ dispatcher, target, now, wait }: TransportOptions): GnapTransport {
  const routes = routesOf(target)
  const { requestTimeout } = target.connection
  const once = async (message: HttpRequest): Promise<Outcome> =>
    transmit(dispatcher, message, routes.toAnyone(message.url), requestTimeout)

  const throttled = async (make: () => Promise<HttpRequest>): Promise<Outcome> => {
    const first = await once(await make())
    if (!('response' in first) || first.response.status !== 429) return first
    const pause = retryAfter(first.response, now())
    if (pause > longestPause) return first
    await wait(pause)
    return once(await make())
  }

  return {
    read: (url) => throttled(async () => ({ method: 'GET', url, headers: { accept: 'application/json' } })),
    send: (request) =>
      throttled(async () => {
        const { message } = await sign(unsigned(request), { key: request.key, ...form }, now())
        return message
      }),
  }
}

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
