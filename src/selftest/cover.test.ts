import { expect, test } from 'vitest'
import { covering } from './cover.ts'

test('the chosen things have every pair, and the thing that brings most comes first', () => {
  const things = ['a', 'ab', 'bc', 'abc', 'd']
  const chosen = covering(things, (thing) => [...thing])
  expect(chosen).toEqual(['abc', 'd'])
  expect(covering([], () => [])).toEqual([])
})
