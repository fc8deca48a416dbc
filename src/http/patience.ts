import type { Environment } from '../core/environment.ts'
import { onceForName } from '../core/once.ts'
import { createQueue } from '../core/queue.ts'
import { isLimitedToken, type Target } from '../target-file/target.ts'
import { type Answer, isAccepted, isRefused, isThrottled, isUnavailable } from './answers/answer.ts'
import { longestRetryAfter, retryAfter } from './answers/retry-after.ts'
import { fieldsIn, type RequestDraft } from './draft.ts'

/** Sends a request, and retries it if the server was too busy for it. */
export type Patience = (attempt: PatientAttempt) => Promise<Answer>

interface PatientAttempt {
  send: (isFirst: boolean) => Promise<Answer>
  /** The kind of the request, or undefined if it does not go to the target. */
  kind: string | undefined
  /** Tells whether 409, 423 or 425 may mean that the server is busy. */
  isValid: boolean
  /** Prevents every retry. */
  once: boolean
  /** Tells whether the request is a retry after a 503. */
  isRetry: boolean
  /** Identifies a direct payment by what it pays, as `paidBy` does. Undefined for any other request. */
  pays?: string | undefined
}

interface PatienceOptions extends Pick<Environment, 'now' | 'wait'> {
  /** Returns the milliseconds until the run has to end. */
  remaining: () => number
  /** Lets nothing begin before the pause is over. */
  hold: (pause: Promise<void>) => Promise<void>
}

/** The waits, in seconds, before the retries while the server is busy with another request, if it does not say how long. */
const steady = [1, 1, 1, 1]

/**
 * The number of failed retries after which a kind of request is not retried any more, unless a retry has ever helped.
 * The server then means these refusals.
 */
const mostFailures = 3

/**
 * The waits, in seconds, before the retries after a 429 that does not say how long to wait, or says 0 seconds, and of a
 * payment that may be taken for one sent twice.
 */
const backOff = [1, 2, 4, 8]

/**
 * Returns true if the server did not carry out the request because of something else that is under way: a payment that
 * is being processed, or a lock.
 */
export function isBusy({ response }: Answer): boolean {
  return response !== undefined && [409, 423, 425].includes(response.status)
}

/**
 * Returns what a direct payment pays: a server may take an equal one for the same payment sent twice. Undefined for
 * other requests, and for a token that a check uses up on purpose.
 */
export function paidBy(draft: RequestDraft, { tokens }: Pick<Target, 'tokens'>): string | undefined {
  const { metadata: _, ...pays } = fieldsIn(draft)
  const isDirect = draft.debits !== undefined && 'walletAddress' in pays && !('quoteId' in pays)
  return isDirect && !isLimitedToken(draft.token, tokens)
    ? JSON.stringify([draft.token?.name, pays])
    : undefined
}

/** A server that protects its clients from paying twice may refuse such a payment for a while. */
const mayBeDuplicate = ({ response }: Answer): boolean =>
  response !== undefined && [403, 422].includes(response.status)

/**
 * Returns true for a 408: the server did not receive the complete request in the time that it waits (RFC 9110, section
 * 15.5.9). It may send a 408 on an idle connection just as the next request begins.
 */
const wasTooLate = ({ response }: Answer): boolean => response?.status === 408

