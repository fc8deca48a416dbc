import { type Answer, isRefused, isServerFailure } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Quiet } from './quiet.ts'
import type { Layer } from './transport.ts'

/** A valid request to one of these operations may create or complete something each time it is sent. */
const making: ReadonlyArray<RequestDraft['operation']> = [
  'create-outgoing-payment',
  'create-incoming-payment',
  'complete-incoming-payment',
]

/** Returns true if a request, if it is valid, creates or completes something each time it is sent. */
export function isMaking({ operation }: RequestDraft): boolean {
  return making.includes(operation)
}

/** Many requests at a time may delay one too long. Its retry is sent while no other one of its kind is under way. */
const isLate = ({ failure }: Answer): boolean => failure?.code === 'timeout'

/** Retries requests after a failure of the server, and after a refusal that may pass. */
export interface Retry {
  layer: Layer
  /**
   * Returns the answer to a retry if the server failed and the request was not retried yet, otherwise the answer
   * itself.
   */
  again: (answer: Answer) => Promise<Answer>
}

/** The waits, in milliseconds, before each retry. */
export interface RetryPauses {
  soon: readonly number[]
  /** The waits before further retries, during which no other request is sent. */
  inQuiet: readonly number[]
}

interface RetryOptions {
  /** Returns when to retry a valid request that was refused and may be accepted then. */
  pauses: (draft: RequestDraft, answer: Answer) => RetryPauses
  wait: (milliseconds: number) => Promise<void>
  quietly: Quiet['inTurn']
}

/**
 * Sends the same request once more, newly signed, if the server failed or refused a valid request that it should
 * accept. A failure that passes then fails only the rules about passing failures.
 */
export function createRetry({ pauses, wait, quietly }: RetryOptions): Retry {
  const sent = new WeakMap<Answer, () => Promise<Answer>>()
  const again = async (answer: Answer): Promise<Answer> => {
    if (!isServerFailure(answer) || answer.repeats !== undefined) return answer
    return (await sent.get(answer)?.()) ?? answer
  }
  const layer: Layer = (next) => async (draft, tamper) => {
    const before = await presentValue(draft)
    const answer = await next(draft, tamper)
    const resend = async (failed = answer) => {
      const renewed = before === (await presentValue(draft)) ? {} : ({ renewed: true } as const)
      const alone = isLate(failed) ? { alone: true as const } : {}
      // A server may close any idle connection, and the next one may be as stale.
      const fresh = failed.failure?.code === 'closed' && !draft.line ? { line: { requests: 1 } } : {}
      return next({ ...draft, repeats: failed.exchange, ...renewed, ...alone, ...fresh }, tamper)
    }
    // A retry after a refusal may meet a failure of the server that passes too.
    const resendRefused = async () => {
      const second = await resend()
      return isServerFailure(second) && !isMaking(draft) ? resend(second) : second
    }
    sent.set(answer, resend)
    const isWhole = !draft.invalid && !tamper
    if (isWhole && isRefused(answer)) {
      const { soon, inQuiet } = pauses(draft, answer)
      const acceptedAfter = (waits: readonly number[]) => firstAccepted(resendRefused, waits, wait)
      const later =
        (await acceptedAfter(soon)) ??
        (inQuiet.length > 0 ? await quietly(() => acceptedAfter(inQuiet)) : undefined)
      if (later) return later
    }
    return isWhole && isMaking(draft) ? answer : again(answer)
  }
  return { layer, again }
}

/** Returns the present value of a token that may be renewed. */
const presentValue = async ({ token }: RequestDraft): Promise<string | undefined> =>
  token?.renewed && token.value()

const firstAccepted = async (
  resend: () => Promise<Answer>,
  waits: readonly number[],
  wait: (milliseconds: number) => Promise<void>,
): Promise<Answer | undefined> => {
  for (const pause of waits) {
    if (pause > 0) await wait(pause)
    const answer = await resend()
    if (!isRefused(answer)) return answer
  }
  return undefined
}
