import { inWords, sameAsset } from '../../core/amount.ts'
import type { Receiver, ReceiverKind } from '../../core/receiver.ts'
import { answerInWords, isAccepted } from '../../http/answers/answer.ts'
import { misfitOf, type Payment } from '../../probe/receiver-kinds.ts'
import { isOnServer } from '../../target-file/target-urls.ts'
import type { PaymentCase } from './cell.ts'
import { type Bound, notJudged, notTried, type PaymentOutcome, unanswered, unmet } from './outcome.ts'
import type { Conversation, PaymentSide, ResourceOrFlaw } from './side.ts'

/** A case from one server to another. */
export interface TriedCase {
  sender: PaymentSide
  receiver: PaymentSide
  kind: PaymentCase
  talk: Conversation
  /** All servers of the event. */
  sides: readonly PaymentSide[]
}

/** A receiver as it was before anything was paid. */
export interface ReceiverBefore {
  receiver: Receiver
  before: Payment
  /** The server that the receiver is on, which need not be the one whose file lists it. */
  holder: Bound
}

/** The kinds of receivers that a case can be tried with, in the order in which they are asked for. */
const kindsFor: Readonly<Record<PaymentCase, readonly [ReceiverKind, ...ReceiverKind[]]>> = {
  open: ['open'],
  fixed: ['fixed'],
  // The asset of the receiver's server may be another asset for the sender.
  otherAsset: ['otherAsset', 'open'],
  expired: ['expired'],
  completed: ['completed'],
  'two payers': ['fixed'],
}

/** The most receivers of a list that are looked at for one case. */
const mostLooks = 50

/**
 * Finds a receiver for the case and reads it from its server, or says what it would take. A receiver that is not of its
 * kind, such as one that is used up, is passed over.
 */
export async function findReceiver(trial: TriedCase): Promise<ReceiverBefore | PaymentOutcome> {
  const { receiver: side, kind } = trial
  const [first, ...others] = kindsFor[kind]
  const found = side.pool.has(first)
    ? await ofKind(first, trial)
    : notTried(`receivers.${first} of ${side.name}`)
  for (const other of others) {
    if ('receiver' in found || found.status !== 'not tried') break
    const instead = side.pool.has(other) ? await ofKind(other, trial) : found
    if ('receiver' in instead) return instead
  }
  return found
}

const holderOf = ({ url }: Receiver, { receiver: side, sides }: TriedCase): Bound =>
  [side, ...sides].find(({ trials }) => isOnServer(trials.target, url)) ?? {
    name: new URL(url).origin,
    catalogue: side.catalogue,
  }

const ofKind = async (wanted: ReceiverKind, trial: TriedCase): Promise<ReceiverBefore | PaymentOutcome> => {
  const { receiver: side, talk } = trial
  const key = `receivers.${wanted} of ${side.name}`
  const { isListed, next, kept } = supplyOf(wanted, side)
  const unfit: Receiver[] = []
  let misfit: string | undefined
  try {
    for (let looks = 0; looks < (isListed ? mostLooks : 1); looks++) {
      const receiver = await next().catch((error: unknown) =>
        error instanceof Error ? error.message : String(error),
      )
      if (receiver === undefined) break
      if (typeof receiver === 'string') return notTried(`${key}: ${receiver}`)
      const { tried, shows, lacks } = await talk.readReceiver(side, receiver)
      if (!shows) return unreadable(side, wanted, { tried, lacks })
      const isInAsset = inOwnAsset(shows, trial)
      misfit = isInAsset ?? misfitOf(wanted, shows, standardOf(receiver, trial))
      if (misfit === undefined) return { receiver, before: shows, holder: holderOf(receiver, trial) }
      if (isInAsset !== undefined) unfit.push(receiver)
      talk.steps.pop()
    }
  } finally {
    kept.push(...unfit)
  }
  return notTried(
    `${key}: ${misfit === undefined ? 'all that it lists are used up' : `the last one ${misfit}`}`,
  )
}

/**
 * Returns where receivers come from. Those that accept no payments cannot be used up, so they are shared, and so is an
 * open one once the others have been paid. Those that did not fit another sender are tried first.
 */
const supplyOf = (wanted: ReceiverKind, { pool, spare, trials }: PaymentSide) => {
  const isShared = wanted === 'expired' || wanted === 'completed'
  const kept = spare.get(wanted) ?? []
  spare.set(wanted, kept)
  return {
    kept,
    isListed: !isShared && trials.target.receivers.sources[wanted]?.kind === 'list',
    next: async (): Promise<Receiver | undefined> => {
      const one = kept.shift() ?? (isShared ? undefined : await pool.alone(wanted))
      return one ?? (isShared || wanted === 'open' ? pool.shared(wanted) : undefined)
    },
  }
}

const inOwnAsset = ({ receivedAmount }: Payment, { sender, kind }: TriedCase): string | undefined =>
  kind === 'otherAsset' && sender.asset && receivedAmount && sameAsset(sender.asset, receivedAmount)
    ? `is in ${assetInWords(receivedAmount)}, as the wallet of ${sender.name}`
    : undefined

const standardOf = (given: Receiver, { sender, receiver }: TriedCase) => ({
  given,
  maxDebitValue: sender.maxDebitValue,
  now: receiver.now().getTime(),
})

/**
 * Judges a receiver that cannot be read in full. If the server shows the public form, or nothing, another token is
 * needed; that `receivers.access` is missing is said only if it is.
 */
const unreadable = (
  side: PaymentSide,
  kind: ReceiverKind,
  { tried, lacks }: ResourceOrFlaw<Payment>,
): PaymentOutcome => {
  const { name, trials } = side
  if (tried.failure) return unanswered(name, tried)
  if (lacks !== undefined)
    return unmet(lacks, side, {
      step: 'watch the receiver',
      want: 'an incoming payment with completed and receivedAmount',
      got: 'another body',
      alone: true,
    })
  const { access } = trials.target.receivers
  if (!access) return notTried(`receivers.access of ${name}, which may read ${kind} receivers`)
  const got = isAccepted(tried) ? 'the public form' : answerInWords(tried)
  const gone = kind === 'expired' ? '; perhaps it removes receivers that have expired' : ''
  return notJudged(`${name} shows no receivedAmount to ${access.name} (${got})${gone}`)
}

const assetInWords = ({ assetCode, assetScale }: { assetCode: string; assetScale: number }): string =>
  `${assetCode}/${assetScale}`

/** Says that a receiver has another asset than the wallet that pays, in cases that do not ask for one. */
export function otherAssetInWords(
  { sender, kind }: TriedCase,
  { before: { receivedAmount, incomingAmount } }: ReceiverBefore,
): string | undefined {
  const shown = incomingAmount ?? receivedAmount
  if (kind === 'otherAsset' || !sender.asset || !shown || sameAsset(sender.asset, shown)) return undefined
  return `the receiver is in ${assetInWords(shown)}${incomingAmount ? ` (${inWords(incomingAmount)})` : ''}, the wallet of ${sender.name} in ${assetInWords(sender.asset)}`
}
