import type { Matrix, Row } from './matrix.ts'

/** What makes a matrix bad. */
export interface Flaws {
  /** Of a MUST, and not noticed: in process or over the wire. */
  missed: Row[]
  /** Checks that the strict mock fails or brings into error, so that nothing they say counts. */
  unfit: string[]
  errors: readonly string[]
}

export const flawsOf = ({ rows, wire, strict, errors }: Matrix): Flaws => {
  const otherwise = new Set(wire.otherwise)
  const isMissed = ({ id, level, outcome }: Row): boolean =>
    level === 'MUST' &&
    (outcome === 'missed' || outcome === 'blamed' || (outcome === 'noticed' && otherwise.has(id)))
  return {
    missed: rows.filter(isMissed),
    unfit: Object.entries(strict.statuses)
      .filter(([, status]) => status === 'failed' || status === 'error')
      .map(([check]) => check),
    errors,
  }
}
