import type { Check } from '../../check/kinds/check.ts'
import { missingOf } from '../../check/needs/need.ts'
import type { Session } from '../../check/session.ts'
import type { Start } from '../../check/suite.ts'
import type { Asset } from '../../core/amount.ts'
import type { ReceiverKind } from '../../core/receiver.ts'
import type { WalletDocument } from '../../core/wallet-document.ts'
import { isAccepted } from '../../http/answers/answer.ts'
import { type Contradiction, inSentence, placeOfKind } from '../../probe/contradiction.ts'
import type { FirstQuote } from '../../probe/first-quote.ts'
import { givenTwice } from '../../probe/given-twice.ts'
import { misnamedParameter } from '../../probe/named-in-file.ts'
import { unofferedProfile } from '../../probe/offered-operations.ts'
import { refusedOtherClient } from '../../probe/other-client.ts'
import { absentIncomingPayment } from '../../probe/own-incoming-payment.ts'
import { isOfItsKind, type SeenReceiver } from '../../probe/seen-receiver.ts'
import { assetOfQuote } from '../../probe/wallet-asset.ts'
import { assetOfDocument } from '../../probe/wallet-document.ts'
import { whyQuoteRefused } from '../../probe/why-quote-refused.ts'
import type { Target } from '../../target-file/target.ts'
import { furtherListed, furtherReceivers, withoutMisfits } from './further-receivers.ts'
import { mostForms } from './learn.ts'
import { contradictionOf, firstReceivers } from './receivers-first.ts'
import type { FirstRequest } from './start.ts'

/** The facts about the target file that the run finds out before any check relies on them. */
export interface Preconditions {
  /** The reason why the plainest valid request cannot be accepted. If it is set, nothing is judged. */
  cause?: string
  /** A sentence for each key of the target file that turned out wrong. The checks that need the key are skipped. */
  refuted: ReadonlyMap<string, string>
  /** A sentence for each listed receiver that is not of its kind. The other receivers are used. */
  leftOut: readonly string[]
  /** The amount that controls debit, if it differs from the target file. */
  controlValue?: bigint
}

interface SeenPrecondition {
  start: Start
  begun: FirstRequest
  quote: FirstQuote | undefined
  document: WalletDocument | undefined
  /** The checks whose needs the target file supplies completely. */
  checks: readonly Check[]
  now: number
  /** Sends the first quote again, to the receiver that is now the first. */
  quoteAgain: () => Promise<FirstQuote | undefined>
  concurrency: number
}

/** Verifies the target file, as far as a few requests that leave hardly anything behind can show it. */
export async function lookAtPreconditions(session: Session, seen: SeenPrecondition): Promise<Preconditions> {
  const { target } = session
  const refuted = new Map<string, string>()
  const leftOut: string[] = []
  const because = (contradiction: Contradiction): Preconditions => ({
    cause: `${inSentence(contradiction, target)}.`,
    refuted,
    leftOut,
  })
  const named = assetOfDocument(target, seen.document) ?? (await misnamed(session, seen))
  if (named) return because(named)
  for (const [key, contradiction] of await givenTwice(target))
    refuted.set(key, inSentence(contradiction, target))
  const stranger =
    needs(seen.checks, 'otherClient') && !refuted.has('otherClient')
      ? await refusedOtherClient(session, seen.begun.draft)
      : undefined
  if (stranger) refuted.set('otherClient', inSentence(stranger, target))
  const absent = reads(seen.checks) ? await absentIncomingPayment(session) : undefined
  if (absent) refuted.set('incomingPayments', inSentence(absent, target))
  return ofReceivers(session, seen, { refuted, leftOut }, because)
}

const needs = (checks: readonly Check[], key: string): boolean =>
  checks.some((check) => Object.values(check.needs).some((need) => need.key === key))

const reads = (checks: readonly Check[]): boolean =>
  checks.some(({ operations }) => operations.includes('get-incoming-payment'))

