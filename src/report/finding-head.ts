import type { Grade } from '../verdict.ts'
import type { BrokenClaim } from './findings.ts'

/** What became of the requirement, so that its sentence does not read as what happened. */
const became: Record<Grade, string> = { failure: 'Broken', warning: 'Not followed', note: 'Not so here' }

/** The sentence of the requirement as one that does not hold: `Broken: An expired token is refused`. */
export const headOf = ({ grade, says, shape }: BrokenClaim): string => {
  const sentence = `${became[grade]}: ${says.replace(/\.$/, '')}`
  return shape === undefined ? sentence : `${sentence}: ${shape}`
}
