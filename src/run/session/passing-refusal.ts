import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { isBusy } from '../../http/patience.ts'
import { isDenied } from '../layers/token-life.ts'
import type { Run } from './run.ts'

/** At once, and when a second has passed: a server may remember a request for that long. */
const atOnce = [0]
const alsoLater = [0, 1100]

/**
 * Returns the waits before each retry of a valid request that was refused, although its token is alive and was accepted
 * for the same operation. A refusal that is not about the token passes only if the very same request was accepted. Such
 * a request, and one whose token was refused for a while before, is also sent later. Payments are retried only after a
 * 401, because they may be refused for want of money, or because a quote is paid.
 */
export function pausesAfter(run: Run, draft: RequestDraft, answer: Answer): readonly number[] {
  const { memory, liveness } = run
  const { token, debits } = draft
  const status = answer.response?.status ?? 0
  if (!token || !isPlainlySent(run, draft)) return []
  if (!liveness.isAlive(token.name) || !memory.baseline.acceptedLike(draft)) return []
  if (status !== 401 && (debits !== undefined || isBusy(answer) || status === 402)) return []
  const wasAccepted = memory.baseline.hasAccepted(draft)
  if (wasAccepted || (isDenied(answer) && liveness.wasRevived(token.name))) return alsoLater
  return isDenied(answer) ? atOnce : []
}

const isPlainlySent = (
  { facts: { target } }: Run,
  { baseUrl = target.baseUrl, signing, scheme, once }: RequestDraft,
): boolean => baseUrl === target.baseUrl && signing !== 'none' && scheme === undefined && once === undefined
