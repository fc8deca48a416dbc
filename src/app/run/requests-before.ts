import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { ExchangeEvent, RunEvent } from '../../core/events.ts'
import { parseJson } from '../../core/json.ts'
import { debitIn, madeBy, mentions } from '../../http/records/made.ts'
import { canBeSignedAgain } from '../../http/records/recorded-draft.ts'
import { sharedBy } from '../../report/findings/trails.ts'
import type { Io } from '../environment.ts'
import { withForeignRecord } from '../records/record-file.ts'
import { type Recorded, readRunRecord } from '../records/run-record.ts'

/** The most requests of a kind that are repeated: of those that made something, and of all. */
const most = 20

/**
 * Returns the requests before a failure, from the events beside the report. Returns none if the failure is not about a
 * single request, or if the events are not there or belong to another run.
 */
export async function recordedBefore(
  path: string,
  { report: { run }, finding: { exchange } }: Recorded,
  io: Pick<Io, 'cwd'>,
): Promise<ExchangeEvent[]> {
  const eventsPath = join(dirname(resolve(io.cwd, path)), 'events.ndjson')
  if (exchange === undefined || !existsSync(eventsPath)) return []
  const record = await readRunRecord(eventsPath, io)
  if (record.run.at !== run.at) return []
  return withForeignRecord(eventsPath, () => requestsBefore(exchange, record.events, run.target.baseUrl))
}

/**
 * Returns the recorded requests that may have brought the server into the state in which a request failed: the last that
 * share its token, client, wallet, quote or receiver, the last of these that made something, and those that made what
 * they name. Only requests to the target itself are among them, and payments only if the record says what they debited.
 */
export function requestsBefore(
  failed: ExchangeEvent,
  events: Iterable<RunEvent>,
  baseUrl: string,
): ExchangeEvent[] {
  const shared = new Set(sharedBy(failed).map(keyOf))
  const makers: ExchangeEvent[] = []
  let making: ExchangeEvent[] = []
  let all: ExchangeEvent[] = []
  for (const event of events) {
    if (event.type !== 'exchange' || !mayBeBefore(event, failed) || !canBeRepeated(event, baseUrl)) continue
    const isMaking = madeBy(event) !== undefined
    if (isMaking) makers.push(event)
    if (!sharedBy(event).some((one) => shared.has(keyOf(one)))) continue
    all = [...all, event].slice(-most)
    if (isMaking) making = [...making, event].slice(-most)
  }
  return withMakers([...making, ...all], makers)
}

const keyOf = ({ shares, value }: { shares: string; value: string }): string => `${shares} ${value}`

/** Returns true if the server may have handled a request before the failed one. The two may have overlapped. */
const mayBeBefore = ({ number, sent }: ExchangeEvent, failed: ExchangeEvent): boolean =>
  number !== failed.number && sent < failed.received

const canBeRepeated = (event: ExchangeEvent, baseUrl: string): boolean =>
  event.request.url.startsWith(`${baseUrl.replace(/\/$/, '')}/`) &&
  canBeSignedAgain(event.request) &&
  (event.operation !== 'create-outgoing-payment' || isPlainPayment(event))

/** Returns true if the record says what a payment debited, and if the run can read from its body what it pays. */
const isPlainPayment = ({ request: { body = '' }, response }: ExchangeEvent): boolean =>
  debitIn(parseJson(response?.body ?? '')) !== undefined && JSON.stringify(parseJson(body)) === body

/** Adds the requests that made the resources that others name. */
const withMakers = (chosen: readonly ExchangeEvent[], makers: readonly ExchangeEvent[]): ExchangeEvent[] => {
  const wanted = new Set(chosen)
  for (const maker of makers.toReversed()) {
    const id = madeBy(maker)
    if (id !== undefined && [...wanted].some((one) => one !== maker && mentions(one.request, id)))
      wanted.add(maker)
  }
  return [...wanted].sort((a, b) => a.number - b.number)
}
