import { expect, test } from 'vitest'
import { createMemory } from './memory.ts'

test('a full memory forgets the entry that was written least recently', () => {
  const memory = createMemory<number>(2)
  memory.set('a', 1)
  memory.set('b', 2)
  memory.set('a', 3)
  memory.set('c', 4)
  expect(['a', 'b', 'c'].map(memory.get)).toEqual([3, undefined, 4])
})

test('a memory does not store long keys in full, yet tells them apart', () => {
  const memory = createMemory<number>()
  const before = process.memoryUsage().heapUsed
  for (let at = 0; at < 100; at++) memory.set(`${at}${'x'.repeat(1_000_000)}${at}`, at)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(40 * 2 ** 20)
  expect(memory.get(`7${'x'.repeat(1_000_000)}7`)).toBe(7)
  expect(memory.get(`7${'x'.repeat(1_000_000)}8`)).toBeUndefined()
})
