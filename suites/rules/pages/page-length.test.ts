import { expect, test } from 'vitest'
import { baseUrl, heldOf, shownOf, type Told } from '../../testing/fold.ts'
import { pageLength } from './page-length.ts'

const listed = (query: string, items: number, status = 200): Told => ({
  operation: 'list-outgoing-payments',
  at: [1, 2],
  url: `${baseUrl}/outgoing-payments?wallet-address=x&${query}`,
  status,
  told: { result: Array.from({ length: items }, (_, index) => ({ id: `${index}` })) },
})

/** The claims about a page: its length, if that was requested, and that it shows each item once. */
const ofLength = (told: Told): boolean[][] =>
  shownOf(pageLength, [told]).map((shown) =>
    shown
      .filter(({ requirement, noted }) => !noted && requirement !== 'list.no-duplicates')
      .map(({ held }) => held),
  )

test.each<[string, Told, boolean[]]>([
  ['as many items as requested', listed('first=2', 2), [true]],
  ['fewer items', listed('first=2', 1), [true]],
  ['more items', listed('first=2', 3), [false]],
  ['more items, listed backwards', listed('last=1&cursor=a', 2), [false]],
  ['more items, listed backwards from no cursor', listed('last=1', 2), []],
  ['more items, if it is requested in both directions', listed('first=1&last=2', 3), []],
  ['more items, if the number is requested twice', listed('first=1&first=5', 3), []],
  ['items, if the requested number is a word', listed('first=one', 3), []],
  ['items, if none are requested', listed('first=0', 3), []],
  ['more items than a number that a server need not accept', listed('first=1000', 1001), []],
  ['any number of items, if no number is requested', listed('other=1', 50), []],
  ['more items, in a refusal', listed('first=1', 2, 400), []],
])('the rule judges a page with %s', (_name, told, expected) => {
  expect(ofLength(told)).toEqual([expected])
})

test.each<[string, string[], boolean[]]>([
  ['different items', ['1', '2'], [true]],
  ['an item twice', ['1', '2', '1'], [false]],
  ['one item', ['1'], []],
])('the rule judges a page with %s, however it was requested', (_name, ids, expected) => {
  const told: Told = { ...listed('other=1', 0), told: { result: ids.map((id) => ({ id })) } }
  expect(heldOf(pageLength, [told])).toEqual([expected])
})
