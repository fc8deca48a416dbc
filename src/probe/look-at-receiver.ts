import { valueAt } from '../core/json.ts'
import { type Answer, isAccepted } from '../http/answers/answer.ts'
import type { RequestDraft } from '../http/draft.ts'
import { lastSegment } from '../http/path-segment.ts'
import type { Target } from '../target-file/target.ts'
import { isOnServer } from '../target-file/target-urls.ts'
import type { Prober } from './prober.ts'
import { type Payment, paymentIn } from './receiver-kinds.ts'

/** The state of a receiver, as far as the server shows it. */
export interface ReceiverView {
  answer: Answer
  /** The payment in full form. The member is missing if the server shows only the public form, or nothing. */
  payment?: Payment
  /** Set if the server says that there is no such incoming payment. */
  isAbsent: boolean
}

/**
 * Reads a receiver with the token that may do so. Returns undefined if the target file does not say where to read it.
 */
export async function lookAtReceiver(prober: Prober, url: string): Promise<ReceiverView | undefined> {
  const draft = reading(prober, url)
  return draft && viewOf(await prober.send(draft), url)
}

/** Reads an incoming payment of the wallet itself. */
export async function lookAtIncomingPayment(prober: Prober, url: string): Promise<ReceiverView> {
  const id = idIn(url) ?? ''
  const { full: token } = prober.target.tokens
  const operation = 'get-incoming-payment'
  return viewOf(await prober.send({ operation, method: 'GET', path: `/incoming-payments/${id}`, token }), url)
}

/**
 * Describes the answer. A server that shows another incoming payment than the requested one says nothing about the
 * target file.
 */
const viewOf = (answer: Answer, url: string): ReceiverView => {
  const json = answer.response?.json
  const payment = isAccepted(answer) && names(json, 'id', url) ? paymentIn(json) : undefined
  return { answer, ...(payment ? { payment } : {}), isAbsent: isUnknown(answer) }
}

/** Returns true if a field names the resource with this URL, on whatever host. */
export function names(json: unknown, field: string, url: string): boolean {
  const named = valueAt(json, field)
  return typeof named === 'string' && lastSegment(named) === lastSegment(url)
}

const isUnknown = ({ response }: Answer): boolean => [400, 404, 410].includes(response?.status ?? 0)

const idIn = (url: string): string | undefined => /\/incoming-payments\/([^/?#]+)/.exec(url)?.[1]

/**
 * Returns the credentials with which receivers are read. Without a token for that, tokens.full reads those of the server
 * under test. Another server does not know that token, and shows the public form to anyone.
 */
export function readingReceivers(target: Target): Pick<RequestDraft, 'token' | 'signing'> {
  const { baseUrl, receivers, tokens } = target
  const { access, accessBaseUrl = baseUrl } = receivers
  if (access) return { token: access }
  return isOnServer(target, `${accessBaseUrl}/`) ? { token: tokens.full } : { signing: 'none' }
}

/**
 * Prepares the read of a receiver. On another server than the one under test, the read is no operation that is judged.
 */
const reading = ({ target }: Prober, url: string): RequestDraft | undefined => {
  const { baseUrl, receivers } = target
  const id = idIn(url)
  if (id === undefined) return undefined
  const draft = { method: 'GET', path: `/incoming-payments/${id}`, ...readingReceivers(target) }
  const { accessBaseUrl } = receivers
  if (accessBaseUrl !== undefined && accessBaseUrl !== baseUrl) return { ...draft, baseUrl: accessBaseUrl }
  return isOnServer(target, url) ? { ...draft, operation: 'get-incoming-payment' } : undefined
}
