import { expect, test } from 'vitest'
import { scriptedSession } from '../../src/check/testing/scripted-session.ts'
import { targetAt } from '../../src/http/testing/target.ts'
import { against, brokenIn, exitCodeAfter, verdictsIn } from '../testing/against-mock.ts'
import { idsIn, walk } from './walk.ts'

test.each(['pages-limited', 'backward-flags-turned'])(
  'the harness walks a server with %s to the end of its lists in both directions',
  async (variant) => {
    const events = await against({
      variants: [variant],
      only: ['lists', 'settling', 'payments', 'ids', 'whole-requests'],
    })
    expect(brokenIn(events)).toEqual(new Map())
    const others = verdictsIn(events).filter(({ verdict }) => verdict.status !== 'passed')
    expect(others).toEqual([])
    expect(exitCodeAfter(events)).toBe(0)
  },
)

const every = Array.from({ length: 7 }, (_, index) => `https://wallet.example/op/incoming-payments/${index}`)

interface Listing {
  /** Returns true if the server shows a page for a count. */
  takes: (count: number | undefined, cursor: string | undefined) => boolean
  /** The number of items that the server shows without a count. */
  usual?: number
  /** The item whose cursor is the empty text. */
  empty?: number
}

/** A list of seven items, whose cursors are positions. */
const listing = ({ takes, usual = 3, empty = -1 }: Listing) => {
  const cursorAt = (index: number): string => (index === empty ? '' : `${index}`)
  const itemAt = (cursor: string): number => (cursor === '' ? empty : Number(cursor))
  const asked: string[] = []
  const { session } = scriptedSession(() => 200, {
    target: targetAt('https://wallet.example/op'),
    send: async ({ query = [] }) => {
      const given = Object.fromEntries(query)
      const text = given['first'] ?? given['last']
      asked.push(given['first'] ?? (text === undefined ? 'none' : `-${text}`))
      const count = text === undefined ? undefined : Number(text)
      const answer = { exchange: 1, method: 'GET', url: 'https://wallet.example/op' }
      if (!takes(count, given['cursor']))
        return { ...answer, response: { status: 400, headers: {}, text: '', json: undefined } }
      const start = given['cursor'] === undefined ? 0 : itemAt(given['cursor']) + 1
      const items = every.slice(start, start + (count ?? usual))
      const end = start + items.length
      const pagination = {
        startCursor: cursorAt(start),
        endCursor: cursorAt(end - 1),
        hasNextPage: end < every.length,
      }
      const json = { pagination, result: items.map((id) => ({ id })) }
      return { ...answer, response: { status: 200, headers: {}, text: JSON.stringify(json), json } }
    },
  })
  return { session, asked }
}

const walked = async ({ session }: ReturnType<typeof listing>, size: number): Promise<string[]> => {
  const found: string[] = []
  for await (const page of walk(session, 'list-incoming-payments', () => size)) found.push(...idsIn(page))
  return found
}

test('the walk retries a refused page with smaller counts, and keeps to the accepted one', async () => {
  const list = listing({ takes: (count) => count !== undefined && count <= 5 })
  expect(await walked(list, 100)).toEqual(every)
  expect(list.asked).toEqual(['100', '50', '20', '10', '5', '5'])
})

test('the walk finally asks for a page without a count', async () => {
  const list = listing({ takes: (count) => count === undefined })
  expect(await walked(list, 3)).toEqual(every)
  expect(list.asked).toEqual(['3', '2', '1', 'none', 'none', 'none'])
})

test('a walk without any accepted page fails, naming the counts that it tried and the key to set', async () => {
  const list = listing({ takes: () => false })
  await expect(walked(list, 2)).rejects.toThrow(
    'the server returned no page of the list (first=2: status 400; first=1: status 400; without a count: status 400): if its page size is different, set profileOverrides.pageSize',
  )
})

test('a walk that cannot go on says that it is a cursor of the server that gets no page', async () => {
  const list = listing({ takes: (_, cursor) => cursor === undefined })
  await expect(walked(list, 2)).rejects.toThrow(
    'the server returned no page of the list behind a cursor that it showed (first=2: status 400; first=1: status 400; without a count: status 400): accept the cursor, or if its page size is different, set profileOverrides.pageSize',
  )
})

test.each([1, 6])(
  'the walk follows an empty cursor of item %i if the page says that there is a next page',
  async (empty) => {
    const list = listing({ takes: () => true, empty })
    expect(await walked(list, 2)).toEqual(every)
    expect(list.asked).toHaveLength(4)
  },
)
