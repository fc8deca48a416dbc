import { expect, test } from 'vitest'
import { against, brokenIn, verdictsIn } from '../../testing/against-mock.ts'

const check = 'tokens/own-only'
const profile = 'open-payments-1.3'

test.each([
  ['read-is-read-all', 'right.own.read'],
  ['list-is-list-all', 'right.own.list'],
])('the check notices %s', async (fault, requirement) => {
  const events = await against({ profile, faults: [fault], only: [check] })
  expect([...brokenIn(events).keys()]).toEqual([requirement])
})

test('the check is inconclusive with a token that cannot read what its own client created', async () => {
  const events = await against({
    profile,
    only: [check],
    target: (target) => ({
      ...target,
      tokens: { ...target.tokens, ...(target.tokens.revoked && { ownOnly: target.tokens.revoked }) },
    }),
  })
  expect(verdictsIn(events).find((one) => one.check === check)?.verdict).toMatchObject({
    status: 'inconclusive',
    reason: expect.stringContaining('a control did not hold'),
  })
})
