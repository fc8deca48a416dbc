import { mapConcurrently } from '../../src/check/concurrently.ts'
import type { Known } from '../../src/check/known.ts'
import type { Session } from '../../src/check/session.ts'
import type { OperationId } from '../../src/core/operations.ts'
import { isSameUrl } from '../../src/core/urls.ts'
import { textIn } from '../../src/http/answers/shown.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { askReceiver, isHere } from '../support/receiving.ts'
import {
  completeIncomingPayment,
  getIncomingPayment,
  getOutgoingPayment,
  getQuote,
} from '../support/requests.ts'
import { listPage } from '../support/walk.ts'
import { readAsAnotherWalletToo } from './as-another-wallet.ts'

/** The number of resources of each kind that are viewed: the first and the last that the run has made or watched. */
const sampled = 2

/** Milliseconds by which the server's time is moved on before each further reading of a quote. */
const pauses = [1500, 3500]

/**
 * The most requests of this view: three kinds to three tokens, receivers to everybody, quotes in two further states,
 * two pages of two lists to two tokens, a receiver and the lists of its wallet, an ageing quote, and a completion. The
 * quotes in further states are also read with the token of another wallet.
 */
export const mostOtherViews =
  3 * 3 * sampled + (sampled + 1) + 2 * 2 * sampled + 2 * 4 + (1 + 2) + pauses.length + 1

/**
 * Gives the rules further views to compare with earlier ones: resources as other tokens see them, quotes that have been
 * paid or have expired, and a quote as it gets older. It claims only that a token of another wallet sees none of those
 * quotes in further states.
 */
export async function viewOtherwise(session: Session, live: readonly Known[]): Promise<void> {
  const { pageSize } = session.target.profile
  const known = [...session.memory.known().values()]
  const ofKind = (kind: Known['kind']): Known[] => known.filter((one) => one.kind === kind)
  const quotes = ofKind('quote')
  const isLive = new Set(live.map(({ id }) => id))
  const used = endsOf(quotes.filter(({ paid }) => paid))
  const expired = endsOf(quotes.filter(({ id, paid }) => !paid && !isLive.has(id)))
  await mapConcurrently(session, [...used, ...expired], (quote) => readAsAnotherWalletToo(session, quote))
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
  const [paid] = receiversIn(known).filter((url) => isHere(session, url))
  const [newest] = live.slice(-1)
  // The quote comes first, so that everything else has aged too when it is viewed.
  if (newest) await asItAges(session, getQuote(session, newest.id))
  await lookAll(session, [
    ...drafts.flatMap((draft) => toOthers(session, draft)),
    ...(paid === undefined ? [] : await listsOfItsWallet(session, paid)),
    ...receivers
      .filter((url) => isHere(session, url))
      .flatMap((url) => publicly(session, askReceiver(session, url))),
  ])
  // All other checks complete an incoming payment right after they have made it.
  const [old] = ofKind('incoming-payment').filter(isOfTheRun).slice(-1)
  if (old) await look(session, completeIncomingPayment(session, old.id))
}

const isOfTheRun = ({ createdWith }: Known): boolean => createdWith === 'tokens.full'

const lists = ['list-outgoing-payments', 'list-incoming-payments'] as const

const endsOf = <T>(all: readonly T[]): T[] => [...new Set([...all.slice(0, 1), ...all.slice(1 - sampled)])]

const receiversIn = (known: readonly Known[]): string[] => [
  ...new Set(known.flatMap(({ kind, receiver }) => (kind === 'outgoing-payment' ? (receiver ?? []) : []))),
]

/** Returns requests for the lists of the wallet that a receiver belongs to, unless it is the wallet that pays. */
const listsOfItsWallet = async (session: Session, receiver: string): Promise<RequestDraft[]> => {
  const { walletAddress: own, receivers, profile } = session.target
  const { access: token } = receivers
  if (!token || receivers.accessBaseUrl !== undefined) return []
  const walletAddress = textIn(await session.send(askReceiver(session, receiver)), 'walletAddress')
  if (walletAddress === undefined || isSameUrl(walletAddress, own)) return []
  return lists.map((list) =>
    listPage(session, list, { walletAddress, token, first: profile.pageSize.maximum }),
  )
}

/** Returns the request with a token that may only read, and with one of another client. */
const toOthers = ({ target: { tokens, otherClient } }: Session, draft: RequestDraft): RequestDraft[] => [
  ...(tokens.readOnly ? [{ ...draft, token: tokens.readOnly }] : []),
  ...(otherClient ? [{ ...draft, token: otherClient.token }] : []),
]

/** The incoming payment of the run that expires first, if there is one. */
const firstToExpire = (incoming: readonly Known[]): string[] =>
  incoming
    .flatMap(({ id, expiresAt }) => (expiresAt === undefined ? [] : [{ id, at: Date.parse(expiresAt) }]))
    .sort((one, other) => one.at - other.at)
    .slice(0, 1)
    .map(({ id }) => id)

/**
 * Returns requests to read a receiver with tokens that have no right to its wallet and without a token. Usually they get
 * the public form.
 */
const publicly = ({ target }: Session, draft: RequestDraft): RequestDraft[] => {
  const { otherWallet, tokens, profile } = target
  const { token: _, ...bare } = draft
  const mayBeBare = profile.refusals['token-missing']?.except?.includes('get-incoming-payment')
  const strangers = [otherWallet?.token, tokens.readOnly].flatMap((token) => token ?? [])
  return [...(mayBeBare ? [bare] : []), ...strangers.map((token) => ({ ...draft, token }))]
}

const asItAges = async (session: Session, draft: RequestDraft): Promise<void> => {
  if (!session.time.server) return
  for (const pause of pauses) {
    await session.time.server.advance(pause)
    await look(session, draft)
  }
}

const lookAll = async (session: Session, drafts: readonly RequestDraft[]): Promise<void> =>
  void (await mapConcurrently(session, drafts, (draft) => look(session, draft)))

const look = async (session: Session, draft: RequestDraft): Promise<void> => {
  const operation: OperationId | undefined = draft.operation
  if (operation && session.target.profile.operations.includes(operation)) await session.send(draft)
}
