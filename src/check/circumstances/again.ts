import type { OperationId } from '../../core/operations.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { type Cost, costOf, sumOf, times } from '../cost.ts'
import { missingOf } from '../needs/need.ts'
import { MissingPrerequisite, type Observation, PreconditionFailed, type Session } from '../session.ts'
import type { Subject } from '../subject.ts'
import { explore, observeIn, rowsFor } from './explore.ts'
import { policy } from './rows.ts'
import { inCircumstances, type Row } from './table.ts'

/** A whole request: a server that takes it in some circumstances has to do with others of its operation as it does plainly. */
export interface Whole extends Pick<Subject, 'operation' | 'once' | 'needs'> {
  prepare: (session: Session) => Promise<RequestDraft>
}

/** What a check does, and the whole requests that it is made of. */
interface Done {
  wholes: readonly Whole[]
  plainly: (session: Session) => Promise<void>
  /** The same, or a part of it that leaves out what is much alike; `turn` counts the rows. */
  again: (session: Session, turn: number) => Promise<void>
}

/** An observation, and the session of the place that it was made at. */
type SeenAgain = Observation & { at: Session }

/**
 * Does in the simplest circumstances what a check does, and if all of it held, again in others. A replay does it in those of
 * the failure alone.
 */
export async function exploreAgain(session: Session, done: Done): Promise<void> {
  const rows = rowsFor(session, () => policy.valid(session.generated))
  if (!session.replay?.circumstances) {
    let isBroken = false
    await done.plainly(
      seeing(session, (one) => {
        isBroken ||= one.outcome === 'broken'
        observe(one)
      }),
    )
    if (isBroken) return
  }
  for (const [turn, row] of rows.entries()) await againIn(session, row, done, turn)
}

/** What cannot be done in these circumstances says nothing. */
const againIn = async (session: Session, row: Row, done: Done, turn: number): Promise<void> => {
  const operations = new Set(done.wholes.map(({ operation }) => operation))
  const look = async (under: Row): Promise<SeenAgain[]> => {
    const seen: SeenAgain[] = []
    await done.again(
      seeing(inRow(session, under, operations), (one) => seen.push(one)),
      turn,
    )
    return seen.filter(({ outcome }) => outcome !== 'noted')
  }
  try {
    const taken = await takenByAll(session, row, done.wholes)
    if (taken.length === 0) return
    await explore(session, {
      row: taken,
      look,
      observe: (under, { at, ...one }) => observeIn(at, under, one),
    })
  } catch (error) {
    if (!(error instanceof PreconditionFailed || error instanceof MissingPrerequisite)) throw error
    if (error instanceof PreconditionFailed && error.isOfRun) throw error
  }
}

/** In which of these circumstances the server takes all the whole requests: what one client makes another need not see. */
const takenByAll = async (session: Session, row: Row, wholes: readonly Whole[]): Promise<Row> => {
  if (wholes.some(({ needs }) => missingOf(needs, session.target).length > 0)) return []
  // What is sent beside a request belongs to that one alone.
  let left = row.filter(({ beside }) => beside === undefined)
  for (const { prepare, once } of wholes) {
    const draft = await prepare(session)
    const whole = async (): Promise<RequestDraft> => (once ? prepare(session) : draft)
    const taken = await session.circumstances?.taken(session, left, whole)
    // A request that cannot be in some circumstances, such as one without a body, is sent without them.
    left = left.filter((one) => taken?.row.includes(one) || one.apply(draft, session) === undefined)
  }
  return left
}

/** The same session, and those of its places: whatever is sent to these operations is in these circumstances. */
const inRow = (
  { circumstances: _, ...session }: Session,
  row: Row,
  operations: ReadonlySet<OperationId>,
): Session => {
  const send: Session['send'] = (draft, tamper) => {
    const isMeant = draft.operation !== undefined && operations.has(draft.operation)
    return session.send(isMeant ? inCircumstances(row, draft, session) : draft, tamper)
  }
  return {
    ...session,
    send,
    controls: {
      ...session.controls,
      send: async (draft, batches) => {
        const answer = await session.again(await send(draft))
        session.controls.take(answer, batches)
        return answer
      },
    },
    of: (place) => inRow(session.of(place), row, operations),
  }
}

const seeing = (session: Session, see: (one: SeenAgain) => void): Session => ({
  ...session,
  observe: (one) => see({ ...one, at: session }),
  of: (place) => seeing(session.of(place), see),
})

const observe = ({ at, ...one }: SeenAgain): void => at.observe(one)

/** What doing it again takes at most, if one row takes so much. */
export function costAgain(once: Cost, wholes: readonly Subject[]): Cost {
  const controls = wholes.map(({ preparation, accepted }) =>
    sumOf([times(costOf(preparation), 2), costOf(accepted), costOf({ requests: 1 })]),
  )
  return times(sumOf([once, ...controls]), policy.valid({ seed: 0 }).length)
}
