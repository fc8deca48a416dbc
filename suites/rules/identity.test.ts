import { expect, test } from 'vitest'
import { baseUrl, heldOf, type Told } from '../testing/fold.ts'
import { idsAreUnique, quoteIsReadByItsId } from './identity.ts'

const made = (at: Told['at'], differs: Record<string, unknown> = {}, operation = 'create-quote'): Told => ({
  operation: operation as Told['operation'],
  at,
  status: 201,
  told: { id: `${baseUrl}/quotes/1`, createdAt: '2026-11-20T07:00:00Z', ...differs },
})

const read = (at: Told['at'], id: string): Told => ({
  operation: 'get-quote',
  at,
  url: `${baseUrl}/quotes/1`,
  told: { id },
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
])('ids are unique: %s', (_name, exchanges, expected) => {
  expect(heldOf(idsAreUnique, exchanges)).toEqual(expected)
})

test.each<[string, Told[], boolean[]]>([
  ['that quote', [made([1, 2]), read([3, 4], `${baseUrl}/quotes/1`)], [true]],
  ['another', [made([1, 2]), read([3, 4], `${baseUrl}/quotes/2`)], [false]],
  ['none', [made([1, 2]), { ...read([3, 4], ''), status: 404 }], []],
  ['what nobody showed before', [read([1, 2], `${baseUrl}/quotes/1`)], []],
])('what is read by an id is %s', (_name, exchanges, expected) => {
  expect(heldOf(quoteIsReadByItsId, exchanges).at(-1)).toEqual(expected)
})