const ofReceivers = async (
  session: Session,
  seen: SeenPrecondition,
  found: { refuted: Map<string, string>; leftOut: string[] },
  because: (contradiction: Contradiction) => Preconditions,
): Promise<Preconditions> => {
  const { target } = session
  const { refuted, leftOut } = found
  const kinds = kindsNeeded(seen.checks)
  const { seen: first, notMade } = await firstReceivers(session, kinds)
  for (const [kind, why] of notMade) {
    if (kind === 'open') return { ...found, cause: `${target.placeOf(placeOfKind(kind, target))}: ${why}.` }
    refuted.set(`receivers.${kind}`, `${target.placeOf(placeOfKind(kind, target))}: ${why}`)
  }
  const isReadable = first.some(({ sight }) => sight?.payment !== undefined)
  const asset = walletAssetOf(session)
  const known = { ...seen, asset }
  let { quote } = seen
  for (const one of first) {
    const contradiction = await contradictionOf(session, one, known, isReadable)
    const others = await furtherReceivers(session, one, known)
    if (!contradiction) {
      if (isOfItsKind(one, known, target.limits.maxDebitValue))
        leftOut.push(...withoutMisfits(session, one.kind, others))
      continue
    }
    if (!others.some(({ isGood }) => isGood)) {
      if (one.kind === 'open') return because(contradiction)
      refuted.set(`receivers.${one.kind}`, inSentence(contradiction, target))
      continue
    }
    session.supplies.receivers.leaveOut(one.kind, one.receiver.url)
    leftOut.push(inSentence(leavingOut(contradiction), target), ...withoutMisfits(session, one.kind, others))
    if (one.kind !== 'open') continue
    quote = await seen.quoteAgain()
    if (!quote || !isAccepted(quote.answer)) return because(contradiction)
  }
  return ofQuote(session, { ...seen, quote }, first, found, because)
}

const leavingOut = (contradiction: Contradiction): Contradiction => ({
  ...contradiction,
  fact: `${contradiction.fact}, so it is left out`,
})

const ofQuote = async (
  session: Session,
  { start, quote, document, checks }: SeenPrecondition,
  first: readonly SeenReceiver[],
  found: Pick<Preconditions, 'refuted' | 'leftOut'>,
  because: (contradiction: Contradiction) => Preconditions,
): Promise<Preconditions> => {
  if (!quote || isAccepted(quote.answer) || !kindsNeeded(checks).has('open')) return found
  const sight = first.find(({ kind }) => kind === 'open')?.sight
  const isAssetKnown = document?.asset !== undefined
  const debited = async (): Promise<Asset | undefined> => {
    const { prepare, needs } = start.quoteWithoutAmount
    if (missingOf(needs, session.target).length > 0) return undefined
    return assetOfQuote(await session.send(await prepare(session)))
  }
  const why = await whyQuoteRefused(session, {
    quote,
    sight,
    isAssetKnown,
    debited,
    limits: session.money.limits(),
  })
  if (!why) return found
  return 'contradiction' in why ? because(why.contradiction) : { ...found, controlValue: why.controlValue }
}

const walletAssetOf = (session: Session) => {
  try {
    return session.money.limits().wallet
  } catch {
    return undefined
  }
}

/**
 * The most requests for the other client, for the wallet address document, for an incoming payment and the list that it
 * may stand in, for names and profile, and for why a quote is refused.
 */
const others = 1 + 1 + 2 + 10 + 2 + 6

/**
 * The most requests that examining the preconditions takes: two for each kind of receiver, one for each further listed
 * one, and the others.
 */
export function mostLooks(checks: readonly Check[], target: Target): number {
  const kinds = [...kindsNeeded(checks).keys()]
  const further = kinds.reduce((sum, kind) => sum + furtherListed(kind, target).length, 0)
  return kinds.length * 2 + further + (further > 0 ? mostForms : 0) + others
}

/** The kinds of receivers that the checks need, shared or for one check alone. */
const kindsNeeded = (checks: readonly Check[]): ReadonlyMap<ReceiverKind, 'shared' | 'alone'> => {
  const kinds = new Map<ReceiverKind, 'shared' | 'alone'>()
  const needs = checks.flatMap((check) => [check.needs, ...check.subjects.map((subject) => subject.needs)])
  for (const need of needs.flatMap((one) => Object.values(one))) {
    const [group, kind] = need.key.split('.')
    if (group !== 'receivers' || kind === undefined) continue
    const known = kinds.get(kind as ReceiverKind)
    kinds.set(kind as ReceiverKind, known === 'shared' || !need.alone ? 'shared' : 'alone')
  }
  return kinds
}

const misnamed = async (
  session: Session,
  { begun: { draft, answer }, checks }: SeenPrecondition,
): Promise<Contradiction | undefined> => {
  const profile = await unofferedProfile(session)
  const lists = checks.some(({ operations }) => operations.some((operation) => operation.startsWith('list-')))
  const isList = draft.operation?.startsWith('list-') ?? false
  return profile ?? (lists && isList ? await misnamedParameter(session, draft, answer) : undefined)
}
