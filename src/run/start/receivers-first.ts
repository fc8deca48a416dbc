import { MissingPrerequisite } from '../../check/needs/prerequisites.ts'
import type { Session } from '../../check/session.ts'
import type { Start } from '../../check/suite.ts'
import { type Asset, sameAsset } from '../../core/amount.ts'
import { isObject } from '../../core/json.ts'
import { type Receiver, type ReceiverKind, receiverKinds } from '../../core/receiver.ts'
import { assetIn } from '../../core/wallet-document.ts'
import { type Answer, isAccepted, isRefused } from '../../http/answers/answer.ts'
import { answerInFull } from '../../http/answers/answer-in-full.ts'
import { type Contradiction, placeOfKind } from '../../probe/contradiction.ts'
import { type FirstQuote, toReceiver, withoutAmount } from '../../probe/first-quote.ts'
import { lookAtReceiver, names, type ReceiverSight } from '../../probe/look-at-receiver.ts'
import { misfitOf } from '../../probe/receiver-kinds.ts'
import { serverTimes } from '../../probe/server-times.ts'
import { whyUnmet } from '../session/supervise.ts'

/** The first receiver of a kind, with what its server shows of it. */
export interface FirstReceiver {
  kind: ReceiverKind
  receiver: Receiver
  sight: ReceiverSight | undefined
}

/** What is known before the receivers are looked at. */
export interface KnownReceivers {
  start: Start
  asset: Asset | undefined
  quote: FirstQuote | undefined
  /** By our clock. */
  now: number
}

/** Made when they are first needed: one would have expired by then, the other takes a wait unless the server's time can be moved. */
const isMadeLater = (kind: ReceiverKind, { time }: Session): boolean =>
  kind === 'expiring' || (kind === 'expired' && !time.server)

/** Reads the first receiver of each kind; of those that are made on demand, the one that checks share. */
export async function firstReceivers(
  session: Session,
  kinds: ReadonlyMap<ReceiverKind, 'shared' | 'alone'>,
): Promise<{ seen: FirstReceiver[]; notMade: Map<ReceiverKind, string> }> {
  const seen: FirstReceiver[] = []
  const notMade = new Map<ReceiverKind, string>()
  for (const kind of receiverKinds) {
    const source = session.target.receivers.sources[kind]
    const use = kinds.get(kind)
    if (!source || !use) continue
    if (source.kind !== 'list' && (use === 'alone' || isMadeLater(kind, session))) continue
    try {
      const receiver =
        source.kind === 'list' ? source.receivers[0] : await session.supplies.receivers.shared(kind)
      if (receiver) seen.push({ kind, receiver, sight: await lookAtReceiver(session, receiver.url) })
    } catch (error) {
      const why = error instanceof MissingPrerequisite ? undefined : whyUnmet(error)
      if (why === undefined) throw error
      notMade.set(kind, why)
    }
  }
  return { seen, notMade }
}

type KnownStandard = Pick<KnownReceivers, 'asset' | 'quote' | 'now'>

/** Why a receiver is none of its kind by what its server shows of it; undefined if nothing shows that, or it is in doubt. */
export function misfitIn(
  one: FirstReceiver,
  known: KnownStandard,
  maxDebitValue: bigint,
): string | undefined {
  if (one.sight?.isAbsent) return `cannot be read (${answerInFull(one.sight.answer)})`
  const misfits = misfitsIn(one, known, maxDebitValue)
  return misfits.includes(undefined) ? undefined : misfits[0]
}

/** By each time that the server tells; none if it does not show the receiver. */
function misfitsIn(
  { kind, receiver, sight }: FirstReceiver,
  { asset, quote, now }: KnownStandard,
  maxDebitValue: bigint,
): Array<string | undefined> {
  const payment = sight?.payment
  if (!payment) return []
  return serverTimes(sight.answer, quote?.answer, now).map((at) =>
    misfitOf(kind, payment, {
      given: receiver,
      asset,
      maxDebitValue,
      now: kind === 'expired' ? at + wholeSecond : at,
    }),
  )
}

