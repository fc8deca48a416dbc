import type { Known } from '../../check/known.ts'
import { serverNow } from '../../check/server-date.ts'
import type { Session } from '../../check/session.ts'
import { receiverKinds } from '../../core/receiver.ts'
import { type Answer, isAccepted, isRefused } from '../../http/answers/answer.ts'
import { answerInFull } from '../../http/answers/answer-in-full.ts'
import { fieldsIn, type RequestDraft } from '../../http/draft.ts'
import { isBusy } from '../../http/patience.ts'
import { lookAtReceiver, type ReceiverView } from '../../probe/look-at-receiver.ts'
import { inSentence } from '../../probe/prober.ts'
import { type Payment, whyUnpayable } from '../../probe/receiver-kinds.ts'
import type { Target } from '../../target-file/target.ts'
import { type Baseline, fieldsSent, receiverIn, type Shape, shapeOf } from './baseline.ts'

/**
 * Returns a sentence that names the input of a refused valid request that the run has not established. Returns
 * undefined if all inputs are established: then the refusal is the server's own.
 */
export async function doubtAbout(
  answer: Answer,
  baseline: Baseline,
  session: Session,
): Promise<string | undefined> {
  const draft = baseline.requestOf(answer)
  if (!draft || !isRefused(answer)) return undefined
  return (
    doubtAboutQuote(draft, answer, session) ??
    (await doubtAboutRight(draft, answer, baseline, session)) ??
    doubtAboutNames(draft, answer, baseline, session) ??
    (await doubtAboutReceiver(draft, answer, baseline, session)) ??
    doubtWhileBusy(draft, answer, baseline)
  )
}

/** A server that has accepted such requests may be busy with another one, perhaps for long. */
const doubtWhileBusy = (
  draft: RequestDraft,
  answer: Answer,
  { hasAcceptedAlike }: Baseline,
): string | undefined =>
  isBusy(answer) && hasAcceptedAlike(draft)
    ? `${answer.method} ${new URL(answer.url).pathname} gets ${answerInFull(answer)}, though such requests were accepted in this run: the server may be busy with another request. Lower --concurrency, or try again when it is not`
    : undefined

/**
 * A server need not keep an expired quote, nor accept a payment of it. Its time at the refusal decides, of which a Date
 * header has whole seconds. It may also answer several requests with one quote, which is paid once.
 */
const doubtAboutQuote = (draft: RequestDraft, answer: Answer, session: Session): string | undefined => {
  const { quoteId = draft.given?.[0] } = fieldsSent(draft)
  const quote = typeof quoteId === 'string' ? session.memory.known().get(quoteId) : undefined
  const now = serverNow(session, answer)
  if ((quote?.paid || quote?.paying) && draft.operation === 'create-outgoing-payment')
    return `the server answered several requests with the quote ${quote.id}, which this run had paid before, or was paying`
  if (quote?.kind !== 'quote' || !(now + 1000 > Date.parse(quote.expiresAt ?? ''))) return undefined
  return `the quote ${quote.id} expired at ${quote.expiresAt}, and the server refused the request in the second from ${new Date(now).toISOString()}`
}

/**
 * A 403 says that the token lacks a right. Only an accepted request of the same operation shows that the token has it. If
 * there was none, as in the replay of one failure, the request is sent without its metadata.
 */
const doubtAboutRight = async (
  draft: RequestDraft,
  answer: Answer,
  { acceptedLike }: Baseline,
  session: Session,
): Promise<string | undefined> => {
  const { token, operation } = draft
  const { target } = session
  if (answer.response?.status !== 403 || !token || acceptedLike(draft)) return undefined
  const { metadata, ...body } = fieldsIn(draft)
  if (metadata !== undefined && isAccepted(await session.send({ ...draft, body }))) return undefined
  return inSentence(
    {
      place: token.name.split('.'),
      fact: `the server answers ${answerInFull(answer)} to ${operation}, and no such request with ${token.name} was accepted in this run`,
      next: 'give a token that allows it',
    },
    target,
  )
}

