import { expect, test } from 'vitest'
import { bestPartsIn } from './worth.ts'

test('the parts that a quick run chooses are the best, and a value counts whichever request it was chosen for', () => {
  const isBestPart = bestPartsIn({
    profile: 'interface',
    parts: [
      { check: 'a/one', subject: 'create-quote', given: 'x', requests: 1 },
      { check: 'a/one', subject: 'get-quote', given: 'y', requests: 1 },
      { check: 'b/two', subject: 'get-quote', requests: 1 },
      { check: 'c/three', requests: 1 },
    ],
    quick: { parts: [0, 2, 3], requests: 3, faults: 1, noticed: 1 },
  })
  const answers = [
    isBestPart('a/one', { subject: 'get-quote', given: 'x' }),
    isBestPart('a/one', { subject: 'get-quote', given: 'y' }),
    isBestPart('a/one', { subject: 'create-quote' }),
    isBestPart('a/one', {}),
    isBestPart('b/two', { subject: 'get-quote', given: 'z' }),
    isBestPart('b/two', { subject: 'create-quote', given: 'z' }),
    isBestPart('c/three', { subject: 'create-quote', given: 1 }),
    isBestPart('d/four', {}),
  ]
  expect(answers).toEqual([true, false, true, true, true, false, true, false])
})
