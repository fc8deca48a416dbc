import { type Attempt, tryIn } from '../../check/circumstances/attempt.ts'
import type { Circumstance } from '../../check/circumstances/circumstance.ts'
import { limitedToken, otherClient } from '../../check/circumstances/identities.ts'
import { onAnyConnection } from '../../check/circumstances/rows.ts'
import { withCostsOnce } from '../../check/circumstances/sparing.ts'
import { heldBack } from '../../check/concurrently.ts'
import type { AcceptedRow, Concurrently, Session } from '../../check/session.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { guarded, type Underway } from '../session/supervise.ts'
import type { ClosingRows } from './closing-row.ts'

/** The state that the batches of one subject hand on to the next batch. */
export interface BatchLedger {
  closingRows: ClosingRows
  /** Rows in which the valid request was accepted. */
  accepted: readonly AcceptedRow[]
  /** The attempts that have been sent in each of these rows. */
  attempts: readonly Placed[]
}

/** An attempt, and the place in the run where it was made. */
export interface Placed {
  underway: Underway
  session: Session
  /** The number of the batch among those of its check. */
  number: number
  /** Set if the check tries the same in circumstances that cost nothing. Then one row is enough here. */
  isTriedElsewhere: boolean
  attempt: Attempt
}

/** The parts that a repeated attempt is made of. */
interface Trying {
  draft: RequestDraft
  noted: Noted
  concurrently: Concurrently
}

export type Noted = (session: Session, of: Pick<Placed, 'underway' | 'number'>) => Session

const isWithin = ({ row }: AcceptedRow, other: AcceptedRow): boolean =>
  row.every((one) => other.row.includes(one))

export function keep(ledger: BatchLedger, accepted: AcceptedRow, attempts: readonly Placed[]): void {
  ledger.accepted = [...ledger.accepted.filter((one) => !isWithin(one, accepted)), accepted]
  ledger.attempts = [...ledger.attempts, ...attempts.filter(isForAllRows)]
}

const isForAllRows = ({ isTriedElsewhere }: Placed): boolean => !isTriedElsewhere

/**
 * Lists the attempts that still have to be sent: those of a batch in the row that closed it and in all earlier rows,
 * and the attempts of earlier batches in the row if it is new. What is tried elsewhere is sent only in the row that closed
 * its batch, or in all earlier rows if none did.
 */
export function stillToTry(
  { accepted: known, attempts: earlier }: BatchLedger,
  accepted: AcceptedRow | undefined,
  own: readonly Placed[],
): Array<{ row: AcceptedRow; placed: readonly Placed[] }> {
  const isNew = accepted && !known.some((one) => isWithin(accepted, one))
  return [
    ...(accepted ? [{ row: accepted, placed: isNew ? [...earlier, ...own] : own }] : []),
    ...known
      .filter((one) => !accepted || !isWithin(one, accepted))
      .map((row) => ({ row, placed: accepted ? own.filter(isForAllRows) : own })),
  ]
}

/** An attempt that is sent in a row in which the server accepted the control. */
type PlacedIn = Placed & AcceptedRow

/** Leaves what is costly to one of the attempts of each check. The control was accepted with all of it. */
const withCostsOnceEach = (attempts: readonly PlacedIn[]): PlacedIn[] =>
  [...new Set(attempts.map(({ underway }) => underway))].flatMap((check) =>
    withCostsOnce(
      attempts.filter(({ underway }) => underway === check),
      check.session.generated.seed,
    ),
  )

/**
 * Sends each attempt that found nothing broken in the simplest circumstances again, in circumstances that the server
 * accepts.
 */
export async function sendUnder(
  attempts: readonly PlacedIn[],
  { draft, noted, concurrently }: Trying,
): Promise<void> {
  const wanted = withCostsOnceEach(attempts).flatMap((one) => {
    const held = one.attempt.plainly.every(({ outcome }) => outcome !== 'broken')
    return held && !one.underway.thrown ? [{ ...one, ...heldBack(one.session) }] : []
  })
  await concurrently(wanted.length, async (at) => {
    const one = wanted[at]
    if (!one?.session.circumstances) return
    const { underway, attempt, row, control } = one
    // Every second attempt goes out on a connection that other requests have used. Some faults show only there, because
    // the server keeps state per connection.
    const own = at % 2 === 0 ? row : onAnyConnection(row)
    const context = {
      session: noted(one.session, one),
      acceptedRow: async () => ({ row: own, control }),
      valid: async () => draft,
    }
    await guarded([underway], () => tryIn(context, own, attempt))
  })
  for (const { tell } of wanted) tell()
}

/**
 * Valid requests are not sent in these circumstances unless something breaks: they would use up a limit, or make one
 * more payment.
 */
const uncontrolled: readonly Circumstance[] = [limitedToken, otherClient]

/**
 * Sends one attempt of each check, chosen by the seed, again as each of those other identities. Nothing else is varied,
 * because further members may hide the fault.
 */
export async function sendAsOthers(
  attempts: readonly Placed[],
  { draft, noted, concurrently }: Trying,
): Promise<void> {
  const wanted = uncontrolled.flatMap((identity, turn) =>
    attempts.filter((one) => isTriedAs(identity, turn, one, attempts)).map((one) => ({ one, identity })),
  )
  await concurrently(wanted.length, async (at) => {
    const { one, identity } = wanted[at] ?? {}
    if (!one || !identity || one.underway.thrown) return
    const context = { session: noted(one.session, one), valid: async () => draft }
    await guarded([one.underway], () => tryIn(context, [identity], one.attempt))
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
