import { inWords, numberOf, sameAsset } from '../../core/amount.ts'
import { isAccepted, isServerFailure } from '../../http/answers/answer.ts'
import type { PaymentCase, PaymentCell } from './cell.ts'
import { notJudged, notTried, type PaymentOutcome, refused, unanswered, unmet } from './outcome.ts'
import { findReceiver, otherAssetInWords, type ReceiverBefore } from './receiver.ts'
import { createConversation, type PaymentSide, type QuoteMade } from './side.ts'
import {
  arrival,
  filledOnce,
  nothingArrives,
  nothingArrivesBy,
  type Paid,
  type PayingWorld,
  type WatchedCase,
} from './watch.ts'

export interface CaseSetting extends PayingWorld, Pick<WatchedCase, 'atOnce' | 'sides'> {
  /** Is true if another payment from this sender has arrived at this receiver. */
  arrived: boolean
}

/**
 * Tries a case from one server to another. Every response of the servers leads to a cell. `silent` is the server that
 * gave no answer.
 */
export async function payCase(
  sender: PaymentSide,
  receiver: PaymentSide,
  kind: PaymentCase,
  { arrived, sides, atOnce, ...world }: CaseSetting,
): Promise<{ cell: PaymentCell; silent: string | undefined }> {
  const talk = createConversation()
  const trial = { sender, receiver, kind, talk, world, sides, atOnce }
  const { remark, silent, ...outcome } = await outcomeOf(trial, arrived)
  const isRemarkable = remark !== undefined && !['not tried', 'not judged'].includes(outcome.status)
  const why = [outcome.why, isRemarkable ? remark : undefined].filter((one) => one !== undefined).join('; ')
  const known = why === '' ? {} : { why }
  const names = { sender: sender.name, receiver: receiver.name, case: kind }
  return { cell: { ...names, ...outcome, ...known, steps: talk.steps }, silent }
}

const outcomeOf = async (
  trial: WatchedCase,
  arrived: boolean,
): Promise<PaymentOutcome & { remark?: string | undefined }> => {
  const { sender, receiver, kind } = trial
  if (!sender.amount) return notTried(`walletAsset of ${sender.name}`)
  if (sender.refuses !== undefined)
    return notJudged(
      `${sender.name} creates no quote for a receiver of its own (${sender.refuses}); see its report`,
    )
  const isNegative = kind === 'expired' || kind === 'completed'
  if (isNegative && !arrived)
    return notJudged(
      `no other payment of ${sender.name} arrives at ${receiver.name}, so a refusal would show nothing`,
    )
  const begun = await findReceiver(trial)
  if (!('receiver' in begun)) return begun
  if (isNegative) return unpayable(trial, kind, begun)
  const outcome = kind === 'two payers' ? await twoPayers(trial, begun) : await payable(trial, begun)
  return { ...outcome, remark: otherAssetInWords(trial, begun) }
}

const quoted = async (
  trial: WatchedCase,
  begun: ReceiverBefore,
): Promise<{ quote: QuoteMade } | PaymentOutcome> => {
  const { sender, kind, talk } = trial
  const amount = kind === 'fixed' || kind === 'two payers' ? undefined : sender.amount
  const { tried, shows: quote, lacks } = await talk.quote(sender, begun.receiver.url, amount)
  if (tried.failure || isServerFailure(tried)) return unanswered(sender.name, tried)
  if (!isAccepted(tried)) return refused('quote', sender, begun.holder, tried)
  if (lacks !== undefined || !quote)
    return unmet(lacks ?? 'quote.id.present', sender, {
      step: 'quote',
      want: 'a quote with id and both amounts',
      got: 'another body',
      alone: true,
    })
  return wrongPrice(sender, quote, begun, amount === undefined) ?? { quote }
}

