import { expect, test } from 'vitest'
import type { Variant } from '../../mock/changes/change.ts'
import { against, outcomeOf, verdictsIn } from '../testing/against-mock.ts'

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
