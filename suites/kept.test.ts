import { expect, test } from 'vitest'
import { kept } from './kept.ts'
import { checksOf, suiteOf } from './testing/checks-of.ts'

test('a reason to be kept is that of a check', () => {
  const known = [...checksOf('interface').map(({ id }) => id), suiteOf('interface').start.id]
  expect(known).toEqual(expect.arrayContaining(Object.keys(kept)))
})
