import type { TellWaiting } from '../core/environment.ts'
import type { Answer } from './answers/answer.ts'

/** An answer of a server, or the failure to get one. */
type Heard = Pick<Answer, 'response' | 'failure'>

/** The times in which a server that had answered before was not there. */
export interface Outages {
  /**
   * Sends something to the server. If it is not there, sends again until it answers, or until it was away for too long.
   * Returns the last answer. Whatever is sent during an outage waits for its end.
   */
  ask: <T extends Heard>(send: () => Promise<T>) => Promise<T>
  /** Returns the number of outages that have ended. */
  count: () => number
  /** Returns true while something waits for the server. */
  isUnderWay: () => boolean
  /** Says how long the server was away, or undefined if it was always there. */
  sentence: () => string | undefined
}

export interface OutageOptions {
  /** The longest outage, in milliseconds, that is waited for. */
  longestOutage?: number | undefined
  /** A monotonic clock, in milliseconds. */
  now: () => number
  wait: (milliseconds: number) => Promise<void>
  waiting?: TellWaiting | undefined
  /** The name of the server in a sentence. */
  server?: string
  /** Returns true if the server is not there. */
  isAway?: (answer: Heard) => boolean
}

/** A restart may take half a minute. */
const usualOutage = 60_000

/** The shortest and the longest pause between two attempts, in milliseconds. */
const shortest = 250
const longest = 2000

/** Returns true if the server accepted no connection, or broke it off before the response was complete. */
export function isCutOff({ failure }: Heard): boolean {
  return failure !== undefined && ['refused', 'reset', 'closed'].includes(failure.code)
}

/** Returns true if no connection was made. Such a request never reached the server. */
export function isUndelivered({ failure }: Heard): boolean {
  return failure?.code === 'refused'
}

export function createOutages(options: OutageOptions): Outages {
  const { now, server = 'the server', isAway = isCutOff } = options
  const lengths: number[] = []
  let underWay: Promise<unknown> | undefined
  const outlast = async <T extends Heard>(send: () => Promise<T>, first: T): Promise<T> => {
    const begun = now()
    const answer = await untilBack(send, first, { ...options, server, isAway })
    if (!isAway(answer)) lengths.push(now() - begun)
    return answer
  }
  return {
    ask: async (send) => {
      const answer = await send()
      if (!isAway(answer)) return answer
      if (underWay) return underWay.then(send)
      const back = outlast(send, answer)
      underWay = back.finally(() => {
        underWay = undefined
      })
      await underWay
      return back
    },
    count: () => lengths.length,
    isUnderWay: () => underWay !== undefined,
    sentence: () => {
      if (lengths.length === 0) return undefined
      const seconds = Math.ceil(lengths.reduce((sum, length) => sum + length, 0) / 1000)
      const times = lengths.length === 1 ? 'for' : `${lengths.length} times during the run, together for`
      return `${server.replace(/^t/, 'T')} was unavailable ${times} ${seconds} s; the run waited for it and then went on.`
    },
  }
}

/** Sends again and again until the server is there, or was away for too long. Returns the last answer. */
const untilBack = async <T extends Heard>(
  send: () => Promise<T>,
  first: T,
  options: OutageOptions & Required<Pick<OutageOptions, 'server' | 'isAway'>>,
): Promise<T> => {
  const { longestOutage = usualOutage, now, wait, waiting, server, isAway } = options
  const begun = now()
  const ended = waiting?.({ what: `${server} to become available again`, left: longestOutage })
  let answer = first
  let waited = 0
  // The pauses are counted too, so that the wait ends although a clock stands still.
  const isOver = (): boolean => waited >= longestOutage || now() - begun >= longestOutage
  for (let pause = shortest; isAway(answer) && !isOver(); pause = Math.min(longest, pause * 2)) {
    await wait(pause)
    waited += pause
    answer = await send()
  }
  ended?.()
  return answer
}
