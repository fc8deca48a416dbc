import { expect, test } from 'vitest'
import { scriptedSession } from '../../src/check/testing/scripted-session.ts'
import { targetAt } from '../../src/http/testing/target.ts'
import { listOfIncomingPayments } from './sides.ts'

const url = (number: number): string => `https://wallet.example/op/incoming-payments/${number}`

/** A list with pages of three items, in the given order. Cursors are ids. */
const listing = (order: 'newest first' | 'oldest first') => {
  const items: string[] = []
  const asked: Array<string | undefined> = []
  const { session } = scriptedSession(() => 200, {
    target: targetAt('https://wallet.example/op'),
    send: async ({ query = [] }) => {
      const { cursor } = Object.fromEntries(query)
      asked.push(cursor)
      const ordered = order === 'newest first' ? items.toReversed() : items
      const start = cursor === undefined ? 0 : ordered.indexOf(cursor) + 1
      const result = ordered.slice(start, start + 3)
      const end = start + result.length
      const pagination = {
        startCursor: result.at(0) ?? '',
        endCursor: result.at(-1) ?? '',
        hasNextPage: end < ordered.length,
      }
      const json = { pagination, result: result.map((id) => ({ id })) }
      const response = { status: 200, headers: {}, text: JSON.stringify(json), json }
      return { exchange: 1, method: 'GET', url: 'https://wallet.example/op', response }
    },
  })
  return { session, asked, items }
}

test.each(['newest first', 'oldest first'] as const)(
  'a new item is found in a list with the %s, however many others came after it',
  async (order) => {
    const { session, asked, items } = listing(order)
    const look = listOfIncomingPayments.open()
    for (let made = 0; made < 60; made += 6) {
      items.push(...[0, 1, 2, 3, 4, 5].map((more) => url(made + more)))
      const before = asked.length
      const view = await look(session, url(made + 1))
      expect([...(view?.shown.keys() ?? [])]).toContain(url(made + 1))
      expect(asked.length - before).toBeLessThanOrEqual(8)
    }
  },
)

test.each([
  ['an incoming payment in another asset than was asked for resembles the request', '100', true],
  ['an incoming payment of another value than was asked for does not resemble the request', '99', false],
])('%s', (_, value, expected) => {
  const { session } = listing('newest first')
  const incomingAmount = { value: '100', assetCode: 'XTS', assetScale: 2 }
  const asked = { method: 'POST', path: '/incoming-payments', body: { incomingAmount } } as const
  const shown = { incomingAmount: { value, assetCode: 'USD', assetScale: 2 } }
  expect(listOfIncomingPayments.resembles(session, asked, shown)).toBe(expected)
})
