import { explore, rowsFor } from '../../src/check/circumstances/explore.ts'
import { mostTraces, policy } from '../../src/check/circumstances/rows.ts'
import { inCircumstances, type Row } from '../../src/check/circumstances/table.ts'
import { mapConcurrently } from '../../src/check/concurrently.ts'
import { type Observation, PreconditionFailed, type Session } from '../../src/check/session.ts'
import { pause } from '../../src/check/watch.ts'
import { inWords, numberOf } from '../../src/core/amount.ts'
import { isAccepted } from '../../src/http/answers/answer.ts'
import { type Received, readReceiver, unread } from '../support/receiving.ts'
import { controlAmount, createQuote } from '../support/requests.ts'

export const nothingQuoted = 'incoming-payment.received-amount.nothing-quoted'

/** The wait, in milliseconds, between the requests and the second reading of the receiver. */
const late = 1000

/** Requests that must not pay anything to a receiver. */
interface Harmless {
  requirement: string
  /** Circumstances in which the requests are sent again, after they were sent plainly. */
  rows: Row[]
  /**
   * Sends the requests in each of the rows. Returns them in words, or undefined if none was made.
   */
  sendIn: (rows: readonly Row[]) => Promise<string | undefined>
  /** Each function sends a single request, so that the request that pays can be found. */
  alone?: ReadonlyArray<Harmless['sendIn']>
  /** The batch of controls. A held observation counts only if the control of this batch is accepted. */
  behind?: number
}

const sides = ['debitAmount', 'receiveAmount'] as const

/** The number of plain quotes made in a row for each side: a server may pay on some requests only. */
const often = 11

/** The most quotes that are made for a receiver. */
export const mostQuotes = (often + mostTraces) * sides.length

/** Quotes with each amount. Other checks judge whether they are accepted. */
export function quotesFor(session: Session, receiver: string): Harmless {
  const drafts = sides.map((side) => createQuote(session, { receiver, [side]: controlAmount(session) }))
  const sendIn: Harmless['sendIn'] = async (rows) => {
    const sent = rows.flatMap((row) =>
      row.length === 0
        ? Array.from({ length: often }, () => drafts).flat()
        : drafts.map((draft) => inCircumstances(row, { ...draft, invalid: true }, session)),
    )
    const answers = await mapConcurrently(session, sent, (draft) => session.send(draft))
    const made = answers.filter(isAccepted).length
    return made > 0 ? `${made} new quotes` : undefined
  }
  const [first] = drafts
  return {
    requirement: nothingQuoted,
    rows: first ? rowsFor(session, () => policy.traces(first, session)) : [],
    sendIn,
  }
}

/**
 * Claims that the receiver has received nothing through these requests, plainly and in circumstances. They are looked at
 * together first, and one by one only if something arrives.
 */
export async function expectNothingBrought(session: Session, url: string, harmless: Harmless): Promise<void> {
  const look = (...rows: Row[]): Promise<Observation[]> => lookAfter(session, url, harmless, rows)
  if (!session.replay) {
    const together = await look([], ...harmless.rows)
    if (!isBroken(together)) return together.forEach(session.observe)
  }
  const plainly = await look([])
  const alone = isBroken(plainly) ? await payingAlone(session, url, harmless) : undefined
  for (const one of alone ?? plainly) session.observe(one)
  if (plainly.every(({ outcome }) => outcome === 'held')) await lookUnder(session, harmless.rows, look)
}

/** Looks after each of the requests alone. Returns what shows the first that pays, or undefined if none does. */
const payingAlone = async (
  session: Session,
  url: string,
  { alone = [], ...harmless }: Harmless,
): Promise<Observation[] | undefined> => {
  for (const sendIn of alone) {
    const seen = await lookAfter(session, url, { ...harmless, sendIn }, [[]])
    if (isBroken(seen)) return seen
  }
  return undefined
}

/** The maximum number of repeats: the server may pay on other requests than the last time. */
const mostRepeats = 3

/** The most times that the quotes or the invalid payments are sent. */
export const mostTries = 1 + mostRepeats

/**
 * Reads the receiver before and after the requests. Somebody else may have paid in. A rise therefore counts only if it
 * occurs again when the same requests are sent again, but not each time that nothing is sent.
 */
const lookAfter = async (
  session: Session,
  url: string,
  { requirement, sendIn, behind }: Harmless,
  rows: readonly Row[],
): Promise<Observation[]> => {
  const tried = () => readAround(session, url, () => sendIn(rows))
  let shown = await tried()
  for (let left = hasRisen(shown) ? mostRepeats : 0; left > 0; left--) {
    shown = await tried()
    if (hasRisen(shown)) break
  }
  const { before, after, sent } = shown
  if (sent === undefined) return []
  const held = !hasRisen(shown)
  if (!held && (await isPaidByOthers(session, url)))
    throw new PreconditionFailed(`somebody else pays into ${url} during the run`)
  const seen = {
    requirement,
    want: `receivedAmount ${inWords(before.receivedAmount)}, as before ${sent}`,
    got: `receivedAmount ${inWords(after.receivedAmount)}`,
    answer: after.answer,
  }
  if (!held) return [{ ...seen, outcome: 'broken' }]
  return [{ ...seen, outcome: 'held', ...(behind === undefined ? {} : { behind }) }]
}

/** Reads the receiver, sends something, and reads it again a second later. */
const readAround = async (
  session: Session,
  url: string,
  send: () => Promise<string | undefined> | undefined,
) => {
  const read = async (): Promise<Received> => {
    const seen = await readReceiver(session, url)
    if (seen) return seen
    throw unread(session, url)
  }
  const before = await read()
  const sent = await send()
  await pause(session, late)
  return { before, after: await read(), sent }
}

/** The number of looks while nothing is sent. What earlier requests have paid has arrived by then. */
export const idleLooks = 3

/** Returns true if the receiver gets money each time that nothing is sent. */
const isPaidByOthers = async (session: Session, url: string): Promise<boolean> => {
  for (let left = idleLooks; left > 0; left--)
    if (!hasRisen(await readAround(session, url, () => undefined))) return false
  return true
}

const hasRisen = ({ before, after }: { before: Received; after: Received }): boolean =>
  numberOf(after.receivedAmount) > numberOf(before.receivedAmount)

/** Looks in circumstances, without controls: such a request must pay nothing whatever circumstances it is sent in. */
const lookUnder = async (
  session: Session,
  wanted: Row[],
  look: (...rows: Row[]) => Promise<Observation[]>,
): Promise<void> => {
  for (const row of wanted) {
    const seen = await look(row)
    if (session.replay || isBroken(seen)) return void (await explore(session, { row, seen, look }))
  }
}

const isBroken = (seen: readonly Observation[]): boolean => seen.some(({ outcome }) => outcome === 'broken')
