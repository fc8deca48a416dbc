import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AskedPage } from '../state/orders.ts'
import { page } from './page.ts'

const items = (count: number) => Array.from({ length: count }, (_, number) => ({ id: `item-${number}` }))
const ids = (listed: readonly { id: string }[]) => listed.map(({ id }) => id)

const listed = fc.nat({ max: 30 }).map(items)
const size = fc.integer({ min: 1, max: 12 })

test('a walk forwards shows every item once, newest first, and its flags tell where it ends', () => {
  fc.assert(
    fc.property(listed, size, (all, first) => {
      const walked: string[] = []
      let asked: AskedPage = { first }
      for (let number = 0; ; number += 1) {
        const shown = page(all, asked)
        expect(shown.items.length).toBeLessThanOrEqual(first)
        expect(shown.hasPreviousPage).toBe(number > 0)
        walked.push(...ids(shown.items))
        if (!shown.hasNextPage) break
        asked = { first, cursor: shown.endCursor }
      }
      expect(walked).toEqual(ids(all).toReversed())
    }),
  )
})

test('a walk backwards from the end shows the same items', () => {
  fc.assert(
    fc.property(listed, size, (all, last) => {
      const walked: string[] = []
      let asked: AskedPage = { last }
      for (let number = 0; ; number += 1) {
        const shown = page(all, asked)
        expect(shown.items.length).toBeLessThanOrEqual(last)
        expect(shown.hasNextPage).toBe(number > 0)
        walked.unshift(...ids(shown.items))
        if (!shown.hasPreviousPage) break
        asked = { last, cursor: shown.startCursor }
      }
      expect(walked).toEqual(ids(all).toReversed())
    }),
  )
})

test('a new item does not change a page after a cursor', () => {
  const before = page(items(10), { first: 3 })
  const asked = { first: 3, cursor: before.endCursor }
  expect(page(items(11), asked).items).toEqual(page(items(10), asked).items)
})

test('a page has twenty items if the request gives no number', () => {
  expect(page(items(30), {}).items).toHaveLength(20)
})

test('a page past the end is empty, repeats the cursor and has a previous one', () => {
  const { endCursor } = page(items(3), {})
  expect(page(items(3), { cursor: endCursor })).toEqual({
    items: [],
    startCursor: endCursor,
    endCursor,
    hasNextPage: false,
    hasPreviousPage: true,
  })
})
