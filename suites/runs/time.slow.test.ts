import { expect, test } from 'vitest'
import type { Target } from '../../src/target-file/target.ts'
import { against, exitCodeAfter, verdictsIn } from '../testing/against-mock.ts'

const withoutClock = (target: Target): Target => {
  const { clock: _, ...rest } = target
  return rest
}

const statusOf = (events: Awaited<ReturnType<typeof against>>, id: string) =>
  verdictsIn(events).find(({ check }) => check === id)?.verdict

test('a mock whose time stands still is judged completely, as the run moves its clock', async () => {
  const events = await against({ clock: { frozen: true } })
  expect(verdictsIn(events).filter(({ verdict }) => verdict.status !== 'passed')).toEqual([])
  expect(exitCodeAfter(events, { complete: true })).toBe(0)
})

test('without a clock, a check that needs time to pass is skipped, and says how long it would wait', async () => {
  const events = await against({ target: withoutClock, only: ['expiry'] })
  expect(statusOf(events, 'expiry/expired-quote')).toEqual({
    status: 'skipped',
    missing: [
      expect.stringMatching(
        /^clock in the target file, or a longer limits\.maxWait: needs 30\d s, limits\.maxWait is 0 s$/,
      ),
    ],
  })
  expect(exitCodeAfter(events)).toBe(0)
})

test('a check that needs a clock is inconclusive if the clock cannot be moved', async () => {
  const target = (given: Target): Target => ({
    ...given,
    clock: { kind: 'url', url: `${given.baseUrl}/no-such-clock` },
  })
  const verdict = statusOf(await against({ target, only: ['expiry'] }), 'expiry/expired-quote')
  expect(verdict).toEqual({
    status: 'inconclusive',
    reason: expect.stringMatching(
      /^clock in .*t\.yaml: asked to move forward by \{"advance":"\d+m?s"\}, expected \{"now":/,
    ),
  })
})

test('after the time was moved, signatures carry the moved time', async () => {
  const events = await against({ only: ['expiry'] })
  const created = events.flatMap((event) => {
    if (event.type !== 'exchange') return []
    const [, seconds] = /;created=(\d+)/.exec(event.request.headers['signature-input'] ?? '') ?? []
    const date = Date.parse(event.response?.headers['date'] ?? '')
    return seconds === undefined ? [] : [Math.abs(Number(seconds) * 1000 - date)]
  })
  expect(Math.max(...created)).toBeLessThanOrEqual(2000)
})

test('checks that move the time run after all others, except the final state check', async () => {
  const events = await against({ only: ['expiry', 'lists', 'settling'] })
  const started = events.flatMap((event) =>
    event.type === 'check' && event.state === 'started' ? [event.check] : [],
  )
  expect(started.at(-2)).toMatch(/^(expiry|settling)\//)
  expect(started.at(-1)).toMatch(/^last-look\//)
})

test('the expiry of a receiver is judged by the clock of the server', async () => {
  const at = Date.now() + 400 * 24 * 60 * 60 * 1000
  const events = await against({
    clock: { at },
    only: ['payments/expired-receiver'],
  })
  const skipped = verdictsIn(events).filter(({ verdict }) => verdict.status === 'skipped')
  expect(skipped).toEqual([])
})
