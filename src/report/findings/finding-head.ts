import type { Grade } from '../../core/verdict.ts'
import type { BrokenClaim } from './finding.ts'

/** Words before the sentence of a requirement, so that it does not read as a description of what happened. */
const became: Record<Grade, string> = {
  failure: 'Broken',
  warning: 'Not followed',
  note: 'Does not hold here',
}

/**
 * Formats the sentence of a requirement as one that does not hold: `Broken: An expired token is refused`. If it fails
 * only in some circumstances, they come first: `Broken only with a chunked body: An expired token is refused`.
 */
export function headOf({ grade, says, shape, circumstances = [] }: BrokenClaim): string {
  const only = circumstances.length > 0 ? ` only ${inOneSentence(circumstances)}` : ''
  const sentence = `${became[grade]}${only}: ${says.replace(/\.$/, '')}`
  return shape === undefined ? sentence : `${sentence}: ${shape}`
}

const inOneSentence = (parts: readonly string[]): string => {
  const last = parts.at(-1) ?? ''
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${last}` : last
}
