import { expect, test } from 'vitest'
import { scriptedSession } from '../../src/check/testing/scripted-session.ts'
import { targetAt } from '../../src/http/testing/target.ts'
import { searchFor } from './listed.ts'

type Place = (ids: readonly string[], id: string) => string[]

/** Where a list has an item that is new. */
const places: Record<'beginning' | 'end' | 'middle', Place> = {
  beginning: (ids, id) => [id, ...ids],
  end: (ids, id) => [...ids, id],
  middle: (ids, id) => ids.toSpliced(30, 0, id),
}

/** A list of 60 items with two items on a page. A cursor is the id of the item before. */
const listing = (refuses = (_cursor: string): boolean => false) => {
  const list = { ids: Array.from({ length: 60 }, (_, index) => `${index}`), pages: 0 }
  const { session } = scriptedSession(() => 200, {
    target: targetAt('https://wallet.example/op'),
    send: async ({ query = [] }) => {
      list.pages++
      const { cursor } = Object.fromEntries(query)
      const answer = { exchange: 1, method: 'GET', url: 'https://wallet.example/op' }
      if (cursor !== undefined && refuses(cursor))
        return { ...answer, response: { status: 400, headers: {}, text: '', json: undefined } }
      const start = cursor === undefined ? 0 : list.ids.indexOf(cursor) + 1
      const ids = list.ids.slice(start, start + 2)
      const pagination = { endCursor: ids.at(-1), hasNextPage: start + 2 < list.ids.length }
      const json = { pagination, result: ids.map((id) => ({ id })) }
      return { ...answer, response: { status: 200, headers: {}, text: JSON.stringify(json), json } }
    },
  })
  const pagesFor = async (read: () => Promise<unknown>): Promise<number> => {
    const before = list.pages
    await read()
    return list.pages - before
  }
  return { list, session, pagesFor }
}

const incoming = 'list-incoming-payments'

test.each([
  ['beginning', 1],
  ['end', 3],
] as const)('an item at the %s of a list that was searched before costs %i pages', async (where, pages) => {
  const { list, session, pagesFor } = listing()
  await searchFor(session, incoming, ['none']).look()
  list.ids = places[where](list.ids, 'new')
  const { look } = searchFor(session, incoming, ['new'])
  expect(await pagesFor(look)).toBe(pages)
  expect((await look()).get('new')?.item).toEqual({ id: 'new' })
})

test('an item elsewhere is found in the whole list, and by every search from then on', async () => {
  const { list, session } = listing()
  await searchFor(session, incoming, ['none']).look()
  list.ids = places.middle(list.ids, 'first')
  const first = searchFor(session, incoming, ['first'])
  expect((await first.look()).has('first')).toBe(false)
  expect((await first.everywhere()).has('first')).toBe(true)
  list.ids = places.middle(list.ids, 'second')
  expect((await searchFor(session, incoming, ['second']).look()).has('second')).toBe(true)
})

test('several items are found at both ends, and one that a page shows twice is repeated', async () => {
  const { list, session } = listing()
  await searchFor(session, incoming, ['none']).look()
  list.ids = ['a', 'a', ...list.ids, 'b']
  const found = await searchFor(session, incoming, ['a', 'b']).look()
  expect([...found].map(([id, { isRepeated }]) => [id, isRepeated])).toEqual([
    ['a', true],
    ['b', false],
  ])
})

test('a server that refuses old cursors is searched from the beginning', async () => {
  const old = new Set<string>()
  const { list, session } = listing((cursor) => old.has(cursor))
  await searchFor(session, incoming, ['none']).look()
  for (const id of list.ids) old.add(id)
  list.ids = places.end(list.ids, 'new')
  const { look } = searchFor(session, incoming, ['new'])
  expect((await look()).has('new')).toBe(false)
  old.clear()
  expect((await look()).has('new')).toBe(true)
})
