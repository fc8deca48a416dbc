import { createMemory } from '../../check/memory.ts'
import { parseJson } from '../../core/json.ts'
import { type Answer, isAccepted } from '../../http/answers/answer.ts'
import { fieldsIn, type RequestDraft } from '../../http/draft.ts'
import type { Target } from '../../target-file/target.ts'
import { identityOf } from '../layers/liveness.ts'

/**
 * The inputs that the accepted requests of a run have shown to be good: tokens, by the operation that they were used
 * for, and receivers. A refusal of a valid request counts against the server only if each input of the request is in
 * the baseline, or can be confirmed.
 */
export interface Baseline {
  sent: (draft: RequestDraft, answer: Answer, isValid: boolean) => void
  /** Returns the request that got this answer. */
  requestOf: (answer: Answer) => RequestDraft | undefined
  /** Returns the last accepted request of the same operation with the same token. */
  acceptedLike: (draft: RequestDraft) => RequestDraft | undefined
  /** Returns true if the very same request was accepted. */
  hasAccepted: (draft: RequestDraft) => boolean
  /** Returns true if a request of that kind with the same fields in its body was accepted. */
  hasAcceptedAlike: (draft: RequestDraft) => boolean
  /** Returns true if a request about the receiver was accepted, of that shape or of any. */
  hasTaken: (receiver: string, shape?: Shape) => boolean
  /** Returns an accepted request of that shape about the receiver, if one was accepted that does not pay. */
  acceptedAbout: (receiver: string, shape: Shape) => RequestDraft | undefined
  /** Returns true if any request with the same token was accepted. */
  hasUsed: (draft: RequestDraft) => boolean
  /** Returns true if any payment with the same token was accepted. */
  hasPaid: (draft: RequestDraft) => boolean
}

/** Tells a request that names an amount from a request that takes the receiver's own amount. */
export type Shape = (typeof shapes)[number]

const shapes = ['amount', 'no amount'] as const

export function createBaseline({ profile }: Pick<Target, 'profile'>): Baseline {
  const requests = new WeakMap<Answer, RequestDraft>()
  const accepted = new Map<string, RequestDraft>()
  const same = createMemory<true>()
  const forms = new Set<string>()
  const receivers = new Map<string, RequestDraft>()
  const used = new Set<string | undefined>()
  const paid = new Set<string | undefined>()
  return {
    sent: (draft, answer, isValid) => {
      requests.set(answer, draft)
      if (!isValid || !isAccepted(answer)) return
      accepted.set(useOf(draft), draft)
      same.set(identityOf(draft), true)
      forms.add(formOf(draft))
      used.add(draft.token?.name)
      if (draft.debits !== undefined) paid.add(draft.token?.name)
      const receiver = receiverIn(draft, profile)
      const about = `${shapeOf(draft, profile)} ${receiver}`
      if (receiver !== undefined && (draft.debits === undefined || !receivers.has(about)))
        receivers.set(about, draft)
    },
    requestOf: (answer) => requests.get(answer),
    acceptedLike: (draft) => accepted.get(useOf(draft)),
    hasAccepted: (draft) => same.get(identityOf(draft)) === true,
    hasAcceptedAlike: (draft) => forms.has(formOf(draft)),
    hasTaken: (receiver, shape) =>
      shapes.some((one) => (shape ?? one) === one && receivers.has(`${one} ${receiver}`)),
    acceptedAbout: (receiver, shape) => {
      const draft = receivers.get(`${shape} ${receiver}`)
      return draft?.debits === undefined ? draft : undefined
    },
    hasUsed: ({ token }) => used.has(token?.name),
    hasPaid: ({ token }) => paid.has(token?.name),
  }
}

const useOf = ({ operation, token }: RequestDraft): string => `${operation} ${token?.name}`

const formOf = (draft: RequestDraft): string =>
  draft.body instanceof Uint8Array
    ? useOf(draft)
    : `${useOf(draft)} ${Object.keys(fieldsIn(draft)).sort().join(' ')}`

/** Returns the fields of a body, even if a check has written it in a form of its own. */
export function fieldsSent(draft: RequestDraft): Record<string, unknown> {
  const { body } = draft
  return fieldsIn(
    body instanceof Uint8Array ? { ...draft, body: parseJson(Buffer.from(body).toString()) } : draft,
  )
}

type TargetProfile = Target['profile']

export function receiverIn(draft: RequestDraft, { directPayment }: TargetProfile): string | undefined {
  const name = draft.operation === 'create-quote' ? 'receiver' : directPayment.incomingPayment
  const value = fieldsSent(draft)[name]
  return typeof value === 'string' ? value : undefined
}

/** Tells whether a request names an amount. */
export function shapeOf(draft: RequestDraft, { directPayment }: TargetProfile): Shape {
  const fields = fieldsSent(draft)
  return ['debitAmount', 'receiveAmount', directPayment.debitAmount].some((name) => name in fields)
    ? 'amount'
    : 'no amount'
}
