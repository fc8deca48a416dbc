import { expect, test } from 'vitest'
import type { Variant } from '../../mock/changes/change.ts'
import { against, outcomeOf, verdictsIn } from '../testing/against-mock.ts'

const guards = ['right-read', 'right-wallet-list', 'token-not-revoked', 'signature-verifies']

test.each(guards)(
  'a server that leaves out %s if a list is asked for with a cursor fails',
  async (guard) => {
    const further: Variant = {
      id: 'unguarded-pages',
      says: 'A later page of a list is given to everybody',
      without: [guard],
      while: ({ request }) => request.targetUri.includes('cursor='),
    }
    const events = await against({ further: [further], only: ['list-outgoing-payments'] })
    expect(verdictsIn(events).map(outcomeOf)).toContain('failed')
  },
  120_000,
)
