/** The clock, and the signal to stop, for all code that measures, waits or can be interrupted. A test has its own. */
export interface Environment {
  now: () => Date
  /** Returns milliseconds that never go back. */
  monotonic: () => number
  /** Waits. Ends early when `signal` or `until` aborts. */
  wait: (milliseconds: number, until?: AbortSignal) => Promise<void>
  /** Aborts when the user interrupts the run, or when its time is over. */
  signal: AbortSignal
}

/** A wait for something, reported in steps. */
export interface Waiting {
  /** The expected event, such as `a quote to expire`. */
  what: string
  /** The most milliseconds that are left. */
  left: number
}

/** Reports a wait to whoever watches the run. The returned function is called when the wait is over. */
export type TellWaiting = (waiting: Waiting) => () => void
