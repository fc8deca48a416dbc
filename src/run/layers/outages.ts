import type { TellWaiting } from '../../core/waiting.ts'
import type { Answer } from '../../http/answers/answer.ts'

/** The times in which the server of a run was not there. */
export interface Outages {
  /**
   * Asks the server something. If it is not there, asks again until it answers, or until it was away for too long.
   * Returns the last answer.
   */
  ask: (send: () => Promise<Answer>) => Promise<Answer>
  /** Returns the number of outages so far. */
  count: () => number
  /** Says how long the server was away, or undefined if it was always there. */
  sentence: () => string | undefined
}

export interface OutageOptions {
  /** The longest outage, in milliseconds, that a run waits for. */
  longestOutage: number
  /** A monotonic clock, in milliseconds. */
  now: () => number
  wait: (milliseconds: number) => Promise<void>
  waiting?: TellWaiting | undefined
}

/** The shortest and the longest pause between two attempts, in milliseconds. */
const shortest = 250
const longest = 2000

/** Returns true if the server accepted no connection, or broke it off before the response was complete. */
export function isCutOff({ failure }: Answer): boolean {
  return failure !== undefined && ['refused', 'reset', 'closed'].includes(failure.code)
}

/** Returns true if no connection was made. Such a request never reached the server. */
export function isUndelivered({ failure }: Answer): boolean {
  return failure?.code === 'refused'
}

export function createOutages({ longestOutage, now, wait, waiting }: OutageOptions): Outages {
  const lengths: number[] = []
  let count = 0
  const untilBack = async (send: () => Promise<Answer>, first: Answer): Promise<Answer> => {
    const begun = now()
    const ended = waiting?.({ what: 'the server to accept connections again', left: longestOutage })
    let answer = first
    let waited = 0
    // The pauses are counted, so that a clock that stands still ends the wait too.
    for (
      let pause = shortest;
      isCutOff(answer) && waited < longestOutage;
      pause = Math.min(longest, pause * 2)
    ) {
      await wait(pause)
      waited += pause
      answer = await send()
    }
    ended?.()
    if (!isCutOff(answer)) lengths.push(now() - begun)
    return answer
  }
  return {
    ask: async (send) => {
      const answer = await send()
      if (!isCutOff(answer)) return answer
      count++
      return untilBack(send, answer)
    },
    count: () => count,
    sentence: () => {
      if (lengths.length === 0) return undefined
      const seconds = Math.ceil(lengths.reduce((sum, length) => sum + length, 0) / 1000)
      const times = lengths.length === 1 ? 'for' : `${lengths.length} times during the run, together for`
      return `The server accepted no connections ${times} ${seconds} s; the run waited for it and then went on.`
    },
  }
}