/** Judges the amounts of a quote before it is paid. Without a given amount, it is inferred from the receiver. */
const wrongPrice = (
  sender: PaymentSide,
  { receiveAmount, debitAmount }: QuoteMade,
  { before }: ReceiverBefore,
  isInferred: boolean,
): PaymentOutcome | undefined => {
  if (before.receivedAmount && !sameAsset(receiveAmount, before.receivedAmount))
    return unmet('quote.receive-amount.asset', sender, {
      step: 'quote',
      want: `receiveAmount in the asset of the receiver, ${before.receivedAmount.assetCode}/${before.receivedAmount.assetScale}`,
      got: inWords(receiveAmount),
      alone: true,
    })
  if (before.incomingAmount && isInferred && numberOf(receiveAmount) > numberOf(before.incomingAmount))
    return unmet('create-quote.inferred-amount', sender, {
      step: 'quote',
      want: `at most the incomingAmount of the receiver, ${inWords(before.incomingAmount)}`,
      got: inWords(receiveAmount),
      alone: true,
    })
  if (numberOf(debitAmount) > sender.maxDebitValue)
    return notTried(`limits.maxDebitValue of ${sender.name} of at least ${debitAmount.value}`)
  return undefined
}

const paid = async (
  { sender, talk }: WatchedCase,
  { holder }: ReceiverBefore,
  quote: QuoteMade,
): Promise<Paid | PaymentOutcome> => {
  const { tried, shows: id, lacks } = await talk.pay(sender, quote.id)
  if (id !== undefined) return { id, quote, sender }
  if (tried.failure || isServerFailure(tried)) return unanswered(sender.name, tried)
  if (lacks === undefined) return refused('payment', sender, holder, tried)
  return unmet(lacks, sender, {
    step: 'payment',
    want: 'a payment with an id',
    got: 'another body',
    alone: true,
  })
}

const payable = async (trial: WatchedCase, begun: ReceiverBefore): Promise<PaymentOutcome> => {
  const made = await quoted(trial, begun)
  if (!('quote' in made)) return made
  const one = await paid(trial, begun, made.quote)
  return 'id' in one ? arrival(trial, begun, [one]) : one
}

/**
 * Tries to pay into a receiver that can no longer be paid: nothing may arrive. Payments to other receivers of that
 * server have arrived before. If the quote is refused, one to an open receiver has to be accepted right after.
 */
const unpayable = async (
  trial: WatchedCase,
  kind: 'expired' | 'completed',
  begun: ReceiverBefore,
): Promise<PaymentOutcome> => {
  const { sender, talk } = trial
  const { tried, shows: quote } = await talk.quote(sender, begun.receiver.url, sender.amount)
  if (tried.failure || isServerFailure(tried)) return unanswered(sender.name, tried)
  if (!quote)
    return isAccepted(tried) ? notJudged(`${sender.name}: another body`) : besideControl(trial, kind)
  if (numberOf(quote.debitAmount) > sender.maxDebitValue)
    return notTried(`limits.maxDebitValue of ${sender.name} of at least ${quote.debitAmount.value}`)
  const { tried: paying } = await talk.pay(sender, quote.id)
  if (paying.failure || isServerFailure(paying)) return unanswered(sender.name, paying)
  return isAccepted(paying) ? nothingArrives(trial, kind, begun) : besideControl(trial, kind)
}

const besideControl = async (
  { sender, receiver, talk }: WatchedCase,
  kind: 'expired' | 'completed',
): Promise<PaymentOutcome> => {
  const open = await receiver.pool.shared('open').catch(() => undefined)
  const control = open && (await talk.quote(sender, open.url, sender.amount))
  return control && isAccepted(control.tried)
    ? { status: 'passed', requirement: nothingArrivesBy[kind] }
    : notJudged(
        `${sender.name} refuses a quote to an open receiver of ${receiver.name} as well, so the refusal shows nothing`,
      )
}

/** Gives both payers a quote before either of them pays. Together they may pay in the incomingAmount, and no more. */
const twoPayers = async (trial: WatchedCase, begun: ReceiverBefore): Promise<PaymentOutcome> => {
  const second = { ...trial, sender: trial.receiver }
  const [one, other] = [await quoted(trial, begun), await quoted(second, begun)]
  if (!('quote' in one)) return one
  if (!('quote' in other)) return other
  const pay = () => paid(trial, begun, one.quote)
  const payToo = () => paid(second, begun, other.quote)
  const results = trial.atOnce ? await Promise.all([pay(), payToo()]) : [await pay(), await payToo()]
  const accepted = results.flatMap((made) => ('id' in made ? [made] : []))
  const [only, further] = accepted
  if (!only)
    return results.find((made): made is PaymentOutcome => !('id' in made)) ?? notJudged('nobody paid')
  return further
    ? filledOnce(trial, begun, accepted)
    : arrival({ ...trial, sender: only.sender }, begun, [only])
}
