import { inWords, numberOf, sameAsset } from '../../core/amount.ts'
import type { Environment } from '../../core/environment.ts'
import { isObject } from '../../core/json.ts'
import type { Receiver, ReceiverKind } from '../../core/receiver.ts'
import type { TriedAnswer } from '../../diagnose/doctor/trials.ts'
import { answerInWords, isAccepted } from '../../http/answers/answer.ts'
import type { Payment } from '../../probe/receiver-kinds.ts'
import type { BrokenStep, PaymentCase, PaymentCell } from './cell.ts'
import { type Conversation, createConversation, type PaymentSide, type QuoteMade } from './side.ts'

export type PayingWorld = Pick<Environment, 'now' | 'wait'>

/** A case while it is tried. */
interface Trial {
  sender: PaymentSide
  receiver: PaymentSide
  kind: PaymentCase
  talk: Conversation
  world: PayingWorld
}

/** The result of a case. */
type PaymentOutcome = Pick<PaymentCell, 'status' | 'why' | 'broken'>

/** A receiver as it was before anything was paid. */
interface ReceiverBefore {
  receiver: Receiver
  before: Payment
}

const passed: PaymentOutcome = { status: 'passed' }
const notTried = (why: string): PaymentOutcome => ({ status: 'not tried', why })
const failed = (step: string, at: string, want: string, got: string): PaymentOutcome => ({
  status: 'failed',
  broken: { step, at, want, got } satisfies BrokenStep,
})

/**
 * Returns the outcome for a server that does not answer. That says nothing about payments; its own report covers it.
 */
const unanswered = (name: string, tried: TriedAnswer): PaymentOutcome => ({
  status: 'not judged',
  why: `${name}: ${answerInWords(tried)}`,
})

/** Tries a case from one server to another. Every response of the servers leads to a cell. */
export async function payCase(
  sender: PaymentSide,
  receiver: PaymentSide,
  kind: PaymentCase,
  world: PayingWorld,
): Promise<PaymentCell> {
  const talk = createConversation()
  const outcome = await outcomeOf({ sender, receiver, kind, talk, world })
  return { sender: sender.name, receiver: receiver.name, case: kind, ...outcome, steps: talk.steps }
}

const outcomeOf = async (trial: Trial): Promise<PaymentOutcome> => {
  const { sender, receiver, kind, talk } = trial
  const wanted = kind === 'two payers' ? 'fixed' : kind
  if (!sender.amount) return notTried(`walletAsset of ${sender.name}`)
  const begun = await begin(receiver, wanted, talk)
  if (!('receiver' in begun)) return begun
  if (kind === 'two payers') return twoPayers(trial, begun)
  if (kind === 'expired' || kind === 'completed') return unpayable(trial, begun)
  return payable(trial, begun)
}

/**
 * Finds a receiver of this kind and reads it from its server, or names the key of the target file that would give one.
 * Used-up receivers are skipped.
 */
const begin = async (
  side: PaymentSide,
  kind: ReceiverKind,
  talk: Conversation,
): Promise<ReceiverBefore | PaymentOutcome> => {
  const key = `receivers.${kind} of ${side.name}`
  if (!side.pool.has(kind)) return notTried(key)
  for (let tries = 0; tries < 50; tries++) {
    // Receivers that accept no payments cannot be used up.
    const isShared = kind === 'expired' || kind === 'completed'
    const receiver = await (isShared ? side.pool.shared(kind) : side.pool.alone(kind)).catch(
      (error: unknown) => {
        return error instanceof Error ? error.message : String(error)
      },
    )
    if (receiver === undefined) break
    if (typeof receiver === 'string') return notTried(`${key}: ${receiver}`)
    const { tried, payment } = await talk.readReceiver(side, receiver)
    if (!payment?.receivedAmount) return unreadable(side, kind, tried)
    if (!payment.completed || kind === 'completed' || kind === 'expired') return { receiver, before: payment }
    talk.steps.pop()
  }
  return notTried(`${key}: all that it lists are used up`)
}

/**
 * Judges a receiver that cannot be read in full. If the server shows the public form, or nothing, another token is
 * needed. Any other form is wrong.
 */
