import { expect, test } from 'vitest'
import { createMemory } from './memory.ts'

test('a memory that is full forgets what was not written for longest', () => {
  const memory = createMemory<number>(2)
  memory.set('a', 1)
  memory.set('b', 2)
  memory.set('a', 3)
  memory.set('c', 4)
  expect(['a', 'b', 'c'].map(memory.get)).toEqual([3, undefined, 4])
})
