import { expect, test } from 'vitest'
import { redundantChecks } from './redundant-checks.ts'
import { checksOf, suiteOf } from './testing/checks-of.ts'

test('every entry of redundantChecks names a check', () => {
  const known = [...checksOf('interface').map(({ id }) => id), suiteOf('interface').start.id]
  expect(known).toEqual(expect.arrayContaining(Object.keys(redundantChecks)))
})
