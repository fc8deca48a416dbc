import { createServer, type RequestListener } from 'node:http'
import { duplexPair } from 'node:stream'
import { type buildConnector, type Dispatcher, Pool } from 'undici'
import { connectionLimits, Lines } from '../http/wire/dispatcher.ts'

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

/**
 * A clock that advances only when nothing else can happen. Whoever waits is resumed at once, in the order of their due
 * times.
 */
export interface VirtualTime {
  /** Returns the time in milliseconds since 1970. */
  now: () => number
  wait: (milliseconds: number) => Promise<void>
  /**
   * Stops the clock until the returned function is called. That takes one virtual millisecond, however many are busy at
   * once.
   */
  busy: () => () => void
}

/**
 * Creates a virtual clock. A turn of the event loop that ends idle shows that nobody has anything to do, because all
 * responses come from the same process.
 */
export function createVirtualTime(beginning: number): VirtualTime {
  let now = beginning
  let underWay = 0
  let isDue = false
  const waiting: { due: number; goOn: () => void }[] = []

  const goOn = (): void => {
    isDue = false
    if (underWay > 0) return
    const next = waiting.shift()
    if (!next) return
    now = Math.max(now, next.due)
    next.goOn()
    goOnSoon()
  }
  const goOnSoon = (): void => {
    if (isDue || waiting.length === 0) return
    isDue = true
    setImmediate(goOn)
  }
  return {
    now: () => now,
    wait: (milliseconds) =>
      new Promise((resolve) => {
        const due = now + milliseconds
        const place = waiting.findLastIndex((other) => other.due <= due) + 1
        waiting.splice(place, 0, { due, goOn: resolve })
        goOnSoon()
      }),
    busy: () => {
      underWay++
      return () => {
        underWay--
        if (underWay === 0) now++
        goOnSoon()
      }
    },
  }
}