export function createPatience(options: PatienceOptions): Patience {
  const { now, wait, remaining } = options
  const failures = createFailures()
  /** Retries the requests of a kind one by one, because several at once would only get in each other's way. */
  const queueOf = onceForName(() => createQueue())
  const afterThrottling = createBackOff(options)
  const untilAvailable = createRests(options)
  /** Keeps what each accepted direct payment pays. */
  const paid = new Set<string>()
  const isEqual = ({ pays }: PatientAttempt): boolean => pays !== undefined && paid.has(pays)
  const isInTheWay = (answer: Answer, attempt: PatientAttempt): boolean =>
    isBusy(answer) || (isEqual(attempt) && mayBeDuplicate(answer))

  const untilFree = async (first: Answer, kind: string, attempt: PatientAttempt): Promise<Answer> => {
    const { send } = attempt
    let answer = first
    for (const factor of isEqual(attempt) ? backOff : steady) {
      if (!isInTheWay(answer, attempt) || failures.isHopeless(kind)) break
      const pause = toldBy(answer, now()) || 1000 * factor
      if (pause > longestRetryAfter || pause > remaining()) return answer
      await wait(pause)
      answer = await send(true)
      if (isThrottled(answer)) answer = await afterThrottling(answer, attempt)
    }
    if (isInTheWay(answer, attempt)) failures.failed(kind)
    else failures.helped(kind)
    return answer
  }

  const untilAnswered = async (attempt: PatientAttempt): Promise<Answer> => {
    const { send, kind, isValid, once, isRetry } = attempt
    const answer = await send(false)
    if (once) return answer
    const first = wasTooLate(answer) ? await send(true) : answer
    if (kind !== undefined) await untilAvailable(first, kind, isRetry)
    if (isThrottled(first)) return afterThrottling(first, attempt)
    if (!isValid || kind === undefined || !isInTheWay(first, attempt) || failures.isHopeless(kind))
      return first
    return queueOf(kind)(() => untilFree(first, kind, attempt))
  }

  return async (attempt) => {
    const answer = await untilAnswered(attempt)
    if (attempt.pays !== undefined && isAccepted(answer)) paid.add(attempt.pays)
    return answer
  }
}

/** Returns the milliseconds that a response asks to wait, or 0 if it does not say. */
const toldBy = ({ response }: Answer, now: Date): number =>
  response?.headers['retry-after'] === undefined ? 0 : retryAfter(response, now)

/**
 * Retries a request after a 429: once if the server says when, otherwise after longer and longer waits, because a server
 * may limit how much a client does in some seconds, and may round the rest of a second down to 0. A kind of request that
 * such waits keep failing to help waits once, or not at all after a 403.
 */
const createBackOff = ({ now, wait, remaining, hold }: PatienceOptions) => {
  const failures = new Map<string, number>()
  return async (first: Answer, { send, kind = '' }: PatientAttempt): Promise<Answer> => {
    const times = failures.get(kind) ?? 0
    if (isRefused(first) && times >= mostFailures) return first
    let answer = first
    for (const factor of kind === '' || times >= mostFailures ? [1] : backOff) {
      const told = toldBy(answer, now())
      const pause = told || 1000 * factor
      const seconds = `asks to wait ${Math.ceil(pause / 1000)} s`
      if (pause > longestRetryAfter) return throttled(answer, seconds)
      if (pause > remaining()) return throttled(answer, `${seconds}, past the end of the run`)
      await (kind === '' ? wait(pause) : hold(wait(pause)))
      answer = await send(true)
      if (!isThrottled(answer)) failures.set(kind, 0)
      if (!isThrottled(answer)) return answer
      if (told > 0 || isRefused(answer)) break
    }
    failures.set(kind, times + 1)
    return throttled(answer, 'was busy again after the wait')
  }
}

/**
 * Lets a server rest after a 503, unless that has not helped before. Whether the request is then sent again is not
 * decided here, because it may have been carried out.
 */
const createRests = ({ now, wait, remaining, hold }: PatienceOptions) => {
  const failures = createFailures()
  return async (answer: Answer, kind: string, isRetry: boolean): Promise<void> => {
    if (isRetry && !isUnavailable(answer)) failures.helped(kind)
    if (isRetry || !isUnavailable(answer) || failures.isHopeless(kind)) return
    failures.failed(kind)
    const pause = answer.response ? retryAfter(answer.response, now()) : 0
    if (pause <= Math.min(longestRetryAfter, remaining())) await hold(wait(pause))
  }
}

/** Counts the failed retries of each kind of request. */
const createFailures = () => {
  const times = new Map<string, number>()
  return {
    isHopeless: (kind: string): boolean => (times.get(kind) ?? 0) >= mostFailures,
    failed: (kind: string): void => void times.set(kind, (times.get(kind) ?? 0) + 1),
    /** A kind of request that a retry has helped once never becomes hopeless. */
    helped: (kind: string): void => void times.set(kind, Number.NEGATIVE_INFINITY),
  }
}

/** Returns a 429 as a failure, because the server has not judged the request. A 403 that stays is a refusal. */
const throttled = (whole: Answer, how: string): Answer => {
  if (isRefused(whole)) return whole
  const { response: _, ...answer } = whole
  const message = `the server has too many requests (429) and ${how}; lower limits.requestsPerSecond in the target file`
  return { ...answer, failure: { code: 'throttled', message } }
}
