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
const young = (createdAt: string) => ({
  pagination: { hasNextPage: true, endCursor: 'a' },
  result: [{ id: '0', createdAt }],
})
const last = page({ hasNextPage: false, endCursor: 'b' })

test.each<[string, Told[], boolean[][]]>([
  ['has an endCursor', [first], [[true]]],
  ['has no endCursor', [asked('first=1', 200, page({ hasNextPage: true }))], [[false]]],
  ['has neither endCursor nor items', [asked('first=1', 200, page({ hasNextPage: true }, 0))], [[]]],
  [
    'has no endCursor, but is in fact the last one',
    [asked('first=1', 200, page({ hasNextPage: false }))],
    [[]],
  ],
  ['is followed by its cursor', [first, asked('first=1&cursor=a', 200, last)], [[true], [true]]],
  ['has a cursor that is refused', [first, asked('first=1&cursor=a', 400)], [[true], [false]]],
  ['has a cursor that is not found', [first, asked('first=1&cursor=a', 404)], [[true], [false]]],
  ['has a cursor, and the token is refused', [first, asked('first=1&cursor=a', 401)], [[true], []]],
  ['has a cursor, and the next request is throttled', [first, asked('first=1&cursor=a', 429)], [[true], []]],
  ['has a cursor other than the refused one', [first, asked('first=1&cursor=b', 400)], [[true], []]],
  [
    'has a cursor that is refused when it is old by the server',
    [
      { ...first, date: '2026-01-01T00:00:00Z' },
      { ...asked('first=1&cursor=a', 410), date: '2026-01-01T00:00:03Z' },
    ],
    [[true], []],
  ],
  [
    'has a cursor that is refused when it is old by us',
    [
      { ...first, ours: '2026-01-01T00:00:00Z' },
      { ...asked('first=1&cursor=a', 410), ours: '2026-01-01T00:00:03Z' },
    ],
    [[true], []],
  ],
  [
    'has a cursor that is refused when it is followed again',
    [first, asked('first=1&cursor=a', 200, last), asked('first=1&cursor=a', 410)],
    [[true], [true], []],
  ],
  [
    'has the cursor of an item that a lagging replica may not know yet, which refuses it',
    [
      { ...asked('first=1', 200, young('2026-01-01T00:00:00Z')), date: '2026-01-01T00:00:01Z' },
      { ...asked('first=1&cursor=a', 400), date: '2026-01-01T00:00:01Z' },
    ],
    [[true], []],
  ],
  [
    'has the cursor of an item that every replica knows, and is refused',
    [
      { ...asked('first=1', 200, young('2026-01-01T00:00:00Z')), date: '2026-01-01T00:00:09Z' },
      { ...asked('first=1&cursor=a', 400), date: '2026-01-01T00:00:09Z' },
    ],
    [[true], [false]],
  ],
  ['has a cursor that is refused with another count', [first, asked('first=9&cursor=a', 400)], [[true], []]],
])('the rule judges a page that announces a next page and %s', (_name, told, expected) => {
  expect(heldOf(pageLeadsOn, told)).toEqual(expected)
})
