import { allRows, fullRows, type RowTurn, rowsOf } from './rows.ts'
import type { Row } from './table.ts'

/** An invalid request of a check, by its index, in a row of circumstances. */
export interface Trial {
  row: Row
  at: number
}

/** A subject among those of its check, and what decides about its rows. */
export interface SubjectPlace extends RowTurn {
  /**
   * Set if the subject sees all rows, because a request with a body can differ in more ways. Of the others, each request
   * is tried in one row, so that together they see all.
   */
  seesAllRows: boolean
  /** The number of subjects that share the rows, `allRows` by default. A subject more than there are rows sees none. */
  sharers?: number
  /** Set if the requests of the check to its other subjects see all rows too, so that each needs one of the full rows. */
  isHelped?: boolean
}

/** The invalid requests of a check on a subject. */
interface Invalid {
  requests: number
  /** The first `apart` requests are each invalid in their own way. The others are alike. */
  apart: number
}

/**
 * The most requests among alike ones that are each tried in a row. A decoder that takes a value takes it in any
 * circumstances, and a guard that is left out in some of them lets through every value there.
 */
const mostAmongAlike = 8

/**
 * Lists the trials of the invalid requests. On a subject that sees all rows, each request is tried in both full rows,
 * or in one of them in turn if other subjects help, and one request in the row of pairs. On any other subject, each
 * request is tried in one row, in turn. Requests that are alike share the rows, and some requests among them that are not
 * alike are also tried in one row in turn. The seed decides which.
 */
export function trialsFor(subject: SubjectPlace, { requests, apart }: Invalid): Trial[] {
  const { seed, place, seesAllRows, isHelped, sharers = allRows } = subject
  const turn = Math.abs(seed) + place
  const inTurn = (at: number): Row[] => {
    const rows = rowsOf(subject, at + (seesAllRows ? 1 : 0))
    return seesAllRows ? rows : rows.filter((_, index) => index === (turn + at) % sharers)
  }
  const shared = inTurn(0).map((row, index) => ({ row, at: (Math.abs(seed) + index) % requests }))
  const each = (rowsAt: (at: number) => Row[]): Trial[] =>
    Array.from({ length: apart }, (_, at) => rowsAt(at).map((row) => ({ row, at }))).flat()
  const ofFullest = (at: number): Row[] => inTurn(at).slice(0, fullRows)
  const oneOfBoth = (at: number): Row[] =>
    ofFullest(at)
      .slice((Math.floor(Math.abs(seed) / 8) + at) % 2)
      .slice(0, 1)
  if (apart < requests) {
    const some = (at: number): boolean => (at + Math.abs(seed)) % apart < mostAmongAlike
    return [...shared, ...each(oneOfBoth).filter(({ at }) => some(at))]
  }
  if (!seesAllRows) return each(inTurn)
  return [...each(isHelped && requests > 1 ? oneOfBoth : ofFullest), ...shared.slice(fullRows)]
}

export function mostTrials(
  { requests, apart }: Invalid,
  { seesAllRows, isHelped }: Pick<SubjectPlace, 'seesAllRows' | 'isHelped'>,
): number {
  const ofAlike = seesAllRows ? allRows : 1
  if (apart < requests) return ofAlike + Math.min(apart, mostAmongAlike)
  if (!seesAllRows) return requests
  return requests * (isHelped && requests > 1 ? 1 : fullRows) + 1
}