const unreadable = ({ name }: PaymentSide, kind: ReceiverKind, tried: TriedAnswer): PaymentOutcome => {
  if (tried.failure) return unanswered(name, tried)
  const { json } = tried.response ?? {}
  const isFull = isObject(json) && 'id' in json
  return isAccepted(tried) && isFull
    ? failed(
        'watch the receiver',
        name,
        'an incoming payment with completed and receivedAmount',
        'another body',
      )
    : notTried(`receivers.access of ${name}, which may read ${kind} receivers`)
}

const quoted = async (
  { sender, kind, talk }: Trial,
  { receiver, before }: ReceiverBefore,
): Promise<{ quote: QuoteMade } | PaymentOutcome> => {
  const amount = kind === 'fixed' || kind === 'two payers' ? undefined : sender.amount
  const { tried, quote } = await talk.quote(sender, receiver.url, amount)
  if (tried.failure) return unanswered(sender.name, tried)
  if (!isAccepted(tried)) return failed('quote', sender.name, 'a quote, 2xx', answerInWords(tried))
  if (!quote) return failed('quote', sender.name, 'a quote with id and both amounts', 'another body')
  const { receiveAmount, debitAmount } = quote
  if (before.receivedAmount && !sameAsset(receiveAmount, before.receivedAmount))
    return failed(
      'quote',
      sender.name,
      `receiveAmount in the asset of the receiver, ${before.receivedAmount.assetCode}/${before.receivedAmount.assetScale}`,
      inWords(receiveAmount),
    )
  if (before.incomingAmount && !amount && numberOf(receiveAmount) > numberOf(before.incomingAmount))
    return failed('quote', sender.name, `at most ${inWords(before.incomingAmount)}`, inWords(receiveAmount))
  if (numberOf(debitAmount) > sender.maxDebitValue)
    return notTried(`limits.maxDebitValue of ${sender.name} of at least ${debitAmount.value}`)
  return { quote }
}

const payable = async (trial: Trial, begun: ReceiverBefore): Promise<PaymentOutcome> => {
  const { sender, talk } = trial
  const made = await quoted(trial, begun)
  if (!('quote' in made)) return made
  const { tried, id } = await talk.pay(sender, made.quote.id)
  if (id === undefined)
    return failed('payment', sender.name, 'an outgoing payment, 2xx', answerInWords(tried))
  return arrival(trial, begun, [{ id, quote: made.quote, sender }])
}

interface Paid {
  id: string
  quote: QuoteMade
  sender: PaymentSide
}

/** Watches both ends until everything that was sent has arrived, or the time is up. */
const arrival = async (
  { sender, receiver, talk, world: { now, wait } }: Trial,
  { receiver: url, before }: ReceiverBefore,
  paid: readonly Paid[],
): Promise<PaymentOutcome> => {
  const wanted = paid.reduce((sum, { quote }) => sum + numberOf(quote.receiveAmount), 0n)
  const until = now().getTime() + sender.trials.target.limits.settleTimeout
  for (;;) {
    const sent = await Promise.all(paid.map(({ sender: payer, id }) => talk.readSent(payer, id)))
    const { payment } = await talk.readReceiver(receiver, url)
    const arrived = receivedSince(before, payment)
    const dead = sent.find((one) => one.sent?.failed)
    if (dead?.sent)
      return failed(
        'watch the payment',
        sender.name,
        'a payment that is sent',
        `failed after ${inWords(dead.sent.sentAmount)}`,
      )
    if (arrived !== undefined && arrived > wanted)
      return failed('watch the receiver', receiver.name, `receivedAmount up by ${wanted}`, `up by ${arrived}`)
    if (arrived === wanted) return passed
    if (now().getTime() >= until) {
      const isSent = sent.every(
        (one) => one.sent && numberOf(one.sent.sentAmount) >= numberOf(one.sent.debitAmount),
      )
      return isSent ? notArrived(sender, receiver, wanted, arrived) : notSent(sender)
    }
    await wait(250)
  }
}

const secondsToSettle = ({ trials }: PaymentSide): number => trials.target.limits.settleTimeout / 1000

