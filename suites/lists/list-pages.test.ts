import { expect, test } from 'vitest'
import { refusing } from '../../mock/changes/change.ts'
import type { Variant } from '../../mock/variants/index.ts'
import { against, brokenIn, verdictsIn } from '../testing/against-mock.ts'

const only = ['lists/pages']

test('a server that takes its default page for the whole list fails', async () => {
  const events = await against({ only, faults: ['nothing-behind-uncounted-pages'] })
  expect([...brokenIn(events)]).toEqual([['page.has-next-page.walk', 'failure']])
})

test('a server that lists its items in another order each time fails', async () => {
  const events = await against({ only, faults: ['page-order-of-a-map'] })
  expect([...brokenIn(events)]).toEqual([['page.items.order', 'failure']])
})

test('a server may refuse to list as many items as it likes', async () => {
  const guard = refusing({
    id: 'count-demanded',
    requirement: 'list.open.parameters',
    refusal: { status: 400, description: 'The request names no number of items' },
    isRefused: ({ query, operation }) =>
      operation.startsWith('list-') && !query.has('first') && !query.has('last'),
  })
  const variant = { id: guard.id, says: 'A list is shown only with a number of items', extraGuards: [guard] }
  expect([...brokenIn(await against({ only, further: [variant] }))]).toEqual([])
})

test('replicas that list the newest item at different times have time to catch up', async () => {
  let [turn, isCaughtUp] = [0, false]
  const inTurn: Variant = {
    id: 'replicas-in-turn',
    says: 'Every second list comes from a replica that does not know the newest item yet',
    override: ({ lists: { items } }, world) => ({
      lists: {
        items: (store, wallet, token) => {
          const all = items(store, wallet, token)
          const last = Math.max(...all.map(({ createdAt }) => createdAt))
          const newest = all.find(({ createdAt }) => createdAt === last)
          if (newest && turn < 2) Object.assign(newest, { createdAt: world.now(), updatedAt: world.now() })
          return turn++ % 2 === 0 || isCaughtUp ? all : all.filter((item) => item !== newest)
        },
      },
    }),
  }
  const wait = async (milliseconds: number): Promise<void> => {
    isCaughtUp ||= milliseconds > 1000
  }
  expect([...brokenIn(await against({ only, further: [inTurn], wait }))]).toEqual([])
  expect(isCaughtUp).toBe(true)
})

/** A server whose lists refuse some cursors. */
const refusingCursors = (
  isRefused: (cursor: string, query: URLSearchParams) => boolean,
  override?: Variant['override'],
): Variant => {
  const guard = refusing({
    id: 'cursor-refused',
    requirement: 'list.open.parameters',
    refusal: { status: 400, description: 'The cursor does not serve here' },
    isRefused: ({ query }) => isRefused(query.get('cursor') ?? '', query),
  })
  return {
    id: guard.id,
    says: 'Lists refuse some cursors',
    extraGuards: [guard],
    ...(override && { override }),
  }
}

const used = new Set<string>()

test.each<[string, string[], Variant]>([
  [
    'once',
    ['fresh-cursors'],
    refusingCursors((cursor) => cursor !== '' && used.size === used.add(cursor).size),
  ],
  [
    'in one direction',
    [],
    refusingCursors(
      (cursor, query) => query.has(cursor.endsWith('~end') ? 'last' : 'first') && cursor !== '',
      ({ lists: { page, readCursor } }) => ({
        lists: {
          page: (items, asked) => {
            const { startCursor, endCursor, ...rest } = page(items, asked)
            return { ...rest, startCursor: `${startCursor}~start`, endCursor: `${endCursor}~end` }
          },
          readCursor: (shown) => readCursor(shown.replace(/~.*/, '')),
        },
      }),
    ),
  ],
  [
    'with the number of items that its page was requested with',
    [],
    refusingCursors(
      (cursor, query) => cursor !== '' && !cursor.endsWith(`~${query.get('first') ?? query.get('last')}`),
      ({ lists: { page, readCursor } }) => ({
        lists: {
          page: (items, asked) => {
            const { startCursor, endCursor, ...rest } = page(items, asked)
            const count = asked.first ?? asked.last
            return { ...rest, startCursor: `${startCursor}~${count}`, endCursor: `${endCursor}~${count}` }
          },
          readCursor: (shown) => readCursor(shown.replace(/~.*/, '')),
        },
      }),
    ),
  ],
])('pages are judged in both directions if a cursor serves only %s', async (_, variants, further) => {
  const events = await against({ only, variants, further: [further] })
  expect([...brokenIn(events)]).toEqual([])
  const { verdict } = verdictsIn(events).find(({ check }) => check === 'lists/pages') ?? {}
  expect(verdict?.status).toBe('passed')
})
