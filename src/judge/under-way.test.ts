import { expect, test } from 'vitest'
import { createUnderWay } from './under-way.ts'

test('a count is over when every request sent before it is recorded, in whatever order', () => {
  const { take, isOver } = createUnderWay()
  take({ sent: 2, received: 3 })
  expect(isOver(3)).toBe(false)
  take({ sent: 1, received: 5 })
  expect(isOver(3)).toBe(true)
  expect(isOver(5)).toBe(false)
  take({ sent: 4, received: 6 })
  expect(isOver(6)).toBe(true)
})

test('an exchange that is never recorded does not keep the others waiting forever', () => {
  const { take, isOver } = createUnderWay()
  for (let count = 2; count < 12_004; count += 2) take({ sent: count, received: count + 1 })
  expect(isOver(9000)).toBe(true)
})

test('after a run is resumed, requests that were under way at its end are missing, and over', () => {
  const { take, isOver, resume, missingUpTo } = createUnderWay()
  take({ sent: 1, received: 2 })
  take({ sent: 4, received: 5 })
  expect([isOver(5), missingUpTo()]).toEqual([false, 0])
  resume()
  take({ sent: 9, received: 10 })
  expect([isOver(10), missingUpTo()]).toEqual([true, 8])
})
