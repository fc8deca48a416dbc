/** A fault that shows only under a condition. */
import { type Conditional, type Fault, inSampleOrder } from '../fault.ts'
export interface ConditionalFault extends Fault {
  conditional: Conditional
}

/** The number of faults marked `across` that a selftest tries. A quick selftest tries none. */
const fewAcross = 60

/**
 * Draws a sample that covers every possible pair of condition and transformation, of condition and operation, and of
 * kind of condition and topic of requirements. A quick selftest draws fewer: every pair of kind of condition and
 * transformation. Faults marked `across` come last.
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

/**
 * Returns the pairs that a fault covers. There are many similar header fields, so each is drawn at least once, and only
 * the group as a whole is combined with everything.
 */
const pairsOf = ({ breaks, conditional }: ConditionalFault): string[] => {
  const { condition, group, transformation, operations } = conditional
  const drawn = group === 'fields' ? group : condition
  return [
    condition,
    `${drawn} ${transformation}`,
    `${group} ${breaks.split('.', 1)}`,
    ...operations.map((operation) => `${drawn} ${operation}`),
  ]
}

/**
 * Selects a small part of `things` that together has every pair that any of them has. Those that add most pairs come
 * first. Ties are resolved by order.
 */
export function covering<T>(things: readonly T[], pairsOf: (thing: T) => readonly string[]): T[] {
  const seen = new Set<string>()
  const chosen: T[] = []
  const left = things.map((thing) => ({ thing, pairs: pairsOf(thing) }))
  const most = left.reduce((longest, { pairs }) => Math.max(longest, pairs.length), 0)
  for (let least = most; least > 0; least--) {
    for (const { thing, pairs } of left) {
      if (pairs.filter((pair) => !seen.has(pair)).length < least) continue
      chosen.push(thing)
      for (const pair of pairs) seen.add(pair)
    }
  }
  return chosen
}
