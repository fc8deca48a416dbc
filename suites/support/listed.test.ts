import { expect, test } from 'vitest'
import { scriptedSession } from '../../src/check/testing/scripted-session.ts'
import { targetAt } from '../../src/http/testing/target.ts'
import type { Credential } from '../../src/target-file/target.ts'
import { searchFor, watchListed } from './listed.ts'

type Place = (ids: readonly string[], id: string) => string[]

/** Where a list has an item that is new. */
const places: Record<'beginning' | 'end' | 'middle', Place> = {
  beginning: (ids, id) => [id, ...ids],
  end: (ids, id) => [...ids, id],
  middle: (ids, id) => ids.toSpliced(30, 0, id),
}

/** A list of 60 items with two items on a page. A cursor is the id of the item before, and holds in its epoch. */
const listing = () => {
  const list = { ids: Array.from({ length: 60 }, (_, index) => `${index}`), pages: 0, epoch: 1 }
  const { session } = scriptedSession(() => 200, {
    target: targetAt('https://wallet.example/op'),
    send: async ({ query = [] }) => {
      list.pages++
      const { cursor } = Object.fromEntries(query)
      const answer = { exchange: 1, method: 'GET', url: 'https://wallet.example/op' }
      const [epoch, before] = cursor?.split(':') ?? []
      if (epoch !== undefined && Number(epoch) !== list.epoch)
        return { ...answer, response: { status: 400, headers: {}, text: '', json: undefined } }
      const start = before === undefined ? 0 : list.ids.indexOf(before) + 1
      const ids = list.ids.slice(start, start + 2)
      const pagination = {
        endCursor: `${list.epoch}:${ids.at(-1)}`,
        hasNextPage: start + 2 < list.ids.length,
      }
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
  ['end', 7],
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

test('an item is found again behind newer ones', async () => {
  const { list, session } = listing()
  await searchFor(session, incoming, ['none']).look()
  list.ids = places.beginning(list.ids, 'new')
  const { look } = searchFor(session, incoming, ['new'])
  expect((await look()).has('new')).toBe(true)
  list.ids = [...Array.from({ length: 20 }, (_, index) => `newer ${index}`), ...list.ids]
  expect((await look()).has('new')).toBe(true)
})

test('a search finds items at both ends of a list, and tells which of them a page shows twice', async () => {
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
  const { list, session } = listing()
  await searchFor(session, incoming, ['none']).look()
  list.epoch++
  list.ids = places.end(list.ids, 'new')
  const { look } = searchFor(session, incoming, ['new'])
  expect((await look()).has('new')).toBe(false)
  expect((await look()).has('new')).toBe(true)
})

/** Watches a list that shows an item only this many milliseconds after its creation, and never as it is wanted. */
const watchLagging = async (
  lag: number,
  timedOut: readonly string[],
  options: Parameters<typeof watchListed>[3],
) => {
  let now = 0
  const wait = async (milliseconds: number): Promise<void> => {
    now += milliseconds
  }
  const target = targetAt('https://wallet.example/op')
  const { session } = scriptedSession(() => 200, {
    target: { ...target, limits: { ...target.limits, settleTimeout: 1000 } },
    memory: { timedOut: new Set(timedOut) },
    time: { own: { now: () => now, wait } },
    send: async () => {
      const json = { pagination: { hasNextPage: false }, result: now < lag ? [] : [{ id: 'new' }] }
      const response = { status: 200, headers: {}, text: JSON.stringify(json), json }
      return { exchange: 1, method: 'GET', url: 'https://wallet.example/op', response }
    },
  })
  return watchListed(session, 'list-outgoing-payments', ['new'], options)
}

const neverOver = { isDone: () => false, kind: 'payments' }

test('payments that never end do not shorten the wait for a payment that a lagging list does not show yet', async () => {
  expect((await watchLagging(500, ['payments'], neverOver)).has('new')).toBe(true)
  expect((await watchLagging(5000, ['payments'], neverOver)).has('new')).toBe(false)
})

test('a list that never showed its items to one client is waited for in full with the token of another', async () => {
  const timedOut = ['list-outgoing-payments', 'list-outgoing-payments with tokens.ownOnly']
  const token = { name: 'otherClient.token' } as Credential
  expect((await watchLagging(500, timedOut, { token })).has('new')).toBe(true)
  expect((await watchLagging(500, timedOut, {})).has('new')).toBe(false)
})
