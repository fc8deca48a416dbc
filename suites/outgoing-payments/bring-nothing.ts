import { explore } from '../../src/check/circumstances/explore.ts'
import { inCircumstances, type Row } from '../../src/check/circumstances/table.ts'
import type { Observation, Session } from '../../src/check/session.ts'
import { pause } from '../../src/check/watch.ts'
import { inWords, numberOf } from '../../src/core/amount.ts'
import { isAccepted } from '../../src/http/answer.ts'
import { type Received, readReceiver, unread } from '../support/receiving.ts'
import { controlAmount, createQuote } from '../support/requests.ts'
import { mostRows, rowsUnder } from '../support/rows-under.ts'

export const nothingQuoted = 'incoming-payment.received-amount.nothing-quoted'

/** How long after a request, in milliseconds, nothing may have arrived either. */
const late = 1000

/** Requests that must not pay anything to a receiver. */
interface Harmless {
  requirement: string
  /** In which they are sent beside the plain one. */
  rows: Row[]
  /** Sends them in each of the rows, one after the other; gives what they were, in words, if there were any. */
  sendIn: (rows: readonly Row[]) => Promise<string | undefined>
  /** What held counts only if this batch's control is accepted. */
  behind?: number
}

const sides = ['debitAmount', 'receiveAmount'] as const

/** The most quotes that are made for a receiver. */
export const mostQuotes = (1 + mostRows) * sides.length

/** Quotes with each amount. Whether they are accepted is judged by other checks. */
export function quotesFor(session: Session, receiver: string): Harmless {
  const drafts = sides.map((side) => createQuote(session, { receiver, [side]: controlAmount(session) }))
  const sendIn: Harmless['sendIn'] = async (rows) => {
    let made = 0
    for (const row of rows)
      for (const draft of drafts) {
        const sent = row.length === 0 ? draft : inCircumstances(row, { ...draft, invalid: true }, session)
        if (isAccepted(await session.send(sent))) made++
      }
    return made > 0 ? `${made} new quotes` : undefined
  }
  const [first] = drafts
  return { requirement: nothingQuoted, rows: first ? rowsUnder(session, first) : [], sendIn }
}

/** Claims that the receiver has received nothing by them, plainly and in circumstances. */
export async function expectNothingBrought(session: Session, url: string, harmless: Harmless): Promise<void> {
  const look = (...rows: Row[]): Promise<Observation[]> => lookAfter(session, url, harmless, rows)
  const plainly = await look([])
  for (const one of plainly) session.observe(one)
  if (plainly.every(({ outcome }) => outcome === 'held')) await lookUnder(session, harmless.rows, look)
}

/** Somebody else may have paid in: what rose counts only if it rises again when the same is sent again. */
const lookAfter = async (
  session: Session,
  url: string,
  { requirement, sendIn, behind }: Harmless,
  rows: readonly Row[],
): Promise<Observation[]> => {
  const read = async (): Promise<Received> => {
    const seen = await readReceiver(session, url)
    if (seen) return seen
    throw unread(session, url)
  }
  const tried = async () => {
    const before = await read()
    const sent = await sendIn(rows)
    await pause(session, late)
    return { before, after: await read(), sent }
  }
  let { before, after, sent } = await tried()
  if (hasRisen(before, after)) ({ before, after, sent } = await tried())
  if (sent === undefined) return []
  const held = !hasRisen(before, after)
  const seen = {
    requirement,
    want: `receivedAmount ${inWords(before.receivedAmount)}, as before ${sent}`,
    got: `receivedAmount ${inWords(after.receivedAmount)}`,
    answer: after.answer,
  }
  if (!held) return [{ ...seen, outcome: 'broken' }]
  return [{ ...seen, outcome: 'held', ...(behind === undefined ? {} : { behind }) }]
}

const hasRisen = (before: Received, after: Received): boolean =>
  numberOf(after.receivedAmount) > numberOf(before.receivedAmount)

/** Such a request pays nothing in whatever circumstances it is sent: no control is needed for them. */
const lookUnder = async (
  session: Session,
  wanted: Row[],
  look: (...rows: Row[]) => Promise<Observation[]>,
): Promise<void> => {
  const [first] = wanted
  if (!first) return
  const together = await look(...wanted)
  if (session.replay || !isBroken(together))
    return void (await explore(session, { row: first, seen: together, look }))
  for (const row of wanted) {
    const seen = await look(row)
    if (isBroken(seen)) return void (await explore(session, { row, seen, look }))
  }
}

const isBroken = (seen: readonly Observation[]): boolean => seen.some(({ outcome }) => outcome === 'broken')
