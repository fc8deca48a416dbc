import { serverNow } from '../../src/check/server-date.ts'
import type { Session } from '../../src/check/session.ts'
import { onceFor } from '../../src/core/once.ts'
import { type Answer, isAccepted } from '../../src/http/answers/answer.ts'
import { isBefore } from '../../src/http/answers/server-date.ts'
import { textIn } from '../../src/http/answers/shown.ts'
import { controlAmount, createQuote } from './requests.ts'

/** A quote, and the time at which it was requested. */
interface RequestedQuote {
  quote: Answer
  at: number
  /** The number of requests that it has served. */
  uses: number
}

/** The milliseconds for which a quote may be used again, and those that it has to be valid for at least. */
const kept = 5000
const validFor = 30_000

/** The most requests about one quote. Every second one is about a quote that was just made, which every server still has. */
const mostUses = 2

/** The last quote for each receiver. */
const lastQuotes = onceFor((_: Session['target']) => new Map<string, Promise<RequestedQuote>>())

/**
 * Returns an unpaid quote for the control's amount, for requests that do not use it up: the last one for this receiver, if
 * it is only a few seconds old. The answer may also be a refusal.
 */
export async function recentQuote(session: Session, receiver: string): Promise<RequestedQuote> {
  const quotes = lastQuotes(session.target)
  const last = await quotes.get(receiver)?.catch(() => undefined)
  if (last && isRecent(session, last)) {
    last.uses++
    return last
  }
  const made = requested(session, receiver)
  quotes.set(receiver, made)
  return made
}

const requested = async (session: Session, receiver: string): Promise<RequestedQuote> => {
  const at = session.time.own.now()
  const draft = createQuote(session, { receiver, debitAmount: controlAmount(session) })
  return { quote: await session.send(draft), at, uses: 1 }
}

const isRecent = (session: Session, { quote, at, uses }: RequestedQuote): boolean =>
  isAccepted(quote) &&
  uses < mostUses &&
  session.time.own.now() < at + kept &&
  !session.memory.known().get(textIn(quote, 'id') ?? '')?.paid &&
  isBefore(serverNow(session, quote) + validFor, textIn(quote, 'expiresAt'))
