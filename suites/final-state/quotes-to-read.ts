import { mapConcurrently } from '../../src/check/concurrently.ts'
import type { Known } from '../../src/check/known.ts'
import { missingOf } from '../../src/check/needs/need.ts'
import type { Session } from '../../src/check/session.ts'
import { isAccepted } from '../../src/http/answers/answer.ts'
import { dateOf, isBefore } from '../../src/http/answers/server-date.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import { creatingQuote, idIn } from '../support/operations.ts'
import { receiverAbroad } from '../support/pay-abroad.ts'
import { controlAmount, createQuote, getQuote } from '../support/requests.ts'

/** The most quotes that are read again: the first and the last of those that can still be paid. */
export const mostRead = 6

/**
 * The number of quotes that are created if none is left: they are read plainly and in two kinds of circumstances, in
 * turn. One of them is into another asset.
 */
export const freshQuotes = 5

/** Quotes that nobody has paid and that have not expired. If all have expired, new ones are created. */
export async function quotesToRead(session: Session): Promise<Known[]> {
  const unpaid = [...session.memory.known().values()].filter((one) => isOurs('quote')(one) && !one.paid)
  const [newest] = unpaid.slice(-1)
  if (!newest) return []
  const now = dateOf(await session.send(getQuote(session, newest.id)))
  const live = unpaid.filter(({ expiresAt }) => isBefore(now, expiresAt))
  const abroad = await quoteAbroad(session, live)
  if (live.length > 0)
    return [...new Set([...live.slice(0, mostRead / 2), ...abroad, ...live.slice(-mostRead / 2)])]
  if (missingOf(creatingQuote.needs, session.target).length > 0) return abroad
  const fresh = await mapConcurrently(session, Array.from({ length: freshQuotes - 1 }), async () =>
    created(session, await creatingQuote.prepare(session)),
  )
  return [...abroad, ...fresh.flat()]
}

/** A quote into another asset, whose price moves: the latest of these, or a new one. None if there is no such receiver. */
const quoteAbroad = async (session: Session, quotes: readonly Known[]): Promise<Known[]> => {
  const receiver = await receiverAbroad(session, 0)
  if (receiver === undefined) return []
  const known = quotes.findLast((one) => one.receiver === receiver)
  const debitAmount = controlAmount(session)
  return known ? [known] : created(session, createQuote(session, { receiver, debitAmount }))
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
