import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cursorOf, page } from '../../mock/lists/page.ts'
import {
  type BackwardStyle,
  backwardStyleIn,
  claimsOf,
  claimsOfCursor,
  type PlacedPage,
  predict,
  type ShownPage,
} from './pages.ts'

const listOf = (length: number): string[] => Array.from({ length }, (_, index) => `id-${index}`)

/** Generates any page of a list of up to 60 items. */
const pageOfAny = fc.nat({ max: 60 }).chain((length) =>
  fc.record({
    whole: fc.constant(listOf(length)),
    direction: fc.constantFrom<PlacedPage['direction']>('forwards', 'backwards'),
    count: fc.integer({ min: 1, max: 100 }),
    item: length === 0 ? fc.constant(undefined) : fc.option(fc.nat({ max: length - 1 }), { nil: undefined }),
  }),
)

/** Returns the page that the strict mock shows. */
const strict = (whole: readonly string[], { direction, count, item }: PlacedPage): ShownPage => {
  const items = whole.toReversed().map((id) => ({ id }))
  const cursor = item === undefined ? undefined : cursorOf({ id: whole[item] ?? '' })
  const { items: shown, ...flags } = page(items, {
    cursor,
    [direction === 'forwards' ? 'first' : 'last']: count,
  })
  return { ...flags, ids: shown.map(({ id }) => id) }
}

const plain: BackwardStyle = { turned: false, tells: 'hasPreviousPage' }

const brokenIn = (whole: string[], asked: PlacedPage, shown: ShownPage, style = plain): string[] =>
  claimsOf(whole, asked, shown, style).flatMap(({ held, requirement }) => (held ? [] : [requirement]))

test('the strict mock shows each page as predicted', () => {
  fc.assert(
    fc.property(pageOfAny, ({ whole, direction, count, item }) => {
      const asked: PlacedPage = { direction, count, ...(item === undefined ? {} : { item }) }
      const shown = strict(whole, asked)
      const { items, hasNextPage, hasPreviousPage, startCursor, endCursor } = predict(whole, asked)
      expect({ ids: items, hasNextPage, hasPreviousPage }).toMatchObject({
        ids: shown.ids,
        hasNextPage: shown.hasNextPage,
        hasPreviousPage: shown.hasPreviousPage,
      })
      expect([startCursor, endCursor]).toEqual([shown.ids.at(0), shown.ids.at(-1)])
      expect(brokenIn(whole, asked, shown)).toEqual([])
    }),
  )
})

test('a server may show fewer items than requested: those next to the cursor, with matching flags', () => {
  fc.assert(
    fc.property(pageOfAny, fc.integer({ min: 1, max: 60 }), ({ whole, direction, count, item }, most) => {
      const asked: PlacedPage = { direction, count, ...(item === undefined ? {} : { item }) }
      expect(brokenIn(whole, asked, strict(whole, { ...asked, count: Math.min(count, most) }))).toEqual([])
    }),
  )
})

const whole = listOf(9)
const forwards = (count: number, item?: number): PlacedPage => ({
  direction: 'forwards',
  count,
  ...(item === undefined ? {} : { item }),
})
const backwards = (count: number, item: number): PlacedPage => ({ direction: 'backwards', count, item })

const at = (...places: number[]): string[] => places.map((place) => `id-${place}`)

const wrong: Array<[what: string, asked: PlacedPage, ids: string[], requirement: string]> = [
  ['one item too many', forwards(2), at(0, 1, 2), 'list.first'],
  ['one item too many backwards', backwards(2, 5), at(2, 3, 4), 'list.last'],
  ["the cursor's own item", forwards(2, 3), at(3, 4), 'list.no-duplicates'],
  ['an item twice', forwards(3, 3), at(4, 5, 5), 'list.no-duplicates'],
  ['the beginning in spite of a cursor', forwards(2, 3), at(0, 1), 'list.cursor'],
  ['a page that leaves out its first item', forwards(3, 3), at(5, 6), 'list.gapless'],
  ['a page that leaves out an item between others', forwards(3, 3), at(4, 6), 'list.gapless'],
  ['nothing', forwards(3, 3), [], 'list.gapless'],
  ['items in another order', forwards(3, 3), at(4, 6, 5), 'page.items.order'],
  ['an item that is not in the list', forwards(2, 3), ['id-4', 'another'], 'list.complete'],
  ['items that are far from the cursor', backwards(2, 7), at(0, 1), 'list.backwards'],
  ['what comes after the cursor', backwards(2, 3), at(4, 5), 'list.backwards'],
  ["the cursor's own item backwards", backwards(2, 3), at(2, 3), 'list.backwards'],
  ['nothing backwards', backwards(2, 3), [], 'list.backwards'],
  ['items backwards in the opposite order', backwards(2, 3), at(2, 1), 'page.items.order'],
]

