import { type Attempt, tryIn } from '../../check/circumstances/attempt.ts'
import { onAnyConnection } from '../../check/circumstances/rows.ts'
import { type Circumstance, limitedToken, otherClient } from '../../check/circumstances/table.ts'
import type { Session, SideBySide, Taken } from '../../check/session.ts'
import { heldBack } from '../../check/side-by-side.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { guarded, type Underway } from '../session/supervise.ts'
import type { ClosingRows } from './closing-row.ts'

/** The state that the batches of one subject hand on to the next batch. */
export interface BatchLedger {
  closingRows: ClosingRows
  /** Rows in which the valid request was accepted. Every attempt has been sent in each of them. */
  taken: readonly Taken[]
  attempts: readonly Placed[]
}

/** An attempt, and the place in the run where it was made. */
export interface Placed {
  underway: Underway
  session: Session
  /** The number of the batch among those of its check. */
  number: number
  attempt: Attempt
}

/** The parts that a repeated attempt is made of. */
interface Trying {
  draft: RequestDraft
  noted: Noted
  sideBySide: SideBySide
}

export type Noted = (session: Session, number: number) => Session

const isWithin = ({ row }: Taken, other: Taken): boolean => row.every((one) => other.row.includes(one))

export function keep(ledger: BatchLedger, taken: Taken, attempts: readonly Placed[]): void {
  ledger.taken = [...ledger.taken.filter((one) => !isWithin(one, taken)), taken]
  ledger.attempts = [...ledger.attempts, ...attempts]
}

/**
 * Lists the attempts that still have to be sent: those of a batch in the row that closed it and in all earlier rows,
 * and the attempts of earlier batches in the row if it is new.
 */
export function stillToTry(
  { taken: known, attempts: earlier }: BatchLedger,
  taken: Taken | undefined,
  own: readonly Placed[],
): Array<{ row: Taken; placed: readonly Placed[] }> {
  const isNew = taken && !known.some((one) => isWithin(taken, one))
  return [
    ...(taken ? [{ row: taken, placed: isNew ? [...earlier, ...own] : own }] : []),
    ...known.filter((one) => !taken || !isWithin(one, taken)).map((row) => ({ row, placed: own })),
  ]
}

/**
 * Sends each attempt that found nothing broken in the plainest circumstances again, in circumstances that the server
 * accepts.
 */
export async function sendUnder(
  attempts: ReadonlyArray<Placed & { row: Taken }>,
  { draft, noted, sideBySide }: Trying,
): Promise<void> {
  const wanted = attempts.flatMap((one) => {
    const held = one.attempt.plainly.every(({ outcome }) => outcome !== 'broken')
    return held && !one.underway.thrown ? [{ ...one, ...heldBack(one.session) }] : []
  })
  await sideBySide(wanted.length, async (at) => {
    const one = wanted[at]
    if (!one?.session.circumstances) return
    const { underway, number, attempt } = one
    const { row, control } = one.row
    // Every second attempt goes out on a connection that other requests have used. Some faults show only there, because
    // the server keeps state per connection.
    const own = at % 2 === 0 ? row : onAnyConnection(row)
    const ground = {
      session: noted(one.session, number),
      taken: async () => ({ row: own, control }),
      whole: async () => draft,
    }
    await guarded([underway], () => tryIn(ground, own, attempt))
  })
  for (const { tell } of wanted) tell()
}

/**
 * Valid requests are not sent in these circumstances unless something breaks: they would use up a limit, or make one
 * more payment.
 */
const uncontrolled: readonly Circumstance[] = [limitedToken, otherClient]

/**
 * Sends one attempt of each check, chosen by the seed, again as each of those other askers. Nothing else is varied,
 * because further members may hide the fault.
 */
export async function sendAsOthers(
  attempts: readonly Placed[],
  { draft, noted, sideBySide }: Trying,
): Promise<void> {
  const wanted = uncontrolled.flatMap((asker, turn) =>
    attempts.filter((one) => isTriedAs(asker, turn, one, attempts)).map((one) => ({ one, asker })),
  )
  await sideBySide(wanted.length, async (at) => {
    const { one, asker } = wanted[at] ?? {}
    if (!one || !asker || one.underway.thrown) return
    const ground = { session: noted(one.session, one.number), whole: async () => draft }
    await guarded([one.underway], () => tryIn(ground, [asker], one.attempt))
  })
}

const isTriedAs = (
  { name }: Circumstance,
  turn: number,
  one: Placed,
  attempts: readonly Placed[],
): boolean => {
  const { replay, circumstances } = one.session
  const { seed } = one.session.generated
  if (replay) return replay.circumstances?.join() === name
  if (!circumstances || circumstances.noRoom !== undefined) return false
  // An invalid request that the server may accept would cost as much as a valid payment.
  const isRefused = ({ plainly }: Attempt): boolean =>
    plainly.length > 0 && plainly.every(({ outcome }) => outcome === 'held')
  const own = attempts.filter(({ underway, attempt }) => underway === one.underway && isRefused(attempt))
  return own.length > 0 && own.indexOf(one) === (Math.abs(seed) + turn) % own.length
}
