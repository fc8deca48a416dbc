/**
 * Counts the connections that have carried an answer, as undici opens a new one for each request for which none is free. What is
 * invalid waits for one of them, so that it is the first request of a connection only if that is asked for, or if the server keeps none
 * open.
 */
export interface UsedConnections {
  /** Gives what is called at the end of the request: whether its connection stays open. */
  take: (isInvalid: boolean) => Promise<(staysOpen: boolean) => void>
}

export function createUsedConnections(): UsedConnections {
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
    take: async (isInvalid) => {
      while (isInvalid && areKept && free === 0 && underWay > 0)
        await new Promise<void>((goOn) => waiting.push(goOn))
      if (free > 0) free--
      underWay++
      // undici uses a connection again in the next turn of the event loop.
      return (staysOpen) => void setImmediate(over, staysOpen)
    },
  }
}
