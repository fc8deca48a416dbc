import { mapConcurrently } from '../../check/concurrently.ts'
import { type Check, needsOf } from '../../check/kinds/check.ts'
import { missingOf } from '../../check/needs/need.ts'
import type { Session } from '../../check/session.ts'
import type { Start } from '../../check/suite.ts'
import type { Asset } from '../../core/amount.ts'
import type { ReceiverKind } from '../../core/receiver.ts'
import type { WalletDocument } from '../../core/wallet-document.ts'
import { isAccepted } from '../../http/answers/answer.ts'
import type { FirstQuote } from '../../probe/first-quote.ts'
import { givenTwice } from '../../probe/given-twice.ts'
import { misnamedParameter } from '../../probe/named-in-file.ts'
import { unofferedProfile } from '../../probe/offered-operations.ts'
import { refusedOtherClient } from '../../probe/other-client.ts'
import { absentIncomingPayment } from '../../probe/own-incoming-payment.ts'
import { type Contradiction, inSentence, placeOfKind } from '../../probe/prober.ts'
import { isOfItsKind, type SeenReceiver } from '../../probe/seen-receiver.ts'
import { assetOfDocument, assetOfQuote } from '../../probe/wallet-document.ts'
import { whyQuoteRefused } from '../../probe/why-quote-refused.ts'
import type { Target } from '../../target-file/target.ts'
import {
  excludeMisfit,
  excludeMisfits,
  furtherListed,
  furtherReceivers,
  type Misfits,
} from './further-receivers.ts'
import { mostForms } from './learn.ts'
import { contradictionOf, firstReceivers } from './receivers-first.ts'
import type { FirstRequest } from './start.ts'

/** The facts about the target file that the run finds out before any check relies on them. */
export interface Preconditions {
  /** The reason why the simplest valid request cannot be accepted. If it is set, nothing is judged. */
  cause?: string
  /** A sentence for each key of the target file that turned out wrong. The checks that need the key are skipped. */
  contradicted: ReadonlyMap<string, string>
  /** The listed receivers that are not of their kind. The other receivers are used. */
  misfits: Misfits
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
}

/** Verifies the target file, as far as a few requests that leave hardly anything behind can show it. */
export async function lookAtPreconditions(session: Session, seen: SeenPrecondition): Promise<Preconditions> {
  const { target } = session
  const contradicted = new Map<string, string>()
  const misfits: Misfits = { excluded: [], moved: [] }
  const because = (contradiction: Contradiction): Preconditions => ({
    cause: `${inSentence(contradiction, target)}.`,
    contradicted,
    misfits,
  })
  const named = assetOfDocument(target, seen.document) ?? (await misnamed(session, seen))
  if (named) return because(named)
  for (const [key, contradiction] of await givenTwice(target))
    contradicted.set(key, inSentence(contradiction, target))
  const stranger =
    needs(seen.checks, 'otherClient') && !contradicted.has('otherClient')
      ? await refusedOtherClient(session, seen.begun.draft)
      : undefined
  if (stranger) contradicted.set('otherClient', inSentence(stranger, target))
  const absent = reads(seen.checks) ? await absentIncomingPayment(session) : undefined
  if (absent) contradicted.set('incomingPayments', inSentence(absent, target))
  return ofReceivers(session, seen, { contradicted, misfits }, because)
}

const needs = (checks: readonly Check[], key: string): boolean =>
  checks.some((check) => Object.values(check.needs).some((need) => need.key === key))

const reads = (checks: readonly Check[]): boolean =>
  checks.some(({ operations }) => operations.includes('get-incoming-payment'))

const ofReceivers = async (
  session: Session,
  seen: SeenPrecondition,
  found: { contradicted: Map<string, string>; misfits: Misfits },
  because: (contradiction: Contradiction) => Preconditions,
): Promise<Preconditions> => {
  const { target } = session
  const { contradicted, misfits } = found
  const kinds = kindsNeeded(seen.checks)
  const { seen: first, notMade } = await firstReceivers(session, kinds)
  for (const [kind, why] of notMade) {
    if (kind === 'open') return { ...found, cause: `${target.placeOf(placeOfKind(kind, target))}: ${why}.` }
    contradicted.set(`receivers.${kind}`, `${target.placeOf(placeOfKind(kind, target))}: ${why}`)
  }
  const isReadable = first.some(({ view }) => view?.payment !== undefined)
  const asset = walletAssetOf(session)
  const known = { ...seen, asset }
  const further = await mapConcurrently(session, first, (one) => furtherReceivers(session, one))
  const isGood = (one: SeenReceiver): boolean => isOfItsKind(one, known, target.limits.maxDebitValue)
  let { quote } = seen
  for (const [place, one] of first.entries()) {
    const contradiction = await contradictionOf(session, one, known, isReadable)
    const others = further[place] ?? []
    if (!contradiction) {
      if (isGood(one)) excludeMisfits(session, others, known, misfits)
      continue
    }
    if (!others.some(isGood)) {
      if (one.kind === 'open') return because(contradiction)
      contradicted.set(`receivers.${one.kind}`, inSentence(contradiction, target))
      continue
    }
    excludeMisfit(session, one, known, contradiction, misfits)
    excludeMisfits(session, others, known, misfits)
    if (one.kind !== 'open') continue
    quote = await seen.quoteAgain()
    if (!quote || !isAccepted(quote.answer)) return because(contradiction)
  }
  return ofQuote(session, { ...seen, quote }, first, found, because)
}

const ofQuote = async (
  session: Session,
  { start, quote, document, checks }: SeenPrecondition,
  first: readonly SeenReceiver[],
  found: Pick<Preconditions, 'contradicted' | 'misfits'>,
  because: (contradiction: Contradiction) => Preconditions,
): Promise<Preconditions> => {
  if (!quote || isAccepted(quote.answer) || !kindsNeeded(checks).has('open')) return found
  const view = first.find(({ kind }) => kind === 'open')?.view
  const isAssetKnown = document?.asset !== undefined
  const debited = async (): Promise<Asset | undefined> => {
    const { prepare, needs } = start.quoteWithoutAmount
    if (missingOf(needs, session.target).length > 0) return undefined
    return assetOfQuote(await session.send(await prepare(session)))
  }
  const why = await whyQuoteRefused(session, {
    quote,
    view,
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
  for (const need of checks.flatMap(needsOf).flatMap((one) => Object.values(one))) {
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
