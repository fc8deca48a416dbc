/** Time that moves only when nothing else can: whoever waits is let go on at once, in the order in which it is due. */
export interface VirtualTime {
  /** Milliseconds since 1970. */
  now: () => number
  wait: (milliseconds: number) => Promise<void>
  /** Time stands until what this gives is called. That takes a millisecond, however many are busy at once. */
  busy: () => () => void
}

interface DueTimer {
  due: number
  goOn: () => void
}

/** The end of a turn of the event loop tells that nobody has anything to do: answers come within one process. */
export function createVirtualTime(beginning: number): VirtualTime {
  let now = beginning
  let underWay = 0
  let isDue = false
  const waiting: DueTimer[] = []

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
