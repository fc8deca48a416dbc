/** A wait for something, reported in steps. */
export interface Waiting {
  /** The expected event, such as `a quote to expire`. */
  what: string
  /** The most milliseconds that are left. */
  left: number
}

/** Reports a wait to whoever watches the run. The returned function is called when the wait is over. */
export type TellWaiting = (waiting: Waiting) => () => void
