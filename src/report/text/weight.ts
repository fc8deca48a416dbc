import type { Grade } from '../../core/verdict.ts'

/** Ranks of grades. Sorting by them puts the gravest first. */
export const weight: Record<Grade, number> = { failure: 0, warning: 1, note: 2 }
