/**
 * Counts the connections that have carried a response, because undici opens a new one for each request if none is free.
 * An invalid request waits for a used connection, so that it is the first request of a connection only if a check asks
 * for that, or if the server keeps no connection open.
 */
export function createUsedConnections() {
  const waiting: Array<() => void> = []
  let free = 0
  let underWay = 0
  let areKept = true

  const over = (staysOpen: boolean): void => {
    underWay--
    areKept = staysOpen
    if (staysOpen) {
      free++
      waiting.shift()?.()
    } else for (const goOn of waiting.splice(0)) goOn()
  }
  return {
    /**
     * Waits for a connection. Resolves with a function to call at the end of the request with true if its connection
     * stays open.
     */
    take: async (isInvalid: boolean): Promise<(staysOpen: boolean) => void> => {
      while (isInvalid && areKept && free === 0 && underWay > 0)
        await new Promise<void>((goOn) => waiting.push(goOn))
      if (free > 0) free--
      underWay++
      // undici reuses a connection in the next turn of the event loop.
      return (staysOpen) => void setImmediate(over, staysOpen)
    },
  }
}