test.each(wrong)('a page that shows %s breaks exactly one requirement', (_, asked, ids, requirement) => {
  const { hasNextPage, hasPreviousPage } = predict(whole, asked, ids.length)
  expect(brokenIn(whole, asked, { ids, hasNextPage, hasPreviousPage })).toEqual([requirement])
})

const flags: Array<[asked: PlacedPage, flag: BackwardStyle['tells'], requirement: string]> = [
  [forwards(3), 'hasNextPage', 'page.has-next-page.walk'],
  [forwards(3, 5), 'hasNextPage', 'page.has-next-page.walk'],
  [forwards(3), 'hasPreviousPage', 'page.has-previous-page.walk'],
  [forwards(3, 8), 'hasNextPage', 'page.has-next-page.walk'],
  [backwards(3, 5), 'hasPreviousPage', 'page.flags.backwards'],
  [backwards(3, 3), 'hasPreviousPage', 'page.flags.backwards'],
  [backwards(3, 5), 'hasNextPage', 'page.flags.backwards.behind'],
  [{ direction: 'backwards', count: 3 }, 'hasNextPage', 'page.flags.backwards.behind'],
]

test.each(flags)('for the page %j a wrong %s breaks a requirement', (asked, flag, requirement) => {
  const shown = strict(whole, asked)
  expect(brokenIn(whole, asked, { ...shown, [flag]: !shown[flag] })).toEqual([requirement])
})

test('hasPreviousPage may have either value on a page past the end', () => {
  const asked = forwards(3, 8)
  expect(brokenIn(whole, asked, { ...strict(whole, asked), hasPreviousPage: false })).toEqual([])
})

test('pages listed backwards may be in reverse order, with the flags of their direction', () => {
  const turned = [backwards(3, 8), backwards(3, 5), backwards(3, 2), backwards(1, 1)].map((asked) => {
    const { ids, hasPreviousPage } = strict(whole, asked)
    return { asked, page: { ids: ids.toReversed(), hasNextPage: hasPreviousPage, hasPreviousPage: true } }
  })
  const style = backwardStyleIn(whole, turned)
  expect(style).toEqual({ turned: true, tells: 'hasNextPage' })
  for (const { asked, page: shown } of turned) expect(brokenIn(whole, asked, shown, style)).toEqual([])
})

const cursors: Array<[what: string, item: number, isInDoubt: boolean, ids: string[], requirement?: string]> =
  [
    ['the next item', 3, false, at(4)],
    ['nothing after the last item', 8, false, []],
    ['another place', 3, false, at(7), 'page.end-cursor.last-item'],
    ['nothing after another item', 3, false, [], 'page.end-cursor.last-item'],
    ['another place, seen alone', 3, true, at(7), 'list.gapless'],
    ['the item itself, seen beside others', 3, false, at(3), 'page.end-cursor.last-item'],
    ['the item itself, seen alone', 3, true, at(3), 'list.no-duplicates'],
    ['the beginning of the list', 3, false, at(0), 'list.cursor'],
    ['an item that is not in the list', 3, false, ['another'], 'list.complete'],
  ]

test.each(cursors)('a cursor that leads to %s is judged', (_, item, isInDoubt, ids, requirement) => {
  const claim = claimsOfCursor(whole, { item, end: 'endCursor', isInDoubt }, ids)
  expect(claim.held ? undefined : claim.requirement).toBe(requirement)
})