const notSent = (sender: PaymentSide): PaymentOutcome => ({
  status: 'not judged',
  why: `not sent in full within limits.settleTimeout of ${sender.name} (${secondsToSettle(sender)} s)`,
})

const notArrived = (
  sender: PaymentSide,
  receiver: PaymentSide,
  wanted: bigint,
  arrived: bigint | undefined,
): PaymentOutcome =>
  failed(
    'watch the receiver',
    receiver.name,
    `receivedAmount up by ${wanted}, as ${sender.name} says that all was sent`,
    `up by ${arrived ?? 'nothing that can be read'} after ${secondsToSettle(sender)} s`,
  )

const receivedSince = (before: Payment, after: Payment | undefined): bigint | undefined =>
  before.receivedAmount && after?.receivedAmount
    ? numberOf(after.receivedAmount) - numberOf(before.receivedAmount)
    : undefined

/** Milliseconds during which nothing may arrive, if nothing is supposed to. */
const stillness = 1000

/** Tries to pay into a receiver that can no longer be paid. The server must refuse, or at least nothing may arrive. */
const unpayable = async (
  { sender, receiver, kind, talk, world }: Trial,
  { receiver: url, before }: ReceiverBefore,
): Promise<PaymentOutcome> => {
  const { tried, quote } = await talk.quote(sender, url.url, sender.amount)
  if (tried.failure) return unanswered(sender.name, tried)
  if ((tried.response?.status ?? 0) >= 500)
    return failed('quote', sender.name, 'a refusal, 4xx', answerInWords(tried))
  if (quote && numberOf(quote.debitAmount) <= sender.maxDebitValue) {
    const { id } = await talk.pay(sender, quote.id)
    if (id !== undefined) await world.wait(stillness)
  }
  const { payment } = await talk.readReceiver(receiver, url)
  const arrived = receivedSince(before, payment)
  if (arrived === undefined || arrived === 0n) return passed
  return failed(
    'watch the receiver',
    receiver.name,
    `nothing paid into a receiver that is ${kind}`,
    `receivedAmount up by ${arrived}`,
  )
}

/** Gives both payers a quote before either of them pays. Only one of them can fill the receiver. */
const twoPayers = async (trial: Trial, begun: ReceiverBefore): Promise<PaymentOutcome> => {
  const { sender, receiver, talk } = trial
  const made = []
  for (const payer of [sender, receiver]) {
    const one = await quoted({ ...trial, sender: payer }, begun)
    if (!('quote' in one)) return one
    made.push({ payer, quote: one.quote })
  }
  const paid: Paid[] = []
  for (const { payer, quote } of made) {
    const { id } = await talk.pay(payer, quote.id)
    if (id !== undefined) paid.push({ id, quote, sender: payer })
  }
  if (paid.length === 0)
    return failed('payment', sender.name, 'one of two payments accepted, with an id', 'neither')
  if (paid.length === 1) return arrival({ ...trial, sender: paid[0]?.sender ?? sender }, begun, paid)
  return filledOnce(trial, begun)
}

/** Watches a receiver with two payments under way. Together they must pay in the missing amount, and no more. */
const filledOnce = async (
  { receiver, talk, world: { now, wait } }: Trial,
  { receiver: url, before }: ReceiverBefore,
): Promise<PaymentOutcome> => {
  const until = now().getTime() + receiver.trials.target.limits.settleTimeout
  let full: number | undefined
  for (;;) {
    const { payment } = await talk.readReceiver(receiver, url)
    const [received, most] = [payment?.receivedAmount, before.incomingAmount]
    if (received && most && numberOf(received) > numberOf(most))
      return failed('watch the receiver', receiver.name, `at most ${inWords(most)}`, inWords(received))
    if (received && most && numberOf(received) === numberOf(most)) full ??= now().getTime()
    if (full !== undefined && now().getTime() - full >= stillness) return passed
    if (now().getTime() >= until)
      return full === undefined
        ? failed(
            'watch the receiver',
            receiver.name,
            most ? inWords(most) : 'the incomingAmount',
            received ? inWords(received) : 'nothing that can be read',
          )
        : passed
    await wait(250)
  }
}
