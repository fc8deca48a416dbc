import { expect, test } from 'vitest'
import { against, brokenIn, exitCodeAfter, type Trial, verdictsIn } from '../testing/against-mock.ts'

const variants = ['urls-elsewhere']
const only = [
  'settling/nothing-arrives-at-completed-receiver',
  'settling/nothing-arrives-at-expired-receiver',
  'settling/completes-when-full',
]

const withoutOrigins: NonNullable<Trial['target']> = (target) => ({ ...target, origins: [] })

const tried = async (trial: Trial) => {
  const events = await against({ variants, only, ...trial })
  const verdicts = verdictsIn(events).filter(({ check }) => only.includes(check))
  return { events, verdicts: verdicts.map(({ verdict }) => verdict) }
}

test('checks that read receivers on another host are skipped, and name `origins` as the missing key', async () => {
  const { events, verdicts } = await tried({ target: withoutOrigins })
  for (const verdict of verdicts) {
    const missing = [
      expect.stringMatching(/; if it is also https:\/\/resources\.example, name that under origins/),
    ]
    expect(verdict).toEqual({ status: 'skipped', missing })
  }
  expect(verdicts).toHaveLength(only.length)
  expect(exitCodeAfter(events)).toBe(0)
})

test('checks that read receivers on a host of `origins` run', async () => {
  const { events, verdicts } = await tried({})
  expect(verdicts.map(({ status }) => status)).toEqual(only.map(() => 'passed'))
  expect(brokenIn(events)).toEqual(new Map())
})

/**
 * The run reports arrivals at a receiver on another server if the target file says where to read it. They are never
 * judged.
 */
test('the arrival of money at a receiver on another server gives a note', async () => {
  const elsewhere: NonNullable<Trial['target']> = (target) => ({
    ...withoutOrigins(target),
    receivers: { ...target.receivers, accessBaseUrl: target.baseUrl },
  })
  const events = await against({ variants, only: ['settling/moves-and-arrives'], target: elsewhere })
  const told = events.flatMap((event) =>
    event.type === 'observation' && event.requirement === 'incoming-payment.received-amount.arrives-elsewhere'
      ? [[event.outcome, event.got]]
      : [],
  )
  expect(told).toEqual([['noted', 'it arrived at a receiver on another server']])
  expect(brokenIn(events)).toEqual(new Map())
})
