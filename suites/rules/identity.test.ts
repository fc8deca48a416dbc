import { expect, test } from 'vitest'
import { baseUrl, heldOf, type Told } from '../testing/fold.ts'
import { idsAreUnique } from './identity.ts'

const made = (at: Told['at'], differs: Record<string, unknown> = {}, operation = 'create-quote'): Told => ({
  operation: operation as Told['operation'],
  at,
  status: 201,
  told: { id: `${baseUrl}/quotes/1`, createdAt: '2026-11-20T07:00:00Z', ...differs },
})

test.each<[string, Told[], boolean[][]]>([
  [
    'of two ids, each is its own',
    [made([1, 2]), made([3, 4], { id: `${baseUrl}/quotes/2` })],
    [[true], [true]],
  ],
  ['the same thing may come again', [made([1, 2]), made([3, 4])], [[true], [true]]],
  [
    'another thing under the same id is a second one',
    [made([1, 2]), made([3, 4], { createdAt: '2026-11-20T07:00:01Z' })],
    [[true], [false]],
  ],
  [
    'a thing of another kind is another thing',
    [made([1, 2]), made([3, 4], {}, 'create-outgoing-payment')],
    [[true], [false]],
  ],
])('the rule judges whether ids are unique: %s', (_name, exchanges, expected) => {
  expect(heldOf(idsAreUnique, exchanges)).toEqual(expected)
})
