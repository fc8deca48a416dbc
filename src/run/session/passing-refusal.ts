import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { isBusy } from '../../http/patience.ts'
import type { RetryPauses } from '../layers/retry.ts'
import { isDenied } from '../layers/token-life.ts'
import type { Run } from './run.ts'

const never: RetryPauses = { soon: [], inQuiet: [] }

/**
 * A server may lock a token for a moment, or remember a request for a second or two. Any other request may be the reason
 * of a refusal.
 */
const later = 1100
const untilLater = [0, 200, later]
const inQuiet = [...untilLater, later]

/**
 * Returns the waits before each retry of a valid request that was refused, although its token is alive and was accepted
 * before. A refusal that is not about the token passes only if the very same request was accepted, or if the server may
 * have known no price. Such a request, and one whose token was refused for a while before, is also sent later. If the
 * refusal is about the token, the request is sent at last while no other one is. Payments are retried only after a 401,
 * because they may be refused for want of money, or because a quote is paid.
 */
export function pausesAfter(run: Run, draft: RequestDraft, answer: Answer): RetryPauses {
  const { memory, liveness } = run
  const { token, debits } = draft
  const status = answer.response?.status ?? 0
  if (!token || !isPlainlySent(run, draft)) return never
  if (!liveness.isAlive(token.name) || !mayPass(run, draft, status)) return never
  if (status !== 401 && (debits !== undefined || isBusy(answer) || status === 402)) return never
  const wasAccepted = memory.baseline.hasAccepted(draft)
  if (!isDenied(answer))
    return wasAccepted || mayLackPrice(draft, status) ? { soon: [0, later], inQuiet: [] } : never
  return { soon: wasAccepted || liveness.wasRevived(token.name) ? untilLater : [0], inQuiet }
}

/** A 401 is not about what the token allows, so any request that was accepted with the token shows that it is good. */
const mayPass = ({ memory: { baseline } }: Run, draft: RequestDraft, status: number): boolean =>
  status === 401 ? baseline.hasUsed(draft) : baseline.acceptedLike(draft) !== undefined

/** A server that knows no price for a moment may refuse any quote. */
const mayLackPrice = ({ operation }: RequestDraft, status: number): boolean =>
  operation === 'create-quote' && status === 422

const isPlainlySent = (
  { facts: { target } }: Run,
  { baseUrl = target.baseUrl, signing, signedAt, scheme, once }: RequestDraft,
): boolean =>
  baseUrl === target.baseUrl &&
  signing !== 'none' &&
  signedAt === undefined &&
  scheme === undefined &&
  once === undefined
