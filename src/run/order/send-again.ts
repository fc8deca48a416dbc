import type { ExchangeEvent } from '../../core/events.ts'
import { isObject, parseJson } from '../../core/json.ts'
import type { Answer } from '../../http/answers/answer.ts'
import { textIn } from '../../http/answers/shown.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { Interrupted } from '../../http/failure.ts'
import { debitIn, madeBy, withIds } from '../../http/records/made.ts'
import { redraft } from '../../http/records/recorded-draft.ts'
import type { Run } from '../session/run.ts'
import { sessionOf } from '../session/session.ts'
import { whyUnmet } from '../session/supervise.ts'

/** Requests of an earlier run, and the base URL that its target had. */
export interface RecordedTrail {
  exchanges: readonly ExchangeEvent[]
  baseUrl: string
}

/**
 * Sends the requests of an earlier run again, one after the other, with the ids that the target gives this time. Leaves
 * out what the limits or the target file do not allow.
 */
export async function sendAgain({ exchanges, baseUrl }: RecordedTrail, run: Run): Promise<void> {
  const ids = new Map<string, string>()
  const debits = new Map<string, bigint>()
  for (const exchange of exchanges) {
    const again = { ...exchange, request: withIds(exchange.request, ids) }
    const answer = await unlessUnmet(async () => send(again, { baseUrl, debits }, run))
    if (answer === 'interrupted') return
    const [before, now] = [madeBy(exchange), answer && textIn(answer, 'id')]
    if (!answer || before === undefined || now === undefined) continue
    ids.set(before, now)
    const debit = debitIn(answer.response?.json)
    if (debit !== undefined) debits.set(now, debit)
  }
}

interface KnownSoFar {
  baseUrl: string
  /** The amounts that quotes of this run debit. */
  debits: ReadonlyMap<string, bigint>
}

const send = (exchange: ExchangeEvent, { baseUrl, debits }: KnownSoFar, run: Run): Promise<Answer> => {
  const { operation, request, response, check } = exchange
  const { draft, tamper } = redraft(request, run.facts.target, baseUrl)
  const again: RequestDraft = {
    ...draft,
    ...(request.body === undefined ? {} : { body: readable(request.body) }),
    ...(operation === undefined ? {} : { operation }),
    ...(operation === 'create-outgoing-payment'
      ? { debits: mostOf(request.body, response?.body, debits) }
      : {}),
    invalid: true,
    once: true,
  }
  return sessionOf(run, { check }).send(again, tamper)
}

/** Returns a body as JSON, from which the run learns what was paid, if it is sent as the same bytes. */
const readable = (body: string): unknown => {
  const json = parseJson(body)
  return JSON.stringify(json) === body ? json : Buffer.from(body)
}

/** Returns what a payment debits: as much as it did before, or as much as its quote says now if that is more. */
const mostOf = (asked = '', answered = '', debits: ReadonlyMap<string, bigint>): bigint => {
  const fields = parseJson(asked)
  const quoteId = isObject(fields) ? fields['quoteId'] : undefined
  const before = debitIn(parseJson(answered)) ?? 0n
  const now = (typeof quoteId === 'string' && debits.get(quoteId)) || 0n
  return now > before ? now : before
}

const unlessUnmet = async <T>(task: () => Promise<T>): Promise<T | undefined | 'interrupted'> => {
  try {
    return await task()
  } catch (error) {
    if (error instanceof Interrupted) return 'interrupted'
    if (whyUnmet(error) === undefined) throw error
    return undefined
  }
}
