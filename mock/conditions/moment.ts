import type { ReceivedRequest } from '../core/request.ts'
import type { Token } from '../state/resources.ts'
import type { Arrived } from '../state/world.ts'

/** A request, and what a mock can know of it only by the requests before it. */
export interface Moment extends Arrived {
  query: URLSearchParams
  token: Token | undefined
  /** Of all requests to this mock, the first is 1. */
  count: number
  isFirstOnConnection: boolean
  isFirstUseOfToken: boolean
  /** Another request came in over another connection just before. */
  isAnotherUnderWay: boolean
}

/** A server is taken to be busy with a request for so many milliseconds. */
const busy = 20

/** Gives the moment of each request, in the order in which they come in. */
export function createWatch(): (arrived: Arrived) => Moment {
  let count = 0
  const connections = new WeakSet<object>()
  const credentials = new Set<string>()
  let latest: Array<{ at: number; connection: object | undefined }> = []
  return (arrived) => {
    const { world, request } = arrived
    const { connection } = request
    const credential = request.headers.get('authorization') ?? ''
    const now = world.now()
    latest = latest.filter(({ at }) => now - at < busy)
    const moment = {
      ...arrived,
      query: new URLSearchParams(request.targetUri.split('?').slice(1).join('?')),
      token: world.tokens.get(credential.replace(/^[^ ]+ +/, '').trim()),
      count: ++count,
      isFirstOnConnection: connection !== undefined && !connections.has(connection),
      isFirstUseOfToken: !credentials.has(credential),
      isAnotherUnderWay: latest.some((other) => other.connection !== connection),
    }
    if (connection) connections.add(connection)
    credentials.add(credential)
    latest.push({ at: now, connection })
    moments.set(request, moment)
    return moment
  }
}

const moments = new WeakMap<ReceivedRequest, Moment>()

/** The moment of a request that a watch has seen. */
export function momentOf({ request }: Pick<Arrived, 'request'>): Moment | undefined {
  return moments.get(request)
}
