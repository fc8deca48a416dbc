import { createServer, type RequestListener } from 'node:http'
import { duplexPair } from 'node:stream'
import { type buildConnector, type Dispatcher, Pool } from 'undici'
import { connectionLimits, Lines } from '../http/wire/dispatcher.ts'
import type { VirtualTime } from './virtual-time.ts'

/**
 * Connections to a server of the same process: HTTP as it would stand on the wire, byte for byte, but no socket.
 * Whoever answers is deterministic, so is what comes. Only `origin` is reached.
 */
export function createInProcess(listener: RequestListener, origin: string, time: VirtualTime): Dispatcher {
  const server = createServer(listener)
  const connect: buildConnector.connector = ({ protocol, host }, callback) => {
    if (`${protocol}//${host}` !== origin) {
      setImmediate(() => callback(new Error(`${host} is not served in this process`), null))
      return
    }
    const [near, far] = duplexPair()
    near.once('close', () => far.destroy())
    server.emit('connection', far)
    // undici does not expect to be connected before its call has returned, and takes any stream for a socket.
    setImmediate(() => callback(null, near as Parameters<typeof callback>[1] & typeof near))
  }
  return new Lines((to, connections) =>
    new Pool(to, { ...connectionLimits, connections, connect }).compose(
      (dispatch) => (options, handler) => dispatch(options, telling(handler, time.busy())),
    ),
  )
}

/** Calls `over` as soon as the last byte has come, or nothing more will. */
const telling = (handler: Dispatcher.DispatchHandler, over: () => void): Dispatcher.DispatchHandler => ({
  onRequestStart: (...all) => handler.onRequestStart?.(...all),
  onResponseStart: (...all) => handler.onResponseStart?.(...all),
  onResponseData: (...all) => handler.onResponseData?.(...all),
  onResponseEnd: (...all) => {
    over()
    handler.onResponseEnd?.(...all)
  },
  onResponseError: (...all) => {
    over()
    handler.onResponseError?.(...all)
  },
})
