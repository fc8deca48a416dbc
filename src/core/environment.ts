/** Time, and the end of it: whatever measures, waits or breaks off gets them from here. A test has its own. */
export interface Environment {
  now: () => Date
  /** Milliseconds that never go back. */
  monotonic: () => number
  /** Ends early when `signal` or `until` aborts. */
  wait: (milliseconds: number, until?: AbortSignal) => Promise<void>
  /** Aborts when the user interrupts, or time is over. */
  signal: AbortSignal
}
