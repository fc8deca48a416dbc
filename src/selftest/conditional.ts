import { covering } from './cover.ts'
import { inDrawnOrder } from './draw.ts'
import type { Conditional, Fault } from './fault.ts'

/** A fault that shows only under a condition. */
export interface ConditionalFault extends Fault {
  conditional: Conditional
}

/** So many are tried by a quick selftest. */
const few = 60

/** Of those that stand across both kinds of conditions so many are tried, and none by a quick selftest. */
const fewAcross = 60

/**
 * Some in which every condition stands with every transformation and on every operation that it can, and every kind of
 * conditions with every topic of requirements; a quick selftest takes the first of them. Those across come last.
 */
export const drawnConditional = (
  candidates: readonly ConditionalFault[],
  { quick, seed }: { quick: boolean; seed: number },
): ConditionalFault[] => {
  const drawn = (of: readonly ConditionalFault[]) => covering(inDrawnOrder(of, seed), pairsOf)
  const usual = drawn(candidates.filter(({ conditional }) => !conditional.across))
  if (quick) return usual.slice(0, few)
  return [...usual, ...drawn(candidates.filter(({ conditional }) => conditional.across)).slice(0, fewAcross)]
}

const pairsOf = ({ breaks, conditional }: ConditionalFault): string[] => {
  const { condition, group, transformation, operations } = conditional
  return [
    `${condition} ${transformation}`,
    `${group} ${breaks.split('.', 1)}`,
    ...operations.map((operation) => `${condition} ${operation}`),
  ]
}
