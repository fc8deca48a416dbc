import { expect, test } from 'vitest'
import type { Answer } from '../http/answers/answer.ts'
import type { Target } from '../target-file/target.ts'
import type { ServerClock } from './session.ts'
import { scriptedSession } from './testing/scripted-session.ts'
import { untilPast } from './until-past.ts'

const begin = Date.parse('2026-11-20T07:00:00Z')
const [second, minute] = [1000, 60_000]

/** A server whose time advances with the harness's own, at this pace. */
const waited = async (instant: number, maxWait: number, { pace = 1, date = true } = {}) => {
  let passed = 0
  const pauses: number[] = []
  const { session } = scriptedSession(() => 200, {
    time: {
      own: {
        now: () => passed,
        wait: async (milliseconds) => {
          passed += milliseconds
          pauses.push(milliseconds)
        },
      },
    },
    target: { limits: { maxWait } } as Target,
  })
  let looks = 0
  const look = async (): Promise<Answer> => {
    looks += 1
    const now = new Date(begin + Math.floor((passed * pace) / second) * second).toUTCString()
    const headers: Record<string, string> = date ? { date: now } : {}
    return {
      exchange: looks,
      method: 'GET',
      url: 'https://wallet.example/',
      response: { status: 200, headers, text: '', json: {} },
    }
  }
  const ended = await untilPast(session, instant, look, 'it to expire').then(
    () => undefined,
    (error: Error) => `${error.name}: ${error.message}`,
  )
  return { ended, passed, looks, longest: Math.max(0, ...pauses) }
}

test('an instant that is past by the server’s Date is not waited for', async () => {
  expect(await waited(begin - minute, 0)).toMatchObject({ ended: undefined, passed: 0, looks: 1 })
})

test('polls during a wait within maxWait, and ends it two seconds after the instant', async () => {
  const { ended, passed, looks } = await waited(begin + minute, 2 * minute)
  expect(ended).toBeUndefined()
  expect(passed).toBeGreaterThanOrEqual(minute + 2 * second)
  expect(passed).toBeLessThan(minute + 4 * second)
  expect(looks).toBeLessThan(20)
})

test('a wait over maxWait is not begun, and says how long it would take', async () => {
  expect(await waited(begin + 63 * second, 10 * second)).toMatchObject({
    ended:
      'MissingPrerequisite: clock in the target file, or a longer limits.maxWait: needs 65 s, limits.maxWait is 10 s',
    passed: 0,
  })
})

test('the wait gives up on a server whose time does not advance', async () => {
  const { ended, passed } = await waited(begin + second, minute, { pace: 0 })
  expect(ended).toBe("PreconditionFailed: the server's Date header does not advance")
  expect(passed).toBeLessThan(20 * second)
})

test('no time is waited for at a server that sends no Date header', async () => {
  expect((await waited(begin, minute, { date: false })).ended).toBe(
    "PreconditionFailed: GET https://wallet.example/ has no Date header with the server's time",
  )
})

test('advances a movable clock by no more than needed, and looks at the resulting time', async () => {
  let now = begin
  let looks = 0
  const serverClock: ServerClock = {
    advance: async (milliseconds) => {
      now += milliseconds
      return now
    },
    stands: async () => true,
  }
  const { session } = scriptedSession(() => 200, { time: { server: serverClock } })
  await untilPast(
    session,
    begin + minute,
    async () => {
      looks += 1
      return { exchange: 1, method: 'GET', url: '' }
    },
    'it to expire',
  )
  expect([now - begin, looks]).toEqual([minute + 2 * second, 1])
  await untilPast(session, begin, async () => ({ exchange: 1, method: 'GET', url: '' }), 'it to expire')
  expect(now - begin).toBe(minute + 2 * second + 1)
})
