import { expect, test } from 'vitest'
import { refusing, type Variant } from '../../mock/changes/change.ts'
import type { Context } from '../../mock/state/world.ts'
import { against, brokenIn, outcomeOf, verdictsIn } from '../testing/against-mock.ts'

test.each([
  ['tokens/other-wallet-lists', 'right-wallet-list'],
  ['tokens/revoked', 'token-not-revoked'],
  ['signatures/altered', 'signature-verifies'],
])('%s fails if a server leaves out %s where a list is asked for with a cursor', async (check, guard) => {
  const further: Variant = {
    id: 'unguarded-pages',
    says: 'A later page of a list is given to everybody',
    without: [guard],
    while: ({ request }) => request.targetUri.includes('cursor='),
  }
  const events = await against({ further: [further], only: [check] })
  const verdict = verdictsIn(events).find((one) => one.check === check)
  expect(verdict && outcomeOf(verdict)).toBe('failed')
})

test('a server that refuses a cursor of another wallet first fails nothing', async () => {
  const isStrange = ({ query, token, subject: { wallet } }: Context): boolean =>
    query.has('cursor') && wallet !== undefined && token?.wallets.includes(wallet) === false
  const further: Variant = {
    id: 'cursors-of-wallets',
    says: 'A cursor is known only to the tokens of its wallet',
    without: ['right-wallet-list'],
    while: isStrange,
    extraGuards: [
      refusing({
        id: 'cursor-of-wallet',
        requirement: 'errors.400.list-outgoing-payments',
        refusal: { status: 400, description: 'The cursor is unknown' },
        isRefused: isStrange,
      }),
    ],
  }
  const events = await against({ further: [further], only: ['tokens'] })
  expect([...brokenIn(events)]).toEqual([])
})
