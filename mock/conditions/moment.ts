import type { ReceivedRequest } from '../core/request.ts'
import type { Token } from '../state/resources.ts'
import type { Arrived } from '../state/world.ts'

/** A request, and the facts about it that a mock can know only from earlier requests. */
export interface Moment extends Arrived {
  query: URLSearchParams
  token: Token | undefined
  /** The number of requests that this mock has received so far. The first request has 1. */
  count: number
  isFirstOnConnection: boolean
  isFirstUseOfToken: boolean
  /** Set if a request over another connection arrived just before. */
  isAnotherUnderWay: boolean
}

/** The milliseconds for which a server counts as busy with a request. */
const busy = 20

/** Makes a function that returns the moment of each request, in order of arrival. */
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

/** Returns the moment of a request that a watch has seen, or undefined. */
export function momentOf({ request }: Pick<Arrived, 'request'>): Moment | undefined {
  return moments.get(request)
}
