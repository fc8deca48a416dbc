import type { Asset } from '../core/amount.ts'
import { asText, valueAt } from '../core/json.ts'
import type { Receiver, ReceiverKind } from '../core/receiver.ts'
import type { Answer } from '../http/answers/answer.ts'
import { answerInFull } from '../http/answers/answer-in-full.ts'
import { dateOf } from '../http/answers/server-date.ts'
import type { Target } from '../target-file/target.ts'
import type { FirstQuote } from './first-quote.ts'
import type { ReceiverView } from './look-at-receiver.ts'
import type { Contradiction } from './prober.ts'
import { misfitOf } from './receiver-kinds.ts'

/** A receiver of the target file, with what its server shows of it. */
export interface SeenReceiver {
  kind: ReceiverKind
  receiver: Receiver
  view: ReceiverView | undefined
}

/** The facts that tell the kind of a receiver, besides the receiver itself. */
export interface KnownOfReceivers {
  asset: Asset | undefined
  quote: FirstQuote | undefined
  /** The time by the harness's clock, in milliseconds. */
  now: number
}

/**
 * Says why a receiver is not of its kind, by what its server shows. Returns undefined if nothing shows that, or if it
 * is in doubt.
 */
export function misfitIn(
  one: SeenReceiver,
  known: KnownOfReceivers,
  maxDebitValue: bigint,
): string | undefined {
  if (one.view?.isAbsent) return `cannot be read (${answerInFull(one.view.answer)})`
  const misfits = misfitsIn(one, known, maxDebitValue)
  return misfits.includes(undefined) ? undefined : misfits[0]
}

/** Returns true if a receiver is shown to be of its kind at every time that the server may mean. */
export function isOfItsKind(one: SeenReceiver, known: KnownOfReceivers, maxDebitValue: bigint): boolean {
  const misfits = misfitsIn(one, known, maxDebitValue)
  return misfits.length > 0 && misfits.every((misfit) => misfit === undefined)
}

/**
 * Returns the kind that a receiver can be used as although the target file lists it under another one. An open receiver
 * in another asset is of kind `otherAsset`, and it is used as such if the target file gives none of that kind.
 */
export function otherKindOf(
  one: SeenReceiver,
  known: KnownOfReceivers,
  { receivers, limits }: Pick<Target, 'receivers' | 'limits'>,
): ReceiverKind | undefined {
  const kind = 'otherAsset'
  const isWanted = one.kind === 'open' && receivers.sources[kind] === undefined
  if (!isWanted || one.view?.payment?.incomingAmount) return undefined
  return isOfItsKind({ ...one, kind }, known, limits.maxDebitValue) ? kind : undefined
}

/**
 * Compares the receiver at each time that the server may mean. The list is empty if the server does not show the
 * receiver.
 */
function misfitsIn(
  { kind, receiver, view }: SeenReceiver,
  { asset, quote, now }: KnownOfReceivers,
  maxDebitValue: bigint,
): Array<string | undefined> {
  const payment = view?.payment
  if (!payment) return []
  return serverTimes(view.answer, quote?.answer, now).map((at) =>
    misfitOf(kind, payment, {
      given: receiver,
      asset,
      maxDebitValue,
      now: kind === 'expired' ? at + wholeSecond : at,
    }),
  )
}

/** The milliseconds that a Date header may lag behind, because it leaves out the fraction of a second. */
const wholeSecond = 1000

/** Describes a receiver that is not of its kind. `fact` follows its URL. */
export function notOfItsKind(
  place: Contradiction['place'],
  { kind, receiver: { url } }: Pick<SeenReceiver, 'kind' | 'receiver'>,
  fact: string,
): Contradiction {
  return { place, fact: `${url} ${fact}`, next: `give ${meant[kind]}, or put it under its own kind` }
}

const meant: Record<ReceiverKind, string> = {
  open: "an incoming payment without incomingAmount, in the wallet's asset, that accepts payments",
  fixed: 'an incoming payment with incomingAmount, partly still missing, that accepts payments',
  otherAsset: "an incoming payment in an asset other than the wallet's that accepts payments",
  expiring: 'an incoming payment without incomingAmount that accepts payments and expires soon',
  expired: 'an incoming payment whose expiresAt has passed',
  completed: 'an incoming payment that is completed',
  failing: 'an incoming payment that accepts payments, which then fail',
}

/** The most milliseconds that a gateway's clock may differ from the clock of the server behind it. */
const mostApart = 60_000

/**
 * Returns the server's time when it gave an answer, in milliseconds: that of its Date header, or `ours` if it has none.
 * If the header disagrees with the createdAt of what `created` created, either may be wrong, and both times are
 * returned.
 */
function serverTimes(answer: Answer | undefined, created: Answer | undefined, ours: number): number[] {
  const date = dateOf(answer)
  if (Number.isNaN(date)) return [ours]
  const ahead = Date.parse(asText(valueAt(created?.response?.json, 'createdAt'))) - dateOf(created)
  return Math.abs(ahead) > mostApart ? [date, date + ahead] : [date]
}
