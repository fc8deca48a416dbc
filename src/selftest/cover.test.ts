import { expect, test } from 'vitest'
import { covering } from './cover.ts'

test('every pair that there is stands in what is chosen, and what brings most comes first', () => {
  const things = ['a', 'ab', 'bc', 'abc', 'd']
  const chosen = covering(things, (thing) => [...thing])
  expect(chosen).toEqual(['abc', 'd'])
  expect(covering([], () => [])).toEqual([])
})
