/** What is waited for, in steps. */
export interface Waiting {
  /** Such as `a quote to expire`. */
  what: string
  /** Milliseconds that are left at most. */
  left: number
}

/** Tells whoever watches a run; what it gives is called when the wait is over. */
export type TellWaiting = (waiting: Waiting) => () => void
