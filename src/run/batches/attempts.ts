import { type Attempt, tryIn } from '../../check/circumstances/attempt.ts'
import type { Circumstance } from '../../check/circumstances/circumstance.ts'
import { limitedToken, otherClient } from '../../check/circumstances/identities.ts'
import { onAnyConnection } from '../../check/circumstances/rows.ts'
import { withCostsOnce } from '../../check/circumstances/sparing.ts'
import type { Row } from '../../check/circumstances/table.ts'
import { heldBack } from '../../check/concurrently.ts'
import type { AcceptedRow, Concurrently, Session } from '../../check/session.ts'
import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { guarded, type Underway } from '../session/supervise.ts'

/** An attempt, and the place in the run where it was made. */
export interface Placed {
  underway: Underway
  session: Session
  /** The number of the batch among those of its check. */
  number: number
  /** Set if the check tries the same in circumstances that cost nothing. Then one row each is enough here. */
  isTriedElsewhere: boolean
  attempt: Attempt
}

export type Noted = (session: Session, of: Pick<Placed, 'underway' | 'number'>) => Session

/** An attempt in a row. Without a control, the valid request is sent there only if something breaks. */
export interface PlacedIn extends Placed {
  row: Row
  control?: Answer
}

/**
 * Pairs the attempts with the rows that closed batches, except rows that are part of another one. Several attempts of a
 * check that tries them elsewhere too share the rows, in turn. The control was accepted with all that is costly.
 */
export function inRows(attempts: readonly Placed[], closed: readonly AcceptedRow[]): PlacedIn[] {
  const rows = closed.filter(
    (one, at) =>
      !closed.some((other, place) => isPartOf(one, other) && (place > at || !isPartOf(other, one))),
  )
  const rowsOf = ({ isTriedElsewhere, underway, session }: Placed, at: number): readonly AcceptedRow[] => {
    const ofCheck = (one: Placed): boolean => one.underway === underway
    if (!isTriedElsewhere || attempts.filter(ofCheck).length < rows.length) return rows
    const turn = Math.abs(session.generated.seed) + attempts.slice(0, at).filter(ofCheck).length
    return rows.slice(turn % rows.length).slice(0, 1)
  }
  return withCostsOnceEach(attempts.flatMap((one, at) => rowsOf(one, at).map((row) => ({ ...one, ...row }))))
}

const isPartOf = ({ row }: AcceptedRow, other: AcceptedRow): boolean =>
  row.every((one) => other.row.includes(one))

/** Leaves what is costly to one attempt of each check: its batches differ in the payment that the control makes. */
const withCostsOnceEach = (attempts: readonly PlacedIn[]): PlacedIn[] =>
  [...new Set(attempts.map(({ underway }) => underway))].flatMap((check) => {
    const own = attempts.filter(({ underway }) => underway === check)
    return withCostsOnce(own, own[0]?.session.generated.seed)
  })

/**
 * Valid requests are not sent in these circumstances unless something breaks: they would use up a limit, or make one
 * more payment.
 */
const uncontrolled: readonly Circumstance[] = [limitedToken, otherClient]

/**
 * Places one attempt of each check, chosen by the seed, with each of those other identities. Nothing else is varied,
 * because further members may hide the fault.
 */
export function asOthers(attempts: readonly Placed[]): PlacedIn[] {
  return uncontrolled.flatMap((identity, turn) =>
    attempts
      .filter((one) => isTriedAs(identity, turn, one, attempts))
      .map((one) => ({ ...one, row: [identity] })),
  )
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

/** Sends the attempts in their rows, except those of checks in which an error was thrown. */
export async function sendInRows(
  attempts: readonly PlacedIn[],
  { draft, noted, concurrently }: { draft: RequestDraft; noted: Noted; concurrently: Concurrently },
): Promise<void> {
  const wanted = attempts
    .filter(({ underway }) => !underway.thrown)
    .map((one) => ({ ...one, ...heldBack(one.session) }))
  await concurrently(wanted.length, async (at) => {
    const one = wanted[at]
    if (!one || one.underway.thrown) return
    const { underway, attempt, control } = one
    // Every second attempt goes out on a connection that other requests have used. Some faults show only there, because
    // the server keeps state per connection.
    const row = at % 2 === 0 ? one.row : onAnyConnection(one.row)
    const context = {
      session: noted(one.session, one),
      valid: async () => draft,
      ...(control ? { acceptedRow: async () => ({ row, control }) } : {}),
    }
    await guarded([underway], () => tryIn(context, row, attempt))
  })
  for (const { tell } of wanted) tell()
}
