import { expect, test } from 'vitest'
import type { Context } from '../../mock/state/world.ts'
import { against, brokenIn, exitCodeAfter, verdictsIn } from '../testing/against-mock.ts'
import { poorWallet } from '../testing/poor-wallet.ts'

const failuresIn = (events: Parameters<typeof brokenIn>[0]): string[] =>
  [...brokenIn(events)].flatMap(([requirement, grade]) => (grade === 'failure' ? [requirement] : []))

test.each([402, 403, 409, 422])(
  'a wallet that runs out of money and then refuses with %i makes checks inconclusive',
  async (status) => {
    const events = await against({
      further: [poorWallet(2000n, status)],
      only: ['payments', 'settling', 'races'],
    })
    expect(failuresIn(events)).toEqual([])
    expect(exitCodeAfter(events)).toBe(3)
    const reasons = verdictsIn(events).flatMap(({ verdict }) =>
      verdict.status === 'inconclusive' ? [verdict.reason] : [],
    )
    expect(reasons.join('\n')).toMatch(/the wallet may have run dry|the money of the wallet/)
  },
)

test.each([402, 403, 409, 422])(
  'a server that refuses every payment with %i does not pass',
  async (status) => {
    const events = await against({ further: [poorWallet(0n, status)], only: ['payments'] })
    expect(exitCodeAfter(events)).toBe(status === 403 ? 3 : 1)
    if (status === 403) return
    expect(failuresIn(events)).toContain('create-outgoing-payment.accepts.quote')
    expect(failuresIn(events)).toContain('create-outgoing-payment.accepts.direct')
  },
)

test.each(['quote', 'direct'] as const)(
  'a server that refuses only payments of the form %s with 403 fails',
  async (form) => {
    const refuses = ({ subject: { quote } }: Context) =>
      (form === 'quote') === (quote !== undefined) ? { status: 403, description: 'Forbidden' } : undefined
    const [guard] = poorWallet(0n, 403).extraGuards ?? []
    const server = { ...poorWallet(0n, 403), extraGuards: guard ? [{ ...guard, refuses }] : [] }
    const events = await against({ further: [server], only: ['payments'] })
    expect(failuresIn(events)).toContain(`create-outgoing-payment.accepts.${form}`)
    expect(exitCodeAfter(events)).toBe(1)
  },
)
