import type { Amount, Asset } from '../../core/amount.ts'
import { valueAt } from '../../core/json.ts'
import type { Receiver, ReceiverKind } from '../../core/receiver.ts'
import { listOutgoing, quoteTo, withoutQuery } from '../../diagnose/doctor/requests.ts'
import type { DraftFor, Trials, TriedAnswer } from '../../diagnose/doctor/trials.ts'
import { answerInWords, isAccepted } from '../../http/answers/answer.ts'
import { fieldsShown, itemsIn } from '../../http/answers/shown.ts'
import { lastSegment } from '../../http/path-segment.ts'
import { type Payment, paymentIn } from '../../probe/receiver-kinds.ts'
import { amountIn } from '../../probe/wallet-document.ts'
import type { ReceiverPool } from '../../target-file/receivers.ts'
import type { PaymentStep } from './cell.ts'
import type { Bound } from './outcome.ts'

/** A participant that pays and is paid. */
export interface PaymentSide extends Bound {
  trials: Trials
  pool: ReceiverPool
  /** Receivers that were in the wrong asset for one sender, and may be in the right one for another. */
  spare: Map<ReceiverKind, Receiver[]>
  /** The server's time, as far as it is known. */
  now: () => Date
  /** The asset of its wallet address, if it is known. */
  asset: Asset | undefined
  /** The amount that every payment debits. */
  amount: Amount | undefined
  /** The answer to a quote for a receiver of its own, in words, if that was refused at every amount. */
  refuses?: string | undefined
  maxDebitValue: bigint
}

export interface QuoteMade {
  id: string
  debitAmount: Amount
  receiveAmount: Amount
}

/** The resource that an accepted request showed, or the requirement about the first field that its answer lacks. */
export interface ResourceOrFlaw<T> {
  tried: TriedAnswer
  shows?: T
  lacks?: string | undefined
}

/** The requests of one case. Each of them is recorded as a step. */
export interface Conversation {
  steps: PaymentStep[]
  quote: (sender: PaymentSide, receiver: string, debitAmount?: Amount) => Promise<ResourceOrFlaw<QuoteMade>>
  /** Pays a quote, and shows the id of the payment. */
  pay: (sender: PaymentSide, quoteId: string) => Promise<ResourceOrFlaw<string>>
  /** Reads a receiver. The public form of an incoming payment shows nothing, and lacks nothing either. */
  readReceiver: (side: PaymentSide, receiver: Receiver) => Promise<ResourceOrFlaw<Payment>>
  readSent: (sender: PaymentSide, id: string) => Promise<SentPayment | undefined>
}

export interface SentPayment {
  failed: boolean
  sentAmount: Amount
  debitAmount: Amount
}

export function createConversation(): Conversation {
  const steps: PaymentStep[] = []
  const ask = async (step: string, side: PaymentSide, draft: DraftFor): Promise<TriedAnswer> => {
    const tried = await side.trials.ask(draft)
    note(steps, step, side, tried)
    return tried
  }
  return {
    steps,
    quote: async (sender, receiver, debitAmount) =>
      shownIn(await ask('quote', sender, quoteTo(receiver, debitAmount)), quoteIn, quoteFields),
    pay: async (sender, quoteId) =>
      shownIn(await ask('payment', sender, paymentOf(quoteId)), (json) => textIn(json, 'id'), paymentFields),
    readReceiver: async (side, receiver) => {
      const tried = await ask('watch the receiver', side, readReceiver(receiver))
      const isFull = 'id' in fieldsShown(tried)
      return shownIn(tried, receivedIn, isFull ? receiverFields : {})
    },
    readSent: async (sender, id) => {
      const tried = await ask('watch the payment', sender, withoutQuery(listOutgoing, 'first'))
      return sentIn(itemsIn(tried)?.find((item) => textIn(item, 'id') === id))
    },
  }
}

/** The fields that a payment cannot do without, with the first words of the requirements about them. */
type Fields = Readonly<Record<string, string>>

const quoteFields: Fields = {
  id: 'quote.id',
  debitAmount: 'quote.debit-amount',
  receiveAmount: 'quote.receive-amount',
}
const paymentFields: Fields = { id: 'outgoing-payment.id' }
const receiverFields: Fields = {
  completed: 'incoming-payment.completed',
  receivedAmount: 'incoming-payment.received-amount',
}

/** The last word of the requirement about the form of a field. */
const forms: Fields = { id: 'uri', completed: 'boolean' }

const shownIn = <T>(
  tried: TriedAnswer,
  read: (json: unknown) => T | undefined,
  fields: Fields,
): ResourceOrFlaw<T> => {
  if (!isAccepted(tried)) return { tried }
  const shows = read(tried.response?.json)
  if (shows !== undefined) return { tried, shows }
  const given = fieldsShown(tried)
  const isGood = (field: string): boolean =>
    forms[field] === undefined
      ? amountIn(given[field]) !== undefined
      : typeof given[field] === (field === 'id' ? 'string' : 'boolean')
  const [field, words] = Object.entries(fields).find(([name]) => !isGood(name)) ?? []
  if (field === undefined) return { tried }
  return { tried, lacks: `${words}.${field in given ? (forms[field] ?? 'amount') : 'present'}` }
}

const receivedIn = (json: unknown): Payment | undefined => {
  const payment = paymentIn(json)
  return payment?.receivedAmount && payment
}

const note = (steps: PaymentStep[], step: string, { name: at }: PaymentSide, tried: TriedAnswer): void => {
  const body = tried.says.body === '' ? '' : ` ${tried.says.body.slice(0, 400)}`
  // A watch that repeats replaces its last step, so that only the last response is kept.
  const last = steps.at(-1)
  if (step.startsWith('watch') && last?.step === step && last.at === at) steps.pop()
  const request = `${tried.method} ${tried.url}`
  steps.push({ step, at, request, answer: `${answerInWords(tried)}${body}` })
}

const paymentOf =
  (quoteId: string): DraftFor =>
  ({ walletAddress, tokens }) => ({
    operation: 'create-outgoing-payment',
    method: 'POST',
    path: '/outgoing-payments',
    token: tokens.full,
    body: { walletAddress, quoteId },
  })

const readReceiver =
  ({ url }: Receiver): DraftFor =>
  ({ receivers: { access, accessBaseUrl }, tokens, baseUrl }) => ({
    ...(accessBaseUrl === undefined || accessBaseUrl === baseUrl
      ? { operation: 'get-incoming-payment' }
      : { baseUrl: accessBaseUrl }),
    method: 'GET',
    path: `/incoming-payments/${lastSegment(url)}`,
    token: access ?? tokens.full,
  })

const textIn = (json: unknown, field: string): string | undefined => {
  const value = valueAt(json, field)
  return typeof value === 'string' ? value : undefined
}

const quoteIn = (json: unknown): QuoteMade | undefined => {
  const id = textIn(json, 'id')
  const debitAmount = amountIn(valueAt(json, 'debitAmount'))
  const receiveAmount = amountIn(valueAt(json, 'receiveAmount'))
  return id !== undefined && debitAmount && receiveAmount ? { id, debitAmount, receiveAmount } : undefined
}

const sentIn = (json: unknown): SentPayment | undefined => {
  const sentAmount = amountIn(valueAt(json, 'sentAmount'))
  const debitAmount = amountIn(valueAt(json, 'debitAmount'))
  const failed = valueAt(json, 'failed') === true
  return sentAmount && debitAmount ? { failed, sentAmount, debitAmount } : undefined
}
