import { expect, test } from 'vitest'
import { against, brokenIn, exitCodeAfter } from '../testing/against-mock.ts'

test('under open-payments, a 400 in plain text gives one warning, and no failure for its missing error', async () => {
  const events = await against({
    profile: 'open-payments-1.3',
    variants: ['bad-requests-in-plain-text'],
    only: ['rules/error-bodies-have-their-shape', 'rules/error-bodies-are-json', 'quote-bodies/no-receiver'],
  })
  expect(Object.fromEntries(brokenIn(events))).toEqual({ 'errors.body-json': 'warning' })
  expect(exitCodeAfter(events)).toBe(0)
})
