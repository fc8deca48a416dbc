import type { Fault } from './fault.ts'

/** How a fault is made of the strict mock. */
export const transformations = [
  'left out',
  'weaker than equality',
  'after the work',
  'remembered',
  'refusing too much',
  'field of an answer',
  'replaced function',
] as const
export type Transformation = (typeof transformations)[number]

/** What a fault says of itself, else what its parts show. */
export function transformationOf({
  transformation,
  source,
  without,
  extraGuards: further,
}: Fault): Transformation {
  if (transformation) return transformation
  if (source === 'answer') return 'field of an answer'
  if (source === 'comparison') return 'weaker than equality'
  if (without && without.length > 0) return 'left out'
  return further ? 'refusing too much' : 'replaced function'
}
