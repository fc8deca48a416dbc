import { type Attempt, tryIn } from '../../check/circumstances/attempt.ts'
import { onAnyConnection } from '../../check/circumstances/rows.ts'
import { type Circumstance, limitedToken, otherClient } from '../../check/circumstances/table.ts'
import type { Session, SideBySide, Taken } from '../../check/session.ts'
import { heldBack } from '../../check/side-by-side.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { guarded, type Underway } from '../session/supervise.ts'
import type { ClosingRows } from './closing-row.ts'

/** What is known of a subject from the batches before. */
export interface BatchLedger {
  closingRows: ClosingRows
  /** Rows in which the whole request was accepted: all attempts have seen each of them. */
  taken: readonly Taken[]
  attempts: readonly Placed[]
}

/** An attempt, and where it was made. */
export interface Placed {
  underway: Underway
  session: Session
  /** The batch's number among those of its check. */
  number: number
  attempt: Attempt
}

/** What attempts are made of again. */
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

/** The attempts of a batch in the row that closed it and in those before, and earlier attempts in the row if it is new. */
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

/** What held in the plainest circumstances, once more in those that the server takes. */
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
    // Half of them come on connections that others have used: what a server keeps with one shows there only.
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

/** Whole requests as these are not sent unless something breaks: they would use up a limit, or be one payment more. */
const uncontrolled: readonly Circumstance[] = [limitedToken, otherClient]

/** One attempt of each check, by seed, once more as each of those: alone, since further members may hide what is wrong. */
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
  // What a server may accept would cost as much as a whole payment.
  const isRefused = ({ plainly }: Attempt): boolean =>
    plainly.length > 0 && plainly.every(({ outcome }) => outcome === 'held')
  const own = attempts.filter(({ underway, attempt }) => underway === one.underway && isRefused(attempt))
  return own.length > 0 && own.indexOf(one) === (Math.abs(seed) + turn) % own.length
}
