import { MissingPrerequisite } from '../../check/needs/prerequisites.ts'
import type { Session } from '../../check/session.ts'
import type { Start } from '../../check/suite.ts'
import { sameAsset } from '../../core/amount.ts'
import { type Receiver, type ReceiverKind, receiverKinds } from '../../core/receiver.ts'
import { assetIn } from '../../core/wallet-document.ts'
import { isAccepted, isRefused } from '../../http/answers/answer.ts'
import { answerInFull } from '../../http/answers/answer-in-full.ts'
import { fieldOf, fieldsShown } from '../../http/answers/shown.ts'
import { fieldsIn } from '../../http/draft.ts'
import { type FirstQuote, toReceiver, withoutAmount } from '../../probe/first-quote.ts'
import { lookAtReceiver, names } from '../../probe/look-at-receiver.ts'
import { type Contradiction, placeOfKind } from '../../probe/prober.ts'
import {
  type KnownOfReceivers,
  misfitIn,
  notOfItsKind,
  type SeenReceiver,
} from '../../probe/seen-receiver.ts'
import { whyUnmet } from '../session/supervise.ts'

/** The facts that are known before the receivers are examined. */
export interface KnownReceivers extends KnownOfReceivers {
  start: Start
}

/**
 * Returns true for kinds that are created only when a check needs them. An expiring receiver would have expired by
 * then. An expired one takes a wait, unless the server's time can be moved.
 */
const isMadeLater = (kind: ReceiverKind, { time }: Session): boolean =>
  kind === 'expiring' || (kind === 'expired' && !time.server)

/** Reads the first receiver of each kind. If a kind is created on demand, it reads the receiver that checks share. */
export async function firstReceivers(
  session: Session,
  kinds: ReadonlyMap<ReceiverKind, 'shared' | 'alone'>,
): Promise<{ seen: SeenReceiver[]; notMade: Map<ReceiverKind, string> }> {
  const { sources } = session.target.receivers
  const isLookedAt = (kind: ReceiverKind): boolean => {
    const [source, use] = [sources[kind], kinds.get(kind)]
    if (!source || !use) return false
    return source.kind === 'list' || !(use === 'alone' || isMadeLater(kind, session))
  }
  const wanted = receiverKinds.filter(isLookedAt)
  const seen: SeenReceiver[][] = []
  const notMade = new Map<ReceiverKind, string>()
  await session.concurrently(wanted.length, async (place) => {
    const kind = wanted[place] as ReceiverKind
    try {
      const receiver = await firstOf(session, kind)
      if (receiver) seen[place] = [{ kind, receiver, view: await lookAtReceiver(session, receiver.url) }]
    } catch (error) {
      const why = error instanceof MissingPrerequisite ? undefined : whyUnmet(error)
      if (why === undefined) throw error
      notMade.set(kind, why)
    }
  })
  return { seen: seen.flat(), notMade }
}

const firstOf = async (session: Session, kind: ReceiverKind): Promise<Receiver | undefined> => {
  const source = session.target.receivers.sources[kind]
  return source?.kind === 'list' ? source.receivers[0] : session.supplies.receivers.shared(kind)
}

/**
 * Returns what contradicts that a receiver is of its kind. If a quote can show it, the server's behaviour has to agree
 * with what the receiver says of itself. Otherwise a server that shows a receiver wrongly would be taken for a wrong
 * target file.
 */
export async function contradictionOf(
  session: Session,
  { kind, receiver, view }: SeenReceiver,
  known: KnownReceivers,
  isReadable: boolean,
): Promise<Contradiction | undefined> {
  const { target } = session
  const said = (fact: string): Contradiction =>
    notOfItsKind(placeOfKind(kind, target), { kind, receiver }, fact)
  const fact = misfitIn({ kind, receiver, view }, known, target.limits.maxDebitValue)
  if (kind === 'open') return ofOpen(session, { receiver, view }, fact, known, said)
  if (fact === undefined) return undefined
  if (kind === 'fixed') return (await isTakenWithoutAmount(session, known)) ? undefined : said(fact)
  if (kind === 'expired' && view?.payment && view.payment.expiresAt === undefined) return undefined
  if (view?.isAbsent && !isReadable) return undefined
  const isPayable = !unpayableKinds.includes(kind) && !fact.includes("the wallet's own asset")
  return isPayable && (await isTaken(session, receiver.url, known)) ? undefined : said(fact)
}

const unpayableKinds: readonly ReceiverKind[] = ['expired', 'completed']

const isTaken = async (session: Session, url: string, { quote }: KnownReceivers): Promise<boolean> =>
  quote !== undefined && isAccepted(await session.send(toReceiver(quote, url)))

const ofOpen = async (
  session: Session,
  { receiver: { url }, view }: Pick<SeenReceiver, 'receiver' | 'view'>,
  fact: string | undefined,
  { quote, asset }: KnownReceivers,
  said: (fact: string) => Contradiction,
): Promise<Contradiction | undefined> => {
  if (!quote) return fact === undefined ? undefined : said(fact)
  if (isRefused(quote.answer)) {
    return fact === undefined
      ? undefined
      : said(`${fact}, but the server refuses a quote to it (${answerInFull(quote.answer)})`)
  }
  if (!isAccepted(quote.answer)) return undefined
  if (view?.payment && !fact) return undefined
  if (asset && fact?.startsWith('is in another asset')) {
    const received = assetIn(fieldOf(quote.answer, 'receiveAmount'))
    return received && !sameAsset(received, asset) && isInAssetAskedFor(quote) ? said(fact) : undefined
  }
  if (fact !== undefined && !view?.payment?.incomingAmount) return undefined
  const inferred = await session.send({ ...withoutAmount(quote), invalid: true })
  // A server that returns the same quote for every request shows nothing about the receiver.
  if (!isAccepted(inferred) || !names(inferred.response?.json, 'receiver', url)) return undefined
  return said(
    fact ??
      'gets a quote without an amount, as if it had an incomingAmount, and cannot be read in full (receivers.access.token would allow it)',
  )
}

/** A server that alters the requested asset may also alter that of the receiver. */
const isInAssetAskedFor = ({ draft, answer }: FirstQuote): boolean => {
  const [asked, got] = [fieldsIn(draft), fieldsShown(answer)].map((fields) => assetIn(fields['debitAmount']))
  return !asked || !got || sameAsset(asked, got)
}

const isTakenWithoutAmount = async (session: Session, { start }: KnownReceivers): Promise<boolean> =>
  isAccepted(await session.send(await start.quoteWithoutAmount.prepare(session)))
