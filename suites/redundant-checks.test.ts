import { expect, test } from 'vitest'
import { redundantChecks } from './redundant-checks.ts'
import { checksOf, suiteOf } from './testing/checks-of.ts'

test('a reason to be redundantChecks is that of a check', () => {
  const known = [...checksOf('interface').map(({ id }) => id), suiteOf('interface').start.id]
  expect(known).toEqual(expect.arrayContaining(Object.keys(redundantChecks)))
})
