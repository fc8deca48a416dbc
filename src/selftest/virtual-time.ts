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

interface DueTimer {
  due: number
  goOn: () => void
}

/**
 * Creates a virtual clock. A turn of the event loop that ends idle shows that nobody has anything to do, because all
 * responses come from the same process.
 */
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