/** Field names that only the target file gives must have worked once. */
const doubtAboutNames = (
  draft: RequestDraft,
  answer: Answer,
  { acceptedLike }: Baseline,
  { target }: Session,
): string | undefined => {
  const { profile, profileOverrides } = target
  if (profileOverrides['directPayment'] === undefined || draft.operation !== 'create-outgoing-payment')
    return undefined
  const isDirect = (one: RequestDraft | undefined): boolean =>
    one !== undefined && receiverIn(one, profile) !== undefined
  if (!isDirect(draft) || isDirect(acceptedLike(draft))) return undefined
  return inSentence(
    {
      place: ['profileOverrides', 'directPayment'],
      fact: `the server refuses a direct payment under these names (${answerInFull(answer)}), and has accepted none`,
      next: 'set the names that your server uses for incomingPayment and debitAmount, or remove it',
    },
    target,
  )
}

const doubtAboutReceiver = async (
  draft: RequestDraft,
  answer: Answer,
  baseline: Baseline,
  session: Session,
): Promise<string | undefined> => {
  const { target } = session
  const receiver = receiverIn(draft, target.profile)
  if (receiver === undefined) return undefined
  const shape = shapeOf(draft, target.profile)
  const view = await lookAtReceiver(session, receiver)
  const payment = paymentSeen(view, session.memory.known().get(receiver))
  const misfit = payment && whyUnfit(payment, shape, serverNow(session, view?.answer ?? answer))
  if (misfit === undefined && (view?.payment || (await stillTakes(receiver, shape, baseline, session))))
    return undefined
  const unseen = view
    ? `cannot be seen in full (${answerInFull(view.answer)})`
    : 'is on an origin where the target file permits no reads'
  return inSentence(
    {
      place: placeOfReceiver(receiver, target),
      fact: `the server refuses ${receiver} (${answerInFull(answer)}), which ${misfit ?? unseen}`,
      next: 'give an incoming payment of that kind that accepts payments, and receivers.access to read it',
    },
    target,
  )
}

/**
 * Returns true if a request about a receiver that cannot be seen was accepted before, and is accepted again: meanwhile
 * the receiver may have expired, or have been completed. A payment is not made again here, because payments are compared
 * with one of the same amount.
 */
const stillTakes = async (
  receiver: string,
  shape: Shape,
  { hasTaken, acceptedAbout }: Baseline,
  session: Session,
): Promise<boolean> => {
  const before = acceptedAbout(receiver, shape)
  return before ? isAccepted(await session.send(before)) : hasTaken(receiver, shape)
}

/**
 * Returns a receiver as the server shows it now. If the server shows only its public form, a receiver that the run created
 * still has the expiry that the server gave it then.
 */
export function paymentSeen(view: ReceiverView | undefined, known: Known | undefined): Payment | undefined {
  const expiresAt = Date.parse(known?.expiresAt ?? '')
  return view?.payment ?? (Number.isNaN(expiresAt) ? undefined : { completed: false, expiresAt })
}

const whyUnfit = (payment: Payment, shape: Shape, now: number): string | undefined => {
  const { incomingAmount, receivedAmount } = payment
  const why = whyUnpayable(payment, now)
  if (why !== undefined) return why
  if (shape === 'no amount' && !incomingAmount) return 'has no incomingAmount'
  const isFull =
    incomingAmount && receivedAmount && BigInt(receivedAmount.value) >= BigInt(incomingAmount.value)
  return isFull ? 'has received all of its incomingAmount' : undefined
}

/** Returns the key of a listed receiver in the target file, or `receivers` if the receiver was created on demand. */
export function placeOfReceiver(url: string, { receivers }: Target): Array<string | number> {
  for (const kind of receiverKinds) {
    const source = receivers.sources[kind]
    const index = source?.kind === 'list' ? source.receivers.findIndex((listed) => listed.url === url) : -1
    if (index >= 0) return ['receivers', kind, index]
  }
  return ['receivers']
}
