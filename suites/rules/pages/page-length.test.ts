import { expect, test } from 'vitest'
import { baseUrl, heldOf, type Told } from '../../testing/fold.ts'
import { pageLength } from './page-length.ts'

const listed = (query: string, items: number, status = 200): Told => ({
  operation: 'list-outgoing-payments',
  at: [1, 2],
  url: `${baseUrl}/outgoing-payments?wallet-address=x&${query}`,
  status,
  told: { result: Array.from({ length: items }, (_, index) => ({ id: `${index}` })) },
})

test.each<[string, Told, boolean[]]>([
  ['as many items as requested', listed('first=2', 2), [true]],
  ['fewer', listed('first=2', 1), [true]],
  ['more', listed('first=2', 3), [false]],
  ['more, backwards', listed('last=1&cursor=a', 2), [false]],
  ['more, but is asked for in both directions', listed('first=1&last=2', 3), []],
  ['more, but is asked for twice', listed('first=1&first=5', 3), []],
  ['more than no number', listed('first=one', 3), []],
  ['more than zero', listed('first=0', 3), []],
  ['more than a count that no server need take', listed('first=1000', 1001), []],
  ['any number, if none was requested', listed('other=1', 50), []],
  ['more, in a refusal', listed('first=1', 2, 400), []],
])('a page has %s', (_name, told, expected) => {
  expect(heldOf(pageLength, [told])).toEqual([expected])
})
