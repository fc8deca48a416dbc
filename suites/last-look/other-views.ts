import type { Known } from '../../src/check/known.ts'
import type { Session } from '../../src/check/session.ts'
import type { OperationId } from '../../src/core/operations.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { askReceiver, isHere } from '../support/receiving.ts'
import {
  completeIncomingPayment,
  getIncomingPayment,
  getOutgoingPayment,
  getQuote,
} from '../support/requests.ts'
import { listPage } from '../support/walk.ts'

/** Of each kind so many: the first and the last that the run has made or watched. */
const sampled = 2

/** At which ages a quote is read once more where the server's time can be moved, in milliseconds. */
const pauses = [1500, 3500]

/**
 * Three kinds to three tokens, receivers to anybody, quotes in two states more, two pages of two lists to two tokens, a quote as it ages,
 * and a completion. */
export const mostOtherViews = 3 * 3 * sampled + (sampled + 1) + 2 * sampled + 2 * 4 + pauses.length + 1

/**
 * For the rules, which compare what is shown here with what was shown before: resources as other tokens see them, quotes that
 * have been paid or have expired, and a quote as it gets older. Nothing is claimed here: who may see what, other checks ask.
 */
export async function viewOtherwise(session: Session, live: readonly Known[]): Promise<void> {
  const { pageSize } = session.target.profile
  const known = [...session.memory.known().values()]
  const ofKind = (kind: Known['kind']): Known[] => known.filter((one) => one.kind === kind)
  const quotes = ofKind('quote')
  const isLive = new Set(live.map(({ id }) => id))
  const used = endsOf(quotes.filter(({ paid }) => paid))
  const expired = endsOf(quotes.filter(({ id, paid }) => !paid && !isLive.has(id)))
  for (const { id } of [...used, ...expired]) await look(session, getQuote(session, id))
  const receivers = [
    ...new Set([...endsOf(receiversIn(known)), ...firstToExpire(ofKind('incoming-payment'))]),
  ]
  const drafts = [
    ...endsOf(live).map(({ id }) => getQuote(session, id)),
    ...endsOf(ofKind('outgoing-payment')).map(({ id }) => getOutgoingPayment(session, id)),
    ...endsOf(ofKind('incoming-payment')).map(({ id }) => getIncomingPayment(session, id)),
    ...lists.flatMap((list) => [
      listPage(session, list, { first: pageSize.maximum }),
      listPage(session, list, { first: pageSize.minimum }),
    ]),
  ]
  const [newest] = live.slice(-1)
  // First, so that all else is looked at when it has aged too.
  if (newest) await asItAges(session, getQuote(session, newest.id))
  for (const draft of drafts) await toOthers(session, draft)
  for (const url of receivers) if (isHere(session, url)) await publicly(session, askReceiver(session, url))
  // Everywhere else an incoming payment is completed right after it was made.
  const [old] = ofKind('incoming-payment').filter(isOfTheRun).slice(-1)
  if (old) await look(session, completeIncomingPayment(session, old.id))
}

const isOfTheRun = ({ createdWith }: Known): boolean => createdWith === 'tokens.full'

const lists = ['list-outgoing-payments', 'list-incoming-payments'] as const

const endsOf = <T>(all: readonly T[]): T[] => [...new Set([...all.slice(0, 1), ...all.slice(1 - sampled)])]

const receiversIn = (known: readonly Known[]): string[] => [
  ...new Set(known.flatMap(({ kind, receiver }) => (kind === 'outgoing-payment' ? (receiver ?? []) : []))),
]

/** As a token sees it that may only read, and one of another client. */
const toOthers = async (session: Session, draft: RequestDraft): Promise<void> => {
  const { tokens, otherClient } = session.target
  if (tokens.readOnly) await look(session, { ...draft, token: tokens.readOnly })
  if (otherClient) await look(session, { ...draft, ...otherClient })
}

/** One that has expired, if the run has seen any. */
const firstToExpire = (incoming: readonly Known[]): string[] =>
  incoming
    .flatMap(({ id, expiresAt }) => (expiresAt === undefined ? [] : [{ id, at: Date.parse(expiresAt) }]))
    .sort((one, other) => one.at - other.at)
    .slice(0, 1)
    .map(({ id }) => id)

/** As tokens see it that have no right to the wallet of a receiver, and as anybody does: the public form, as a rule. */
const publicly = async (session: Session, draft: RequestDraft): Promise<void> => {
  const { otherWallet, tokens, profile } = session.target
  const { token: _, ...bare } = draft
  if (profile.refusals['token-missing']?.except?.includes('get-incoming-payment')) await look(session, bare)
  for (const token of [otherWallet?.token, tokens.readOnly])
    if (token) await look(session, { ...draft, token })
}

const asItAges = async (session: Session, draft: RequestDraft): Promise<void> => {
  if (!session.time.server) return
  for (const pause of pauses) {
    await session.time.server.advance(pause)
    await look(session, draft)
  }
}

const look = async (session: Session, draft: RequestDraft): Promise<void> => {
  const operation: OperationId | undefined = draft.operation
  if (operation && session.target.profile.operations.includes(operation)) await session.send(draft)
}
