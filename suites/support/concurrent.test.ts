import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasOneOrder, mostOperations, type Overlapping, type Sequential } from './concurrent.ts'

/** An operation on a register, which can be written and read. */
type Register = Overlapping & ({ writes: number } | { reads: number })

const register: Sequential<number, Register> = {
  start: 0,
  next: (state, operation) => {
    if ('writes' in operation) return [operation.writes]
    return operation.reads === state ? [state] : []
  },
}

const write = (writes: number, sent: number, received?: number): Register => ({
  writes,
  sent,
  ...(received === undefined ? {} : { received }),
})
const read = (reads: number, sent: number, received: number): Register => ({ reads, sent, received })

test.each<[string, Register[]]>([
  ['nothing happened', []],
  ['each was answered before the next', [write(1, 1, 2), read(1, 3, 4)]],
  ['a read that overlaps a write saw what was before', [write(1, 1, 4), read(0, 2, 3)]],
  ['a read that overlaps a write saw what came', [write(1, 1, 4), read(1, 2, 3)]],
  ['two writes overlap, and the reads agree on one order', [write(1, 1, 5), write(2, 2, 6), read(1, 7, 8)]],
  ['a write without an answer came late', [write(1, 1), read(0, 2, 3), read(1, 4, 5)]],
  ['a write without an answer never came', [write(1, 1), read(0, 2, 3)]],
])('a history has one order if %s', (_, history) => {
  expect(hasOneOrder(register, history)).toBe(true)
})

test.each<[string, Register[]]>([
  ['a read sent after a write saw what was before', [write(1, 1, 2), read(0, 3, 4)]],
  ['a read saw what nobody wrote', [write(1, 1, 2), read(7, 3, 4)]],
  ['reads saw a write come and go', [write(1, 1, 8), read(1, 2, 3), read(0, 4, 5)]],
  [
    'two reads tell of two orders',
    [write(1, 1, 9), write(2, 2, 10), read(1, 3, 4), read(2, 5, 6), read(1, 7, 8)],
  ],
  ['a write was seen before it was sent', [read(1, 1, 2), write(1, 3)]],
])('a history has no order if %s', (_, history) => {
  expect(hasOneOrder(register, history)).toBe(false)
})

/** Histories of operations in sequence, each of which appears to last longer than it does. */
const trueHistories = fc
  .array(
    fc.record({
      writes: fc.option(fc.nat({ max: 3 })),
      before: fc.nat({ max: 30 }),
      after: fc.nat({ max: 30 }),
    }),
    { maxLength: mostOperations },
  )
  .map((steps) => {
    let state = 0
    return steps.map(({ writes, before, after }, place): Register => {
      const times = { sent: place * 10 - before, received: place * 10 + after }
      state = writes ?? state
      return writes === null ? { reads: state, ...times } : { writes, ...times }
    })
  })

test('operations that did run in some order have one, however they overlap', () => {
  fc.assert(fc.property(trueHistories, (history) => hasOneOrder(register, history)))
})

test('the search through twelve operations that have no order ends in time', () => {
  const writes = Array.from({ length: mostOperations - 1 }, (_, value) => write(value, value, 100 + value))
  const begun = performance.now()
  expect(hasOneOrder(register, [...writes, read(99, 50, 60)])).toBe(false)
  expect(performance.now() - begun).toBeLessThan(5000)
})

test('hasOneOrder throws for a history of more operations than it can search', () => {
  const many = Array.from({ length: mostOperations + 1 }, (_, place) => write(1, place, place))
  expect(() => hasOneOrder(register, many)).toThrow('a history of 13 operations')
})
