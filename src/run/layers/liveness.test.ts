import { expect, test } from 'vitest'
import type { RequestDraft } from '../../http/draft.ts'
import { Gone, live } from './liveness.ts'
import { list, pay, watched } from './testing/watched.ts'

test('after three timeouts in a row, the run asks for a minute whether the server answers, then gives up', async () => {
  const { liveness, come, questions, time } = watched(() => 'timeout')
  for (let times = 0; times < 2; times++) await come(list, 'timeout')
  expect(questions).toEqual([])
  await come(list, 'timeout')
  expect(questions[0]).toEqual({ ...list, once: true, alone: true })
  expect(time()).toBeGreaterThanOrEqual(60_000)
  expect(() => liveness.allow(list)).toThrow(Gone)
  expect(liveness.sentence()).toMatch(/^The server answered at first, but then stopped: /)
})

test.each(['reset', 'refused'] as const)(
  'after one %s the run asks for a minute whether the server is back, then gives up',
  async (came) => {
    const { liveness, come, questions, time } = watched(() => came)
    await come(list, came)
    expect(questions.length).toBeGreaterThan(20)
    expect(time()).toBeGreaterThanOrEqual(60_000)
    expect(() => liveness.allow(list)).toThrow(Gone)
    expect(liveness.isGivenUp()).toBe(true)
    expect(liveness.sentence()).toMatch(/^The server answered at first, but then stopped: /)
  },
)

test('the run waits for a server that hangs and then answers again', async () => {
  let asked = 0
  const { liveness, come } = watched(() => (++asked < 8 ? 'timeout' : 200))
  for (let times = 0; times < 3; times++) await come(list, 'timeout')
  expect(() => liveness.allow(list)).not.toThrow()
  expect([liveness.outages(), liveness.isGivenUp()]).toEqual([1, false])
})

test.each(['reset', 'refused', 'closed'] as const)(
  'the run waits for a server that is back after %s, and says for how long',
  async (came) => {
    let asked = 0
    const { liveness, come } = watched(() => (++asked < 8 ? 'refused' : 200))
    await come(list, came)
    expect(() => liveness.allow(list)).not.toThrow()
    expect(liveness.outages()).toBe(1)
    expect(liveness.sentence()).toBe(
      'The server was unavailable for 10 s; the run waited for it and then went on.',
    )
  },
)

test('requests that find nobody there at the same time wait for one return of the server', async () => {
  let asked = 0
  const { liveness, come, questions } = watched(() => (++asked < 3 ? 'refused' : 200))
  await Promise.all([come(list, 'reset'), come(pay, 'refused'), come(list, 'refused')])
  expect([questions.length, liveness.outages()]).toEqual([3, 1])
})

test('a server that breaks off a connection and answers at once is not asked each time', async () => {
  const { liveness, come, questions } = watched(() => 200)
  for (let times = 0; times < 30; times++) for (const came of ['reset', 200] as const) await come(list, came)
  expect([questions.length, liveness.outages(), liveness.sentence()]).toEqual([10, 0, undefined])
})

test.each([
  ['refused', 3],
  ['reset', 1],
] as const)('a payment that is %s is sent %i times at most', async (came, most) => {
  const { liveness, answerOf } = watched(() => 200)
  let sent = 0
  const send = live(
    liveness,
    'a/check',
  )(async (draft) => {
    sent++
    return answerOf(draft, came)
  })
  await send(pay)
  expect(sent).toBe(most)
})

test('the run does not give up on a server that still answers the start’s request', async () => {
  const { liveness, come } = watched(() => 200)
  for (let times = 0; times < 9; times++) await come(pay, 'timeout')
  expect(liveness.sentence()).toBeUndefined()
})

test('the run gives up if many requests time out alone, whatever the server answers in between', async () => {
  const alone: RequestDraft = { ...list, alone: true }
  const { liveness, come } = watched(() => 200)
  for (let times = 0; times < 10; times++) {
    for (const came of [200, 404, 'timeout'] as const) await come(times % 2 === 0 ? alone : pay, came)
  }
  expect(liveness.sentence()).toBe(
    '10 of 30 requests got no complete response within 5000 ms (create-outgoing-payment, list-outgoing-payments). Check whether the server hangs there, or raise limits.requestTimeout in t.yaml.',
  )
})

test('the run does not give up because many requests at a time make each other late', async () => {
  const { liveness, come } = watched(() => 200)
  for (let times = 0; times < 30; times++)
    for (const came of ['timeout', 'timeout', 200] as const) await come(list, came)
  expect(liveness.sentence()).toBeUndefined()
})

test('the run does not give up because of occasional timeouts', async () => {
  const { liveness, come } = watched(() => 200)
  for (let times = 0; times < 200; times++) await come(list, times % 9 === 0 ? 'timeout' : 200)
  expect(liveness.sentence()).toBeUndefined()
})

test('a single answer between timeouts restarts their count', async () => {
  const { come, questions } = watched(() => 'timeout')
  for (const came of ['timeout', 'timeout', 404, 'timeout', 'timeout'] as const) await come(list, came)
  expect(questions).toEqual([])
})

test('the run gives up on endless 429 answers, at once after a long wait', async () => {
  const { liveness, come } = watched(() => 429)
  await come(list, 200)
  await come(list, 'throttled', 30_000)
  expect(liveness.sentence()).toBe(
    'The server keeps answering 429 (too many requests). Lower limits.requestsPerSecond in t.yaml.',
  )
})
