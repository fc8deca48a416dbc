import type { Matrix, MatrixRow } from './matrix.ts'

/** Reasons to reject a matrix. */
export interface Flaws {
  /**
   * Faults of a MUST that were not killed, in process or over the wire. Faults marked `across` are excluded, because no
   * run can show all of them.
   */
  survived: MatrixRow[]
  /** Checks that fail on the strict mock or end there in an error. Nothing that they say counts. */
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
