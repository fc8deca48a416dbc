import picocolors from 'picocolors'
import type { Grade } from '../../core/verdict.ts'
import { ownSequence } from './printable.ts'

/** Colours by their meaning. Without colour, every text stays unchanged. */
export interface Colors {
  strong: (text: string) => string
  faint: (text: string) => string
  good: (text: string) => string
  grade: Record<Grade, (text: string) => string>
}

export function colorsFor(colour: boolean): Colors {
  const { bold, dim, green, red, yellow, cyan } = picocolors.createColors(colour)
  return {
    strong: own(bold),
    faint: own(dim),
    good: own(green),
    grade: { failure: own(red), warning: own(yellow), note: own(cyan) },
  }
}

/**
 * Marks only the sequences of the paint as the harness's own. Sequences in the painted text stay foreign and are
 * escaped.
 */
const own = (paint: (text: string) => string): ((text: string) => string) => {
  const [before = '', after = ''] = paint('\n').split('\n').map(ownSequence)
  return (text) => `${before}${text}${after}`
}
