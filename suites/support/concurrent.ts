import { type Answer, isAccepted, isRefused } from '../../src/http/answers/answer.ts'

/** An operation of a history, with the time when it was under way, by a count of sends and receipts. */
export interface Overlapping {
  sent: number
  /**
   * The count at which its response arrived. Undefined if no response tells if the operation was carried out: it may
   * have been, at any time, or never.
   */
  received?: number
}

/** The behaviour of a resource if operations are sequential. */
export interface Sequential<State, Operation> {
  start: State
  /**
   * Returns the possible states after the operation, if its response is consistent with the state before it. Returns
   * none if it is not. States are compared as JSON.
   */
  next: (state: State, operation: Operation) => readonly State[]
}

/** The most overlapping operations of one resource that are searched. More could take too long. */
export const mostOperations = 12

/**
 * Returns true if some order explains the responses to overlapping operations. Each operation must take effect at one
 * moment between its sending and its receipt, and be answered as `sequential` says.
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

/** Returns the operations that may have been first: no other one was answered before they were sent. */
const firstOf = <Operation extends Overlapping>(left: readonly Operation[]): Operation[] => {
  const earliest = Math.min(...left.map(({ received = Number.POSITIVE_INFINITY }) => received))
  return left.filter(({ sent }) => sent <= earliest)
}

/** A request among others that were sent at the same time, with its response. */
export interface Timed extends Overlapping {
  answer: Answer
}

/** Returns the known outcome of a request to create something. */
export function outcomeOf(answer: Answer): 'made' | 'not made' | 'unknown' {
  if (isAccepted(answer)) return 'made'
  return isRefused(answer) || answer.failure?.code === 'throttled' ? 'not made' : 'unknown'
}

/** Sends all requests at the same time. Returns the responses in the order of the requests, with what overlapped. */
export async function atOnce(sends: ReadonlyArray<() => Promise<Answer>>): Promise<Timed[]> {
  let count = 0
  return Promise.all(
    sends.map(async (send): Promise<Timed> => {
      const sent = count++
      const answer = await send()
      const received = count++
      return outcomeOf(answer) === 'unknown' ? { sent, answer } : { sent, answer, received }
    }),
  )
}
