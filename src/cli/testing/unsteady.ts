import { setTimeout } from 'node:timers/promises'
import { folder } from './command.ts'
import { type Serving, serveMock, writeTarget } from './mock.ts'
import { type Relay, startRelay } from './relay.ts'

/** Does something before a request is passed on. `request` is its method and path, `number` counts from 1. */
export type Before = (request: string, number: number, relay: Relay) => Promise<void> | void

/** Makes a folder with the target file of a mock behind a relay, which may delay requests, stop and start again. */
export async function unsteady(
  before: Before,
  limits: object = {},
  serving: Serving = {},
): Promise<{ cwd: string; relay: Relay }> {
  const cwd = await folder()
  const mock = await serveMock(serving)
  const relay: Relay = await startRelay(mock.url, async ({ method, url }, _, number) => {
    await before(`${method} ${url}`, number, relay)
    return false
  })
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
