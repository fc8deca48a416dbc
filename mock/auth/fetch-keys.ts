import { parsedBody } from '../core/json.ts'
import { invalidClient } from './problem.ts'

/** The URL of the client serves no usable key set. */
export const noKeySet = { guard: 'client-keys' }

/** The mock could not read the URL of the client, so it does not know whether there is a key set. */
const unread = { guard: 'client-keys-unread' }

/** Fetches the JSON at the URL of a client's key set. Throws a Problem if that fails. */
export type FetchKeys = (url: string) => Promise<unknown>

export interface FetchOptions {
  fetch: typeof fetch
  /** The hosts that may be fetched over plain http. Every host may be fetched over https. */
  plainHttp: 'loopback' | 'anywhere'
}

/** Milliseconds from the request to the last byte. */
const timeLimit = 2000
/** The largest key set, in bytes. */
const sizeLimit = 65_536

/** Fetches key sets without following redirects, within the limits of time and size. Nothing is cached. */
export const fetchingKeys =
  ({ fetch, plainHttp }: FetchOptions): FetchKeys =>
  async (url) => {
    if (!isPermitted(url, plainHttp)) {
      const says = `${url} is not fetched: plain http is allowed only for clients on loopback`
      throw invalidClient(says, unread)
    }
    const bytes = await bytesAt(url, fetch)
    const keys = parsedBody(bytes)
    if (keys === undefined)
      throw invalidClient(`The key document of the client, ${url}, is not JSON`, noKeySet)
    return keys
  }

/**
 * Fetches nothing. From a refusal, and from the time that it takes, a page in a browser could learn which hosts this
 * machine can reach.
 */
export const fetchingNothing: FetchKeys = async (url) => {
  const says = `${url} is not fetched for a page in a browser. Send the request outside a browser, or name a wallet address of this server`
  throw invalidClient(says, unread)
}

const isPermitted = (url: string, plainHttp: FetchOptions['plainHttp']): boolean => {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:') return true
  return protocol === 'http:' && (plainHttp === 'anywhere' || isLoopback(hostname))
}

const isLoopback = (hostname: string): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)

const bytesAt = async (url: string, fetch: FetchOptions['fetch']): Promise<Uint8Array> => {
  try {
    const signal = AbortSignal.timeout(timeLimit)
    const response = await fetch(url, { signal, redirect: 'error', headers: { accept: 'application/json' } })
    if (response.status === 200) return await bytesOf(response)
    await response.body?.cancel()
    throw new Unusable(`the status is ${response.status}`)
  } catch (error) {
    const says = `The key document of the client, ${url}, cannot be read: ${reasonOf(error)}`
    throw invalidClient(says, error instanceof Unusable ? noKeySet : unread)
  }
}

class Unusable extends Error {}

const bytesOf = async (response: Response): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > sizeLimit) throw new Unusable(`it is larger than ${sizeLimit} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The cause of a failed fetch says more than its message. */
const reasonOf = (error: unknown): string => {
  const { name, message, cause } = Object(error) as Partial<Error>
  if (name === 'TimeoutError') return `no response within ${timeLimit / 1000} s`
  const { code, message: deeper } = Object(cause) as { code?: string; message?: string }
  return code || deeper || message || 'the reason is unknown'
}
