import { covering } from './cover.ts'
import type { Conditional, Fault } from './fault.ts'
import { inSampleOrder } from './sample.ts'

/** A fault that shows only under a condition. */
export interface ConditionalFault extends Fault {
  conditional: Conditional
}

/** Of those that are counted apart so many are tried, and none by a quick selftest. */
const fewAcross = 60

/**
 * Some in which every condition stands with every transformation and on every operation that it can, and every kind of
 * conditions with every topic of requirements; by a quick selftest fewer, in which every kind of conditions stands with
 * every transformation. Those that are counted apart come last.
 */
export function drawnConditional(
  candidates: readonly ConditionalFault[],
  { quick, seed }: { quick: boolean; seed: number },
): ConditionalFault[] {
  const inOrder = inSampleOrder(candidates, seed)
  const usual = inOrder.filter(({ conditional }) => !conditional.across)
  if (quick)
    return covering(usual, ({ conditional: { group, transformation } }) => [`${group} ${transformation}`])
  const across = inOrder.filter(({ conditional }) => conditional.across)
  return [...covering(usual, pairsOf), ...covering(across, pairsOf).slice(0, fewAcross)]
}

const pairsOf = ({ breaks, conditional }: ConditionalFault): string[] => {
  const { condition, group, transformation, operations } = conditional
  return [
    `${condition} ${transformation}`,
    `${group} ${breaks.split('.', 1)}`,
    ...operations.map((operation) => `${condition} ${operation}`),
  ]
}
