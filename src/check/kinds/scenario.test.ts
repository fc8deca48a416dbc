import { expect, test } from 'vitest'
import { noCost } from '../cost.ts'
import type { Subject } from '../subject.ts'
import { scenario, upTo } from './scenario.ts'

const unprepared: Pick<Subject, 'needs' | 'preparation' | 'prepare'> = {
  needs: {},
  preparation: { requests: 7 },
  prepare: async () => ({ method: 'POST', path: '/quotes' }),
}
const quote: Subject = { ...unprepared, operation: 'create-quote', accepted: { quotes: 1 } }
const payment: Subject = { ...unprepared, operation: 'create-outgoing-payment', accepted: { payments: 1 } }

const described = {
  id: 'topic/says-something',
  title: 'Something holds',
  detects: 'a-fault',
  requests: [quote, upTo(3, payment)],
  needs: {},
  claims: [],
  run: async () => {},
}

test('the operations of a scenario are those of its requests', () => {
  expect(scenario(described).operations).toEqual(['create-quote', 'create-outgoing-payment'])
})

test('a scenario costs what its requests could create, as it prepares them itself', () => {
  expect(scenario(described).cost(10)).toEqual({ ...noCost, requests: 4, quotes: 1, payments: 3 })
})

test('a scenario that says what it leaves behind costs no more than that', () => {
  const leaving = scenario({ ...described, leaves: { payments: 1 } })
  expect(leaving.cost(10)).toEqual({ ...noCost, requests: 4, quotes: 1, payments: 1 })
})

test('a scenario that runs last costs what follows from the others', () => {
  const last = scenario({ ...described, last: ({ payments }) => ({ requests: payments }) })
  expect(last.cost(10)).toEqual(noCost)
  expect(last.last?.({ ...noCost, payments: 5 })).toEqual({ ...noCost, requests: 5 })
})
