import { expect, test } from 'vitest'
import type { Target } from '../../../src/target-file/target.ts'
import { against, verdictsIn } from '../../testing/against-mock.ts'

const withoutRoomForFees = (target: Target): Target => {
  const { limits, baseUrl, receivers, otherWallet } = target
  if (!otherWallet) throw new Error('the mock gives a second wallet')
  const fixed = { kind: 'create' as const, baseUrl, ...otherWallet }
  return {
    ...target,
    limits: { ...limits, maxDebitValue: limits.controlValue ?? 0n },
    receivers: { access: otherWallet.token, sources: { ...receivers.sources, fixed } },
  }
}

test('receivers that are made for a run leave room for the fee of the sender', async () => {
  const id = 'settling/completes-when-full'
  const events = await against({
    only: [id],
    profile: 'open-payments-1.3',
    variants: ['fees'],
    target: withoutRoomForFees,
  })
  const verdict = verdictsIn(events).find(({ check }) => check === id)
  expect(verdict?.verdict).toEqual({ status: 'passed' })
})