/** Whether a receiver is shown to be of its kind, by whatever time. */
export function isOfItsKind({ target }: Session, one: FirstReceiver, known: KnownReceivers): boolean {
  const misfits = misfitsIn(one, known, target.limits.maxDebitValue)
  return misfits.length > 0 && misfits.every((misfit) => misfit === undefined)
}

/** A Date header leaves out the part of a second that has passed. */
const wholeSecond = 1000

/**
 * What contradicts that a receiver is of its kind. Its own words have to agree with what the server does with it, if a quote
 * can show that: else a server that shows a receiver wrong would be taken for a wrong file.
 */
export async function contradictionOf(
  session: Session,
  { kind, receiver, sight }: FirstReceiver,
  known: KnownReceivers,
  isReadable: boolean,
): Promise<Contradiction | undefined> {
  const { target } = session
  const said = (fact: string): Contradiction => ({
    place: placeOfKind(kind, target),
    fact: `${receiver.url} ${fact}`,
    next: `give ${meant[kind]}, or put it under its own kind`,
  })
  const fact = misfitIn({ kind, receiver, sight }, known, target.limits.maxDebitValue)
  if (kind === 'open') return ofOpen(session, { receiver, sight }, fact, known, said)
  if (fact === undefined) return undefined
  if (kind === 'fixed') return (await isTakenWithoutAmount(session, known)) ? undefined : said(fact)
  if (kind === 'expired' && sight?.payment && sight.payment.expiresAt === undefined) return undefined
  if (sight?.isAbsent && !isReadable) return undefined
  const isPayable = !unpayableKinds.includes(kind) && !fact.includes("the wallet's own asset")
  return isPayable && (await isTaken(session, receiver.url, known)) ? undefined : said(fact)
}

const unpayableKinds: readonly ReceiverKind[] = ['expired', 'completed']

const isTaken = async (session: Session, url: string, { quote }: KnownReceivers): Promise<boolean> =>
  quote !== undefined && isAccepted(await session.send(toReceiver(quote, url)))

type Said = (fact: string) => Contradiction

const ofOpen = async (
  session: Session,
  { receiver: { url }, sight }: Pick<FirstReceiver, 'receiver' | 'sight'>,
  fact: string | undefined,
  { quote, asset }: KnownReceivers,
  said: Said,
): Promise<Contradiction | undefined> => {
  if (!quote) return fact === undefined ? undefined : said(fact)
  if (isRefused(quote.answer)) {
    return fact === undefined
      ? undefined
      : said(`${fact}, but the server refuses a quote to it (${answerInFull(quote.answer)})`)
  }
  if (!isAccepted(quote.answer)) return undefined
  if (sight?.payment && !fact) return undefined
  if (asset && fact?.startsWith('is in another asset')) {
    const received = receivedIn(quote.answer)
    return received && !sameAsset(received, asset) ? said(fact) : undefined
  }
  if (fact !== undefined && !sight?.payment?.incomingAmount) return undefined
  const inferred = await session.send({ ...withoutAmount(quote), invalid: true })
  // A server that answers with the same quote whatever is asked shows nothing of the receiver.
  if (!isAccepted(inferred) || !names(inferred.response?.json, 'receiver', url)) return undefined
  return said(
    fact ??
      'gets a quote without an amount, as if it had an incomingAmount, and cannot be read in full (receivers.access.token would allow it)',
  )
}

const receivedIn = ({ response }: Answer): Asset | undefined =>
  isObject(response?.json) ? assetIn(response.json['receiveAmount']) : undefined

const isTakenWithoutAmount = async (session: Session, { start }: KnownReceivers): Promise<boolean> =>
  isAccepted(await session.send(await start.quoteWithoutAmount.prepare(session)))

export const meant: Record<ReceiverKind, string> = {
  open: "an incoming payment without incomingAmount, in the wallet's asset, that accepts payments",
  fixed: 'an incoming payment with incomingAmount, partly still missing, that accepts payments',
  otherAsset: "an incoming payment in an asset other than the wallet's that accepts payments",
  expiring: 'an incoming payment without incomingAmount that accepts payments and expires soon',
  expired: 'an incoming payment whose expiresAt has passed',
  completed: 'an incoming payment that is completed',
  failing: 'an incoming payment that accepts payments, which then fail',
}
