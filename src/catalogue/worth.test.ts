import { expect, test } from 'vitest'
import { bestParts } from './worth.ts'

test('the parts that a quick run chooses have a place, and a value counts whichever request it was chosen for', () => {
  const placeOf = bestParts({
    profile: 'interface',
    parts: [
      { check: 'a/one', subject: 'create-quote', given: 'x', requests: 1 },
      { check: 'a/one', subject: 'get-quote', given: 'y', requests: 1 },
      { check: 'b/two', subject: 'get-quote', requests: 1 },
      { check: 'c/three', requests: 1 },
    ],
    quick: { parts: [0, 2, 3], requests: 3, faults: 1, noticed: 1 },
  })
  const places = [
    placeOf('a/one', { subject: 'get-quote', given: 'x' }),
    placeOf('a/one', { subject: 'get-quote', given: 'y' }),
    placeOf('a/one', { subject: 'create-quote' }),
    placeOf('a/one', {}),
    placeOf('b/two', { subject: 'get-quote', given: 'z' }),
    placeOf('b/two', { subject: 'create-quote', given: 'z' }),
    placeOf('c/three', { subject: 'create-quote', given: 1 }),
    placeOf('d/four', {}),
  ]
  expect(places).toEqual([0, undefined, 0, 0, 2, undefined, 3, undefined])
})
