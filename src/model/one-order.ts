/** One operation of a history: when it was under way, by a count of sends and receipts. */
export interface Overlapping {
  sent: number
  /** Absent where no answer tells whether it was carried out: it may have been, at any time, or never. */
  received?: number
}

/** What a resource does if operations come one after the other. */
export interface Sequential<State, Operation> {
  start: State
  /**
   * What the resource may be after the operation, if its answer can be explained by what it was before; none where
   * it cannot. States are compared as JSON.
   */
  next: (state: State, operation: Operation) => readonly State[]
}

/** A search over more overlapping operations of one resource could take too long. */
export const mostOperations = 12

/**
 * Whether some order explains the answers to operations that overlap: one in which each comes at one moment between its
 * sending and its receipt, and is answered as `sequential` says.
 */
export function hasOneOrder<State, Operation extends Overlapping>(
  { start, next }: Sequential<State, Operation>,
  history: readonly Operation[],
): boolean {
  if (history.length > mostOperations)
    throw new Error(`a history of ${history.length} operations; at most ${mostOperations} are looked at`)
  const fruitless = new Set<string>()
  const isExplained = (state: State, left: readonly Operation[]): boolean => {
    if (left.every(({ received }) => received === undefined)) return true
    const place = JSON.stringify([state, left.map((operation) => history.indexOf(operation))])
    if (fruitless.has(place)) return false
    fruitless.add(place)
    return firstOf(left).some((first) => {
      const others = left.filter((operation) => operation !== first)
      return next(state, first).some((after) => isExplained(after, others))
    })
  }
  return isExplained(start, history)
}

/** Those that may have come first: none of the others was answered before they were sent. */
const firstOf = <Operation extends Overlapping>(left: readonly Operation[]): Operation[] => {
  const earliest = Math.min(...left.map(({ received = Number.POSITIVE_INFINITY }) => received))
  return left.filter(({ sent }) => sent <= earliest)
}
