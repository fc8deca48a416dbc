import { expect, test } from 'vitest'
import { baseUrl, heldOf, type Told } from '../../testing/fold.ts'
import { pageLeadsOn } from './leading-on.ts'

const page = (pagination: object, items = 1) => ({
  pagination,
  result: Array.from({ length: items }, (_, index) => ({ id: `${index}` })),
})

const asked = (query: string, status: number, told: object = {}): Told => ({
  operation: 'list-outgoing-payments',
  at: [1, 2],
  url: `${baseUrl}/outgoing-payments?wallet-address=x&${query}`,
  status,
  told,
})

const first = asked('first=1', 200, page({ hasNextPage: true, endCursor: 'a' }))
const last = page({ hasNextPage: false, endCursor: 'b' })

test.each<[string, Told[], boolean[][]]>([
  ['has an endCursor', [first], [[true]]],
  ['has none', [asked('first=1', 200, page({ hasNextPage: true }))], [[false]]],
  ['has none, and no items', [asked('first=1', 200, page({ hasNextPage: true }, 0))], [[]]],
  ['has none, but is the last one', [asked('first=1', 200, page({ hasNextPage: false }))], [[]]],
  ['is followed', [first, asked('first=1&cursor=a', 200, last)], [[true], [true]]],
  ['has a cursor that is refused', [first, asked('first=1&cursor=a', 400)], [[true], [false]]],
  ['has a cursor that is not found', [first, asked('first=1&cursor=a', 404)], [[true], [false]]],
  ['has a cursor, and the token is refused', [first, asked('first=1&cursor=a', 401)], [[true], []]],
  ['is followed too often', [first, asked('first=1&cursor=a', 429)], [[true], []]],
  ['has another cursor than the one that is refused', [first, asked('first=1&cursor=b', 400)], [[true], []]],
  ['has a cursor that is refused with another count', [first, asked('first=9&cursor=a', 400)], [[true], []]],
])('a page that announces a next page %s', (_name, told, expected) => {
  expect(heldOf(pageLeadsOn, told)).toEqual(expected)
})
