import { expect, test } from 'vitest'
import { loadProfile } from '../../catalogue/profiles.ts'
import type { Session } from '../../check/session.ts'
import { scriptedSession } from '../../check/testing/scripted-session.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { targetAt } from '../../http/testing/target.ts'
import { createBaseline } from './baseline.ts'
import { doubtAbout } from './doubts.ts'

const id = 'https://server.example/quotes/1'
const pay: RequestDraft = {
  operation: 'create-outgoing-payment',
  method: 'POST',
  path: '/outgoing-payments',
  body: { quoteId: id },
}

test.each([
  ['has paid', { paid: true }],
  ['is paying with another request', { paying: 1 }],
] as const)('a refused payment of a quote that this run %s is in doubt', async (_, use) => {
  const known = new Map([[id, { kind: 'quote', id, shownTo: [], ...use }] as const])
  const { session } = scriptedSession(() => 400, { memory: { known: () => known } })
  const baseline = createBaseline({ profile: loadProfile('interface') })
  const answer = await session.send(pay)
  baseline.sent(pay, answer, true)
  expect(await doubtAbout(answer, baseline, session)).toBe(
    `the server answered several requests with the quote ${id}, which this run had paid before, or was paying`,
  )
})

test('a refused payment of an expired quote is in doubt, with both times', async () => {
  const expiresAt = '2026-11-30T12:00:00.900Z'
  const known = new Map([[id, { kind: 'quote', id, shownTo: [], expiresAt }] as const])
  const { session } = scriptedSession(() => 400, { memory: { known: () => known } })
  const baseline = createBaseline({ profile: loadProfile('interface') })
  const headers = { date: 'Mon, 30 Nov 2026 12:00:00 GMT' }
  const answer = await session.send(pay)
  const dated = { ...answer, response: { status: 400, headers, text: '', json: undefined } }
  baseline.sent(pay, dated, true)
  expect(await doubtAbout(dated, baseline, session)).toBe(
    `the quote ${id} expired at ${expiresAt}, and the server refused the request in the second from 2026-11-30T12:00:00.000Z`,
  )
})

const written = (text: string): RequestDraft['body'] => Buffer.from(text)
const receiver = 'https://server.example/incoming-payments/1'
const quoteTo = (url: string): RequestDraft => ({
  operation: 'create-quote',
  method: 'POST',
  path: '/quotes',
  body: { receiver: url, debitAmount: {} },
})

test.each([
  ['as a value', { receiver, debitAmount: {} }],
  ['in a form of its own', written(` { "receiver": ${JSON.stringify(receiver).replace('h', '\\u0068')} } `)],
])('a refused quote is in doubt if its receiver, sent %s, is completed by now', async (_, body) => {
  const target = targetAt('https://server.example')
  const { session } = scriptedSession(() => 409, { target })
  const baseline = createBaseline(target)
  const quote: RequestDraft = { operation: 'create-quote', method: 'POST', path: '/quotes', body }
  const answer = await session.send(quote)
  // A 409 may also mean that the server is busy, since it has accepted such a request.
  baseline.sent(quote, { ...answer, response: { status: 201, headers: {}, text: '', json: {} } }, true)
  baseline.sent(quote, answer, true)
  const json = { id: receiver, completed: true }
  const response = { status: 200, headers: {}, text: '', json }
  const reading = { ...session, send: async () => ({ ...answer, response }) }
  expect(await doubtAbout(answer, baseline, reading)).toContain(
    `the server refuses ${receiver} (status 409), which is completed`,
  )
})

/** Asks about a quote that was refused at noon, while the server shows when its receiver expires. */
const doubtIfExpiring = async (expiresAt: string, time: Pick<Session['time'], 'server'> = {}) => {
  const target = targetAt('https://server.example')
  const { session } = scriptedSession(() => 400, { target, time })
  const baseline = createBaseline(target)
  const answer = await session.send(quoteTo(receiver))
  baseline.sent(quoteTo(receiver), answer, true)
  const headers = { date: 'Mon, 30 Nov 2026 12:00:00 GMT' }
  const json = { id: receiver, completed: false, expiresAt }
  const reading = {
    ...session,
    send: async () => ({ ...answer, response: { status: 200, headers, text: '', json } }),
  }
  return doubtAbout(answer, baseline, reading)
}

test('a refused quote is in doubt if its receiver has expired by the time of the server', async () => {
  expect(await doubtIfExpiring('2026-11-30T11:59:59Z')).toContain(
    `${receiver} (status 400), which has expired`,
  )
})

test('a refused quote is in doubt if its receiver has expired by a clock that the Date does not follow', async () => {
  const server = {
    advance: async () => 0,
    stands: async () => true,
    now: () => Date.parse('2026-11-30T12:06:00Z'),
  }
  expect(await doubtIfExpiring('2026-11-30T12:05:00Z', { server })).toContain(
    `${receiver} (status 400), which has expired`,
  )
})

test.each([
  ['is refused too', 400, 'which cannot be seen in full (status 404)'],
  ['is still accepted', 201, undefined],
])(
  'a quote to a receiver that cannot be seen is refused, and one that was accepted before %s',
  async (_, again, doubt) => {
    const target = targetAt('https://server.example')
    const refused = quoteTo(receiver)
    const before: RequestDraft = { ...refused, body: { receiver, receiveAmount: {} } }
    const status = (draft: RequestDraft): number => {
      if (draft === before) return again
      return draft === refused ? 400 : 404
    }
    const { session } = scriptedSession(status, { target })
    const baseline = createBaseline(target)
    const answer = await session.send(refused)
    const accepted = { ...answer, response: { status: 201, headers: {}, text: '', json: {} } }
    baseline.sent(before, accepted, true)
    baseline.sent({ ...before, debits: 1n }, accepted, true)
    baseline.sent(refused, answer, true)
    const found = await doubtAbout(answer, baseline, session)
    expect(found).toEqual(doubt && expect.stringContaining(doubt))
  },
)
