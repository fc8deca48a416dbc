import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Grammar, sequences } from './sequence.ts'

/** A step that makes a box, or that opens a box made before. */
type Step = { make: number } | { open: number }
interface Choice {
  makes: boolean
  number: number
}

const boxesIn = (steps: readonly Step[]): number[] =>
  steps.flatMap((step, place) => ('make' in step ? [place] : []))

const grammar: Grammar<Choice, Step> = {
  stepOf: ({ makes, number }, before) => {
    if (makes) return { make: number }
    const boxes = boxesIn(before)
    const box = boxes.at(-1 - (number % Math.max(1, boxes.length)))
    return box === undefined ? undefined : { open: box }
  },
  choiceOf: (step, before) =>
    'make' in step
      ? { makes: true, number: step.make }
      : { makes: false, number: boxesIn(before).length - 1 - boxesIn(before).indexOf(step.open) },
}

const boxes = sequences(fc.record({ makes: fc.boolean(), number: fc.nat({ max: 9 }) }), grammar, 8)

test('a step refers only to earlier steps that made what it needs', () => {
  const isSound = (steps: Step[]): boolean =>
    steps.every((step, place) => 'make' in step || boxesIn(steps.slice(0, place)).includes(step.open))
  fc.assert(fc.property(boxes, isSound))
})

test('no sequence is empty or longer than its limit', () => {
  fc.assert(fc.property(boxes, ({ length }) => length >= 1 && length <= 8))
})

/** Returns the smallest sequence that opens a box of more than 4 behind another one. */
const smallestOf = (examples: Step[][]): Step[] | undefined => {
  const opensBig = (steps: Step[]): boolean =>
    steps.some((step) => {
      const box = 'open' in step ? steps[step.open] : undefined
      return 'open' in step && step.open > 0 && box !== undefined && 'make' in box && box.make > 4
    })
  const property = fc.property(boxes, (steps) => !opensBig(steps))
  const { counterexample } = fc.check(property, {
    seed: 1,
    numRuns: 1000,
    examples: examples.map((steps): [Step[]] => [steps]),
  })
  return counterexample?.[0]
}

const smallest = [{ make: 0 }, { make: 5 }, { open: 1 }]

test('a generated sequence shrinks to the fewest steps, and they refer only to steps that are left', () => {
  expect(smallestOf([])).toEqual(smallest)
})

test('a sequence that is given as an example shrinks as well', () => {
  const long = [{ make: 9 }, { make: 3 }, { open: 0 }, { make: 7 }, { open: 1 }, { open: 3 }, { open: 0 }]
  expect(smallestOf([long])).toEqual(smallest)
})
