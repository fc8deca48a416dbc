import { expect, test } from 'vitest'
import { createQueue } from '../app/selftest/selftest.ts'

const task = (fault: string, ...only: string[]) => ({ fault, only, wire: false })

test('a thread continues with the checks that it began, then takes others, then helps another thread', () => {
  const next = createQueue([
    task('a1', 'a'),
    task('b1', 'b'),
    task('a2', 'a'),
    task('a3', 'a'),
    task('b2', 'b'),
  ])
  const [one, other] = ['one', 'other']
  const taken = [one, other, other, other, one, one].map((thread) => next(thread)?.fault)
  expect(taken).toEqual(['a1', 'b1', 'b2', 'a2', 'a3', undefined])
})
