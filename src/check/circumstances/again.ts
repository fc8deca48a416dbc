import type { OperationId } from '../../core/operations.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { forEachConcurrently, forEachInTurn } from '../concurrently.ts'
import { type Cost, costOf, sumOf, times } from '../cost.ts'
import { missingOf } from '../needs/need.ts'
import { MissingPrerequisite, nothingIfUnmetHere } from '../needs/prerequisites.ts'
import type { Observation, Session } from '../session.ts'
import type { Later, Subject } from '../subject.ts'
import { explore, observeIn, rowsFor } from './explore.ts'
import { policy } from './rows.ts'
import { withShortBody } from './sparing.ts'
import { inCircumstances, type Row } from './table.ts'

/**
 * A valid request. A server that accepts it in some circumstances must treat other requests of its operation there as
 * it does in the simplest ones.
 */
export interface ValidRequest extends Pick<Subject, 'operation' | 'once' | 'needs'> {
  prepare: (session: Session) => Promise<RequestDraft>
}

/** The steps of a check, and the valid requests that it is made of. */
interface Done {
  validRequests: readonly ValidRequest[]
  plainly: (session: Session) => Promise<void>
  /**
   * Does the same again, or a part of it that leaves out cases which are much alike. `turn` is the index of the row.
   */
  again: (session: Session, turn: number) => Promise<void>
  /** Set if repetitions would see what others create: they are then run one after the other. */
  inTurn?: boolean
}

/** An observation, and the session of the place where it was made. */
type SeenAgain = Observation & { at: Session }

/**
 * Does what a check does in the simplest circumstances. If every claim held, returns what does it again in others. A
 * replay does it only in the circumstances of the failure.
 */
export async function exploreAgain(session: Session, done: Done): Promise<Later | undefined> {
  const rows = rowsFor(session, () => policy.valid(session.generated))
  if (!session.replay?.circumstances) {
    let isBroken = false
    await done.plainly(
      seeing(session, (one) => {
        isBroken ||= one.outcome === 'broken'
        observe(one)
      }),
    )
    if (isBroken) return undefined
  }
  if (rows.length === 0) return undefined
  const each = done.inTurn ? forEachInTurn : forEachConcurrently
  return async (on) => {
    // A chain goes on at once, because it takes longest.
    if (!on.replay && !done.inTurn) await on.circumstances?.plainFirst()
    await each(on, rows, (own, row, turn) => againIn(own, row, done, turn))
  }
}

/** Repeats the check in a row of circumstances. If the server does not let it, the row shows nothing. */
const againIn = async (session: Session, row: Row, done: Done, turn: number): Promise<void> => {
  const operations = new Set(done.validRequests.map(({ operation }) => operation))
  const look = async (under: Row): Promise<SeenAgain[]> => {
    const seen: SeenAgain[] = []
    await done.again(
      seeing(inRow(session, under, operations), (one) => seen.push(one)),
      turn,
    )
    return seen.filter(({ outcome }) => outcome !== 'noted')
  }
  try {
    const accepted = await acceptedByAll(session, row, done.validRequests)
    if (accepted.length === 0) return
    await explore(session, {
      row: accepted,
      look,
      observe: (under, { at, ...one }) => observeIn(at, under, one),
    })
  } catch (error) {
    if (!(error instanceof MissingPrerequisite)) nothingIfUnmetHere(error)
  }
}

/**
 * Returns those circumstances of the row in which the server accepts all the valid requests. All of them are then sent
 * in the same circumstances, because one client need not see what another creates.
 */
const acceptedByAll = async (
  session: Session,
  row: Row,
  validRequests: readonly ValidRequest[],
): Promise<Row> => {
  if (validRequests.some(({ needs }) => missingOf(needs, session.target).length > 0)) return []
  // A circumstance that sends a second request at the same time applies only to the request that it is chosen for.
  let left = row.filter(({ beside }) => beside === undefined)
  for (const { prepare, once } of validRequests) {
    const draft = await prepare(session)
    const valid = async (): Promise<RequestDraft> => (once ? prepare(session) : draft)
    const accepted = await session.circumstances?.acceptedRow(session, left, valid)
    // A request that cannot be in some circumstances, such as one without a body, is sent without them.
    left = left.filter((one) => accepted?.row.includes(one) || one.apply(draft, session) === undefined)
  }
  return left
}

/**
 * Returns the same session, and the same for its places, which sends all requests to these operations in these
 * circumstances. The first valid and the first invalid request to each operation have a long body, the others a short
 * one. `sent` holds the kinds of requests that were sent already.
 */
const inRow = (
  { circumstances: _, ...session }: Session,
  row: Row,
  operations: ReadonlySet<OperationId>,
  sent: Set<string> = new Set(),
): Session => {
  const send: Session['send'] = (draft, tamper) => {
    const { operation } = draft
    if (operation === undefined || !operations.has(operation)) return session.send(draft, tamper)
    const kind = `${operation} ${draft.invalid ?? false}`
    const own = sent.has(kind) ? withShortBody(row) : row
    sent.add(kind)
    return session.send(inCircumstances(own, draft, session), tamper)
  }
  const control: Session['controls']['send'] = async (draft, batches) => {
    const answer = await session.again(await send(draft))
    session.controls.take(answer, batches)
    return answer
  }
  return {
    ...session,
    send,
    controls: { ...session.controls, send: control, reuse: control },
    of: (place) => inRow(session.of(place), row, operations, sent),
  }
}

const seeing = (session: Session, see: (one: SeenAgain) => void): Session => ({
  ...session,
  observe: (one) => see({ ...one, at: session }),
  of: (place) => seeing(session.of(place), see),
})

const observe = ({ at, ...one }: SeenAgain): void => at.observe(one)

/** The most that doing it again costs, if one row costs `once`. */
export function costAgain(once: Cost, validRequests: readonly Subject[]): Cost {
  const controls = validRequests.map(({ preparation, accepted }) =>
    sumOf([times(costOf(preparation), 2), costOf(accepted), costOf({ requests: 1 })]),
  )
  return times(sumOf([once, ...controls]), policy.valid({ seed: 0 }).length)
}
