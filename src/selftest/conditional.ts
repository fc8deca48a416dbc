import { covering } from './cover.ts'
import { inDrawnOrder } from './draw.ts'
import type { Conditional, Fault } from './fault.ts'

/** A fault that shows only under a condition. */
export interface ConditionalFault extends Fault {
  conditional: Conditional
}

/** So many are tried by a quick selftest. */
const few = 60

/**
 * Some in which every condition stands with every transformation and on every operation that it can, and every kind of
 * conditions with every topic of requirements; a quick selftest takes the first of them.
 */
export const drawnConditional = (
  candidates: readonly ConditionalFault[],
  { quick, seed }: { quick: boolean; seed: number },
): ConditionalFault[] => {
  const drawn = covering(inDrawnOrder(candidates, seed), pairsOf)
  return quick ? drawn.slice(0, few) : drawn
}

const pairsOf = ({ breaks, conditional }: ConditionalFault): string[] => {
  const { condition, group, transformation, operations } = conditional
  return [
    `${condition} ${transformation}`,
    `${group} ${breaks.split('.', 1)}`,
    ...operations.map((operation) => `${condition} ${operation}`),
  ]
}
