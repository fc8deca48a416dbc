import { setTimeout } from 'node:timers/promises'
import { folder } from './command.ts'
import { type Serving, serveMock, writeTarget } from './mock.ts'
import { type Intercept, type Relay, startRelay } from './relay.ts'

/** Does something before a request is passed on. `request` is its method and path, `number` counts from 1. */
export type Before = (request: string, number: number, relay: Relay) => Promise<void> | void

/** Makes a folder with the target file of a mock behind a relay, which may delay requests, stop and start again. */
export async function unsteady(
  before: Before,
  limits: object = {},
  serving: Serving = {},
): Promise<{ cwd: string; relay: Relay }> {
  return behind(
    async ({ method, url }, _, number, relay) => {
      await before(`${method} ${url}`, number, relay)
      return false
    },
    limits,
    serving,
  )
}

/**
 * Makes a folder with the target file of a mock behind a proxy that answers with this status, as soon as more requests
 * come than it passes on in a second and has saved up since. Control requests do not count.
 */
export async function limited(status: number, perSecond: number, saved: number): Promise<string> {
  let [left, last] = [saved, Date.now()]
  const { cwd } = await behind((incoming, response) => {
    const now = Date.now()
    left = Math.min(saved, left + ((now - last) / 1000) * perSecond)
    last = now
    if (left >= 1 || incoming.url?.startsWith('/_control')) {
      left--
      return false
    }
    incoming.resume().on('end', () => response.writeHead(status).end())
    return true
  })
  return cwd
}

const behind = async (
  intercept: (...given: [...Parameters<Intercept>, Relay]) => ReturnType<Intercept>,
  limits: object = {},
  serving: Serving = {},
): Promise<{ cwd: string; relay: Relay }> => {
  const cwd = await folder()
  const mock = await serveMock(serving)
  const relay: Relay = await startRelay(mock.url, (...given) => intercept(...given, relay))
  const own = { ...Object(mock.target['limits']), ...limits }
  writeTarget(cwd, mock.target, { connectUrl: relay.url, limits: own })
  return { cwd, relay }
}

/** Works on one quote at a time. Each takes this many milliseconds, and the others wait. */
export function queueingQuotes(milliseconds: number): Before {
  let last = Promise.resolve()
  return (request) => {
    if (!request.startsWith('POST /quotes')) return
    last = last.then(() => setTimeout(milliseconds))
    return last
  }
}

/** Goes away before it answers the request with this number, and comes back after this many milliseconds. */
export function restarting(at: number, milliseconds: number): Before {
  return (_, number, relay) => {
    if (number !== at) return
    relay.stop()
    void setTimeout(milliseconds).then(relay.start)
  }
}
