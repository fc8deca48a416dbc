import { expect, test } from 'vitest'
import { plainFacts } from '../../../suites/testing/fold.ts'
import type { ExchangeEvent } from '../../core/events.ts'
import { invariant } from './rule.ts'

test.each([
  [200, [{ held: false, resource: 'a' }]],
  [404, []],
])('an invariant names the resource that an answer of status %i shows', (status, expected) => {
  const even = invariant({
    id: 'rules/even',
    title: 'It is even',
    detects: 'a-fault',
    verifies: 'it.even',
    observes: 'quote',
    operations: ['get-quote'],
    needs: {},
    holds: ({ fields }) => ({ held: Number(fields['n']) % 2 === 0, want: 'even', got: 'odd' }),
  })
  const exchange = { operation: 'get-quote', sent: 1, received: 2 } as ExchangeEvent
  const shown = even.start(plainFacts)({ exchange, accepted: status < 300, json: { id: 'a', n: 1 } })
  expect(shown).toMatchObject(expected)
  expect(shown).toHaveLength(expected.length)
})
