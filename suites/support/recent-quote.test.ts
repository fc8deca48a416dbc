import { expect, test } from 'vitest'
import type { Known } from '../../src/check/known.ts'
import type { ServerClock, Session } from '../../src/check/session.ts'
import { scriptedSession } from '../../src/check/testing/scripted-session.ts'
import type { Answer } from '../../src/http/answers/answer.ts'
import type { Target } from '../../src/target-file/target.ts'
import { recentQuote } from './recent-quote.ts'

const date = 'Tue, 01 Dec 2026 12:00:00 GMT'

/** A server that makes a quote of each request, and what the test changes between two of them. */
const quoting = (expiresAt?: string) => {
  const at = { now: 0, status: 201, clock: Date.parse(date) }
  const known = new Map<string, Known>()
  let made = 0
  const send = async (): Promise<Answer> => {
    const json = { id: `https://server.example/quotes/${++made}`, ...(expiresAt && { expiresAt }) }
    const response = { status: at.status, headers: { date }, text: JSON.stringify(json), json }
    return { exchange: made, method: 'POST', url: '/quotes', response }
  }
  const { session } = scriptedSession(() => 201, {
    target: { tokens: { full: 'token' } } as unknown as Target,
    send: send as Session['send'],
    memory: { known: () => known },
    time: {
      own: { now: () => at.now, wait: async () => {} },
      server: { now: () => at.clock } as ServerClock,
    },
  })
  return { at, known, quote: async (to = 'one') => (await recentQuote(session, to)).quote.exchange }
}

test('a quote serves two requests within five seconds about the same receiver', async () => {
  const { at, quote } = quoting()
  expect(await quote()).toBe(1)
  at.now = 4999
  expect(await quote()).toBe(1)
  expect(await quote('other')).toBe(2)
  expect(await quote()).toBe(3)
  at.now = 9999
  expect(await quote()).toBe(4)
})

test('a quote that was paid, or that expires within half a minute, is not used again', async () => {
  const paying = quoting('2026-12-01T12:01:00Z')
  expect(await paying.quote()).toBe(1)
  const id = 'https://server.example/quotes/1'
  paying.known.set(id, { kind: 'quote', id, shownTo: [], paid: true })
  expect(await paying.quote()).toBe(2)

  const expiring = quoting('2026-12-01T12:00:31Z')
  expect([await expiring.quote(), await expiring.quote()]).toEqual([1, 2])
})

test('a quote that expires within half a minute by the moved clock is not used again', async () => {
  const { at, quote } = quoting('2026-12-01T12:05:00Z')
  expect(await quote()).toBe(1)
  at.clock += 275_000
  expect(await quote()).toBe(2)
})

test('a refusal stands for no later quote', async () => {
  const { at, quote } = quoting()
  at.status = 503
  expect(await quote()).toBe(1)
  at.status = 201
  expect([await quote(), await quote()]).toEqual([2, 2])
})
