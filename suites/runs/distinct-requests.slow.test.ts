import { expect, test } from 'vitest'
import { viewOf } from '../../src/report/view.ts'
import { against, verdictsIn } from '../testing/against-mock.ts'

test('a run at default settings sends at least 2,000 distinct requests, and nothing fails', async () => {
  const events = await against()
  expect(viewOf(events, new Map()).distinct).toBeGreaterThanOrEqual(2000)
  expect(verdictsIn(events).filter(({ verdict }) => verdict.status === 'failed')).toEqual([])
})
