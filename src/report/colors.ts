import picocolors from 'picocolors'
import type { Grade } from '../core/verdict.ts'

/** Colours by what they mean; without colour every text stays as it is. */
export interface Colors {
  strong: (text: string) => string
  faint: (text: string) => string
  good: (text: string) => string
  grade: Record<Grade, (text: string) => string>
}

export function colorsFor(colour: boolean): Colors {
  const { bold, dim, green, red, yellow, cyan } = picocolors.createColors(colour)
  return {
    strong: bold,
    faint: dim,
    good: green,
    grade: { failure: red, warning: yellow, note: cyan },
  }
}
