import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { nothingIfUnmet, nothingWithoutConnection } from '../needs/prerequisites.ts'
import type { Observation, Session } from '../session.ts'
import { halvesOf } from './covering.ts'
import { type Circumstance, circumstances, circumstancesNamed, inCircumstances, type Row } from './table.ts'

/**
 * The rows in which something is tried: in a replay the row of the failure, none if the run tries none, and otherwise
 * those that `wanted` returns.
 */
export function rowsFor({ replay, circumstances: known }: Session, wanted: () => readonly Row[]): Row[] {
  if (replay) return [circumstancesNamed(replay.circumstances ?? [])].filter((row) => row.length > 0)
  return known === undefined || known.noRoom !== undefined ? [] : [...wanted()]
}

/** An action that is tried in circumstances, and the control that decides if its result counts. */
export interface Exploration<O extends Observation = Observation> {
  row: Row
  /**
   * Does the action in a row, and returns what it showed. It is called again for each row that the search for the
   * fewest circumstances visits.
   */
  look: (row: Row) => Promise<readonly O[]>
  /** The observations in the row, if the action was already done there. */
  seen?: readonly O[]
  /** Called once if a claim broke. Returns true if a control shows that this counts. */
  counts?: (row: Row) => Promise<boolean>
  /** Records what was seen. The default records it for `session`. */
  observe?: (row: Row, one: O) => void | Promise<void>
}

/**
 * Does the action in a row of circumstances. A broken claim is recorded under the fewest circumstances in which it
 * breaks; a replay already names those. Returns true if anything broke.
 */
export async function explore<O extends Observation>(
  session: Session,
  exploration: Exploration<O>,
): Promise<boolean> {
  const { row, look, counts, observe = (under, one) => observeIn(session, under, one) } = exploration
  const seen = exploration.seen ?? (await look(row).catch(nothingWithoutConnection)) ?? []
  const worst = seen.find(({ outcome }) => outcome === 'broken')
  if (worst && counts && !(await counts(row))) return true
  const found = session.circumstances?.found ?? []
  const shown = worst && !session.replay ? await fewest({ row, seen }, worst, look, found) : { row, seen }
  for (const one of shown.seen) await observe(shown.row, one)
  return worst !== undefined
}

/** The observations in a row of circumstances. */
interface ShownIn<O extends Observation> {
  row: Row
  seen: readonly O[]
}

/**
 * Searches for the fewest and weakest circumstances in which the same claim breaks every time. The row is empty if the
 * claim also breaks without any, or not every time. The search ends early if limits do not allow more requests.
 */
const fewest = async <O extends Observation>(
  first: ShownIn<O>,
  { requirement }: Observation,
  look: Exploration<O>['look'],
  found: Row[],
): Promise<ShownIn<O>> => {
  let smallest = first
  const breaksIn = async (row: Row): Promise<boolean> => {
    const seen = await look(row)
    const breaks = seen.some((one) => one.outcome === 'broken' && one.requirement === requirement)
    if (breaks) smallest = { row, seen }
    return breaks
  }
  // Most of a row rarely matters, so large parts of it are left out before small ones.
  const drop = async (part: Row): Promise<void> => {
    if (part.length === 0 || (await breaksIn(smallest.row.filter((one) => !part.includes(one))))) return
    if (part.length > 1) for (const half of halvesOf(part)) await drop(half)
  }
  try {
    for (const row of found.filter((some) => isWithin(some, first.row)))
      if (await breaksIn(row)) return smallest
    await drop(first.row)
    if (first.row.length === 0 || smallest.row.length === 0) return smallest
    for (const one of smallest.row) {
      for (const weaker of weakerThan(one)) {
        if (await breaksIn(smallest.row.map((other) => (other === one ? weaker : other)))) break
      }
    }
    const { row } = smallest
    const isReproducible = row.length > 0 && (await breaksIn(row)) && (await breaksIn(row))
    if (!isReproducible) return { ...smallest, row: [] }
    found.unshift(row)
  } catch (error) {
    nothingIfUnmet(error)
  }
  return smallest
}

const isWithin = (some: Row, row: Row): boolean =>
  some.every((one) => row.some((other) => other === one || weakerThan(other).includes(one)))

const weakerThan = (one: Circumstance): Circumstance[] => {
  const alike = circumstances.filter(({ factor }) => factor === one.factor)
  return ['size', 'members', 'query'].includes(one.factor) ? alike.slice(0, alike.indexOf(one)) : []
}

/** Returns the session of requests that are sent in these circumstances. */
export function sessionIn(session: Session, row: Row): Session {
  return row.length > 0 ? session.of({ circumstances: row.map(({ name }) => name) }) : session
}

/**
 * Records an observation under the circumstances of a row. An empty row means that the claim also breaks without any,
 * though not every time.
 */
export function observeIn(session: Session, row: Row, observation: Observation): void {
  sessionIn(session, row).observe(
    row.length > 0 ? observation : { ...observation, got: `${observation.got}, but not every time` },
  )
}

/** Sends a valid request in circumstances in which the server may refuse it. */
export function sendIn(session: Session, row: Row, draft: RequestDraft): Promise<Answer> {
  return sessionIn(session, row).send({
    ...inCircumstances(row, draft, session),
    invalid: true,
    patient: true,
  })
}
