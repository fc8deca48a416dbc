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
    'two resources have different ids',
    [made([1, 2]), made([3, 4], { id: `${baseUrl}/quotes/2` })],
    [[true], [true]],
  ],
  ['a resource is returned twice', [made([1, 2]), made([3, 4])], [[true], [true]]],
  [
    'two resources created at different times have one id',
    [made([1, 2]), made([3, 4], { createdAt: '2026-11-20T07:00:01Z' })],
    [[true], [false]],
  ],
  [
    'two resources of different kinds have one id',
    [made([1, 2]), made([3, 4], {}, 'create-outgoing-payment')],
    [[true], [false]],
  ],
])('the rule judges whether ids are unique: %s', (_name, exchanges, expected) => {
  expect(heldOf(idsAreUnique, exchanges)).toEqual(expected)
})
