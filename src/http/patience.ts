import type { Environment } from '../core/environment.ts'
import type { Answer } from './answers/answer.ts'
import { longestRetryAfter, retryAfter } from './answers/retry-after.ts'

/** Sends requests that the server was too busy for once more. */
export type Patience = (attempt: PatientAttempt) => Promise<Answer>

interface PatientAttempt {
  send: (isFirst: boolean) => Promise<Answer>
  /** Absent: it does not go to the target. */
  kind: string | undefined
  /** Whether 409, 423 or 425 may mean that the server is busy. */
  isValid: boolean
  /** It is sent only once, whatever comes. */
  once: boolean
}

interface PatienceOptions extends Pick<Environment, 'now' | 'wait'> {
  /** Milliseconds until the run has to end. */
  remaining: () => number
  /** Nothing begins before this is over. */
  hold: (pause: Promise<void>) => Promise<void>
}

/** How often a request is sent again to a server that is busy with another one. */
const mostRetries = 4

/** A kind of request that was sent again in vain so often, and never with success, is not sent again: the refusals are meant. */
const mostInVain = 3

/** Something else is in the way: a payment that is being processed, or a lock. The request was not carried out. */
export function isBusy({ response }: Answer): boolean {
  return response !== undefined && [409, 423, 425].includes(response.status)
}

export function createPatience({ now, wait, remaining, hold }: PatienceOptions): Patience {
  const inVain = createInVain()
  const inQueue = createQueues()
  const pauseAfter = ({ response }: Answer): number => (response ? retryAfter(response, now()) : 0)

  const afterThrottling = async (first: Answer, { send, kind }: PatientAttempt): Promise<Answer> => {
    const pause = pauseAfter(first)
    const seconds = `asks to wait ${Math.ceil(pause / 1000)} s`
    if (pause > longestRetryAfter) return throttled(first, seconds)
    if (pause > remaining()) return throttled(first, `${seconds}, past the end of the run`)
    await (kind === undefined ? wait(pause) : hold(wait(pause)))
    const second = await send(true)
    return isThrottled(second) ? throttled(second, 'was busy again after the wait') : second
  }

  const untilFree = async (first: Answer, kind: string, attempt: PatientAttempt): Promise<Answer> => {
    const { send } = attempt
    let answer = first
    for (let times = 0; times < mostRetries && isBusy(answer) && !inVain.isHopeless(kind); times++) {
      const pause = pauseAfter(answer)
      if (pause > longestRetryAfter || pause > remaining()) return answer
      await wait(pause)
      answer = await send(true)
      if (isThrottled(answer)) answer = await afterThrottling(answer, attempt)
    }
    inVain.count(kind, answer)
    return answer
  }

  return async (attempt) => {
    const { send, kind, isValid, once } = attempt
    const first = await send(false)
    if (once) return first
    if (isThrottled(first)) return afterThrottling(first, attempt)
    if (!isValid || kind === undefined || !isBusy(first) || inVain.isHopeless(kind)) return first
    return inQueue(kind, () => untilFree(first, kind, attempt))
  }
}

/** Counts, of each kind of request, how often it was sent again in vain. */
const createInVain = () => {
  const times = new Map<string, number>()
  return {
    isHopeless: (kind: string): boolean => (times.get(kind) ?? 0) >= mostInVain,
    /** A kind that it helped once never becomes hopeless. */
    count: (kind: string, last: Answer): void => {
      times.set(kind, isBusy(last) ? (times.get(kind) ?? 0) + 1 : Number.NEGATIVE_INFINITY)
    },
  }
}

/** Those of a kind go one by one: several that wait would only be in each other's way. */
const createQueues = () => {
  const queues = new Map<string, Promise<unknown>>()
  return (kind: string, work: () => Promise<Answer>): Promise<Answer> => {
    const own = (queues.get(kind) ?? Promise.resolve()).then(work, work)
    queues.set(kind, own)
    return own
  }
}

const isThrottled = ({ response }: Answer): boolean => response?.status === 429

const throttled = ({ response: _, ...answer }: Answer, how: string): Answer => ({
  ...answer,
  failure: {
    code: 'throttled',
    message: `the server has too many requests (429) and ${how}; lower limits.requestsPerSecond in the target file`,
  },
})
