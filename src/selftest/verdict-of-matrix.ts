import type { Matrix, MatrixRow } from './matrix.ts'

/** What makes a matrix bad. */
export interface Flaws {
  /** Of a MUST, and not killed: in process or over the wire. None that stands across: no run can show all of these. */
  survived: MatrixRow[]
  /** Checks that the strict mock fails or brings into error, so that nothing they say counts. */
  unfit: string[]
  errors: readonly string[]
}

export function flawsOf({ rows, wire, strict, errors }: Matrix): Flaws {
  const otherwise = new Set(wire.otherwise)
  const hasSurvived = ({ id, level, outcome, conditional }: MatrixRow): boolean =>
    level === 'MUST' &&
    !conditional?.across &&
    (outcome === 'survived' || outcome === 'killedElsewhere' || (outcome === 'killed' && otherwise.has(id)))
  return {
    survived: rows.filter(hasSurvived),
    unfit: Object.entries(strict.statuses)
      .filter(([, status]) => status === 'failed' || status === 'error')
      .map(([check]) => check),
    errors,
  }
}
