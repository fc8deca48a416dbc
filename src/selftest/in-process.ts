import { createServer, type RequestListener } from 'node:http'
import { duplexPair } from 'node:stream'
import { type buildConnector, type Dispatcher, Pool } from 'undici'
import { connectionLimits, Lines } from '../http/wire/dispatcher.ts'
import type { VirtualTime } from './virtual-time.ts'

/**
 * Creates connections to a server in the same process. The bytes are those of HTTP on the wire, but there is no socket,
 * so a deterministic server gives a deterministic run. Only `origin` can be reached.
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
    // undici does not expect a connection before its call has returned. It accepts any stream as a socket.
    setImmediate(() => callback(null, near as Parameters<typeof callback>[1] & typeof near))
  }
  return new Lines((to, connections) =>
    new Pool(to, { ...connectionLimits, connections, connect }).compose(
      (dispatch) => (options, handler) => dispatch(options, telling(handler, time.busy())),
    ),
  )
}

/** Wraps a handler so that `over` is called once the last byte has arrived, or once none can arrive any more. */
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
