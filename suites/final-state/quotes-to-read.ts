import { mapConcurrently } from '../../src/check/concurrently.ts'
import type { Known } from '../../src/check/known.ts'
import { missingOf } from '../../src/check/needs/need.ts'
import { serverNow } from '../../src/check/server-date.ts'
import type { Session } from '../../src/check/session.ts'
import { isAccepted } from '../../src/http/answers/answer.ts'
import { isBefore } from '../../src/http/answers/server-date.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { creatingQuote, idIn } from '../support/operations.ts'
import { receiverAbroad } from '../support/pay-abroad.ts'
import { controlAmount, createQuote, getQuote } from '../support/requests.ts'

/** The most quotes that are read again: the first and the last of those that can still be paid. */
export const mostRead = 6

/**
 * The number of quotes that are created if none is left: they are read plainly and in two kinds of circumstances, in
 * turn. All but one are into another asset, because such prices move, and a server may show that only now and then.
 */
export const freshQuotes = 5

/**
 * Quotes that nobody has paid, and that have not expired, and neither has their receiver. If there is none, new ones are
 * created. A server need not keep a quote that can no longer be paid.
 */
export async function quotesToRead(session: Session): Promise<Known[]> {
  const unpaid = [...session.memory.known().values()].filter((one) => isOurs('quote')(one) && !one.paid)
  const [newest] = unpaid.slice(-1)
  if (!newest) return []
  const now = serverNow(session, await session.send(getQuote(session, newest.id)))
  const isDone = (receiver: Known | undefined): boolean =>
    receiver !== undefined && (receiver.completed === true || !isBefore(now, receiver.expiresAt))
  const receiverOf = ({ receiver = '' }: Known): Known | undefined => session.memory.known().get(receiver)
  const live = unpaid.filter((quote) => isBefore(now, quote.expiresAt) && !isDone(receiverOf(quote)))
  const abroad = await receiverAbroad(session, 0)
  if (live.length > 0) {
    const known = live.findLast(({ receiver }) => receiver === abroad)
    const ofPrice = known ? [known] : await quotesTo(abroad, 1, session)
    return [...new Set([...live.slice(0, mostRead / 2), ...ofPrice, ...live.slice(-mostRead / 2)])]
  }
  const fresh = await quotesTo(abroad, freshQuotes - 1, session)
  if (missingOf(creatingQuote.needs, session.target).length > 0) return fresh
  const { url } = await session.supplies.receivers.shared('open')
  return [...fresh, ...(await quotesTo(url, freshQuotes - fresh.length, session))]
}

/** Creates a number of quotes to a receiver. Returns none if there is no such receiver. */
const quotesTo = async (receiver: string | undefined, count: number, session: Session): Promise<Known[]> => {
  if (receiver === undefined) return []
  const draft = createQuote(session, { receiver, debitAmount: controlAmount(session) })
  const made = await mapConcurrently(session, Array.from({ length: count }), () => created(session, draft))
  return made.flat()
}

const created = async (session: Session, draft: RequestDraft): Promise<Known[]> => {
  const made = await session.send(draft)
  const id = isAccepted(made) ? idIn(made, 'no quote could be created to look at') : ''
  return [session.memory.known().get(id) ?? []].flat()
}

/** Returns true for resources of a kind that the full token has created. */
export function isOurs(kind: Known['kind']): (known: Known) => boolean {
  return (known) => known.kind === kind && known.createdWith === 'tokens.full'
}
