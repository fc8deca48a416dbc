import type { Amount, Asset } from '../../core/amount.ts'
import { isObject } from '../../core/json.ts'
import type { Receiver } from '../../core/receiver.ts'
import type { Trials, TriedAnswer } from '../../diagnose/doctor/trials.ts'
import { answerInWords, isAccepted } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { lastSegment } from '../../http/path-segment.ts'
import { type Payment, paymentIn } from '../../probe/receiver-kinds.ts'
import { amountIn } from '../../probe/wallet-asset.ts'
import type { ReceiverPool } from '../../target-file/receivers.ts'
import type { PaymentStep } from './cell.ts'

/** A participant that pays and is paid. */
export interface PaymentSide {
  name: string
  trials: Trials
  pool: ReceiverPool
  /** The asset of its wallet address, if it is known. */
  asset: Asset | undefined
  /** The amount that every payment debits. */
  amount: Amount | undefined
  maxDebitValue: bigint
}

export interface QuoteMade {
  id: string
  debitAmount: Amount
  receiveAmount: Amount
}

/** The requests of one case. Each of them is recorded as a step. */
export interface Conversation {
  steps: PaymentStep[]
  quote: (
    sender: PaymentSide,
    receiver: string,
    debitAmount?: Amount,
  ) => Promise<{ tried: TriedAnswer; quote?: QuoteMade }>
  pay: (sender: PaymentSide, quoteId: string) => Promise<{ tried: TriedAnswer; id?: string }>
  /** Reads a receiver. `payment` is undefined if the server does not show it in full. */
  readReceiver: (side: PaymentSide, receiver: Receiver) => Promise<{ tried: TriedAnswer; payment?: Payment }>
  readSent: (sender: PaymentSide, id: string) => Promise<{ tried: TriedAnswer; sent?: SentPayment }>
}

export interface SentPayment {
  failed: boolean
  sentAmount: Amount
  debitAmount: Amount
}

export function createConversation(): Conversation {
  const steps: PaymentStep[] = []
  const ask = async (step: string, side: PaymentSide, draft: RequestDraft): Promise<TriedAnswer> => {
    const tried = await side.trials.ask(() => draft)
    note(steps, step, side, tried)
    return tried
  }
  return {
    steps,
    quote: async (sender, receiver, debitAmount) => {
      const tried = await ask('quote', sender, quoteDraft(sender, receiver, debitAmount))
      const quote = isAccepted(tried) ? quoteIn(tried.response?.json) : undefined
      return { tried, ...(quote ? { quote } : {}) }
    },
    pay: async (sender, quoteId) => {
      const tried = await ask('payment', sender, paymentDraft(sender, quoteId))
      const id = isAccepted(tried) ? textIn(tried.response?.json, 'id') : undefined
      return { tried, ...(id === undefined ? {} : { id }) }
    },
    readReceiver: async (side, receiver) => {
      const tried = await ask('watch the receiver', side, receiverDraft(side, receiver))
      const payment = isAccepted(tried) ? paymentIn(tried.response?.json) : undefined
      return { tried, ...(payment ? { payment } : {}) }
    },
    readSent: async (sender, id) => {
      const tried = await ask('watch the payment', sender, sentDraft(sender))
      const result = isObject(tried.response?.json) ? tried.response.json['result'] : undefined
      const found = Array.isArray(result) ? result.find((item) => textIn(item, 'id') === id) : undefined
      const sent = sentIn(found)
      return { tried, ...(sent ? { sent } : {}) }
    },
  }
}

const note = (steps: PaymentStep[], step: string, { name: at }: PaymentSide, tried: TriedAnswer): void => {
  const body = tried.says.body === '' ? '' : ` ${tried.says.body.slice(0, 400)}`
  // A watch that repeats replaces its last step, so that only the last response is kept.
  const last = steps.at(-1)
  if (step.startsWith('watch') && last?.step === step && last.at === at) steps.pop()
  const request = `${tried.method} ${tried.url}`
  steps.push({ step, at, request, answer: `${answerInWords(tried)}${body}` })
}

const quoteDraft = (
  { trials }: PaymentSide,
  receiver: string,
  debitAmount: Amount | undefined,
): RequestDraft => {
  const { walletAddress, tokens } = trials.target
  const body = { walletAddress, receiver, method: 'ilp', ...(debitAmount ? { debitAmount } : {}) }
  return { operation: 'create-quote', method: 'POST', path: '/quotes', token: tokens.full, body }
}

const paymentDraft = ({ trials }: PaymentSide, quoteId: string): RequestDraft => {
  const { walletAddress, tokens } = trials.target
  return {
    operation: 'create-outgoing-payment',
    method: 'POST',
    path: '/outgoing-payments',
    token: tokens.full,
    body: { walletAddress, quoteId },
  }
}

const receiverDraft = ({ trials }: PaymentSide, { url }: Receiver): RequestDraft => {
  const { receivers, tokens, baseUrl } = trials.target
  const { access = tokens.full, accessBaseUrl } = receivers
  const elsewhere = accessBaseUrl !== undefined && accessBaseUrl !== baseUrl
  return {
    ...(elsewhere ? { baseUrl: accessBaseUrl } : ({ operation: 'get-incoming-payment' } as const)),
    method: 'GET',
    path: `/incoming-payments/${lastSegment(url)}`,
    token: access,
  }
}

const sentDraft = ({ trials }: PaymentSide): RequestDraft => {
  const { profile, walletAddress, tokens } = trials.target
  return {
    operation: 'list-outgoing-payments',
    method: 'GET',
    path: '/outgoing-payments',
    query: [[profile.query.walletAddress, walletAddress]],
    token: tokens.full,
  }
}

const textIn = (json: unknown, field: string): string | undefined => {
  const value = isObject(json) ? json[field] : undefined
  return typeof value === 'string' ? value : undefined
}

const quoteIn = (json: unknown): QuoteMade | undefined => {
  if (!isObject(json)) return undefined
  const id = textIn(json, 'id')
  const debitAmount = amountIn(json['debitAmount'])
  const receiveAmount = amountIn(json['receiveAmount'])
  return id !== undefined && debitAmount && receiveAmount ? { id, debitAmount, receiveAmount } : undefined
}

const sentIn = (json: unknown): SentPayment | undefined => {
  if (!isObject(json)) return undefined
  const sentAmount = amountIn(json['sentAmount'])
  const debitAmount = amountIn(json['debitAmount'])
  return sentAmount && debitAmount ? { failed: json['failed'] === true, sentAmount, debitAmount } : undefined
}
