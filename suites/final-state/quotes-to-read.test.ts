import { expect, test } from 'vitest'
import { loadProfile } from '../../src/catalogue/profiles.ts'
import type { Known } from '../../src/check/known.ts'
import { scriptedSession } from '../../src/check/testing/scripted-session.ts'
import type { Answer } from '../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import type { Target } from '../../src/target-file/target.ts'
import { quotesToRead } from './quotes-to-read.ts'

const receiver = 'https://server.example/incoming-payments/1'

const quote: Known = {
  kind: 'quote',
  id: 'https://server.example/quotes/1',
  createdWith: 'tokens.full',
  shownTo: ['tokens.full'],
  receiver,
  expiresAt: '2026-11-30T12:05:00Z',
}

/** The Date header of every response is 12:00. */
const send = async (draft: RequestDraft): Promise<Answer> => ({
  exchange: 1,
  method: draft.method,
  url: draft.path,
  response: { status: 404, headers: { date: 'Mon, 30 Nov 2026 12:00:00 GMT' }, text: '', json: undefined },
})

const idsReadAt = async (now?: string, ofReceiver?: Partial<Known>): Promise<string[]> => {
  const paidInto: Known = { kind: 'incoming-payment', id: receiver, shownTo: [], ...ofReceiver }
  const known = new Map([quote, ...(ofReceiver ? [paidInto] : [])].map((one) => [one.id, one]))
  const clock = { advance: async () => 0, stands: async () => true, now: () => now && Date.parse(now) }
  const { session } = scriptedSession(() => 404, {
    send,
    supplies: { target: { receivers: { sources: {} } } } as never,
    target: {
      profile: loadProfile('interface'),
      tokens: {},
      receivers: { sources: {} },
    } as unknown as Target,
    memory: { known: () => known },
    time: now === undefined ? {} : { server: clock as never },
  })
  return (await quotesToRead(session)).map(({ id }) => id)
}

test('a quote that has not expired by the Date of the server is read again', async () => {
  expect(await idsReadAt()).toHaveLength(1)
})

test('a quote that has expired by the clock of the server is not, though its Date was not moved', async () => {
  expect(await idsReadAt('2026-11-30T12:06:00Z')).toEqual([])
})

test.each<[string, Partial<Known>, number]>([
  ['was completed', { completed: true }, 0],
  ['has expired', { expiresAt: '2026-11-30T11:59:00Z' }, 0],
  ['accepts payments', { expiresAt: '2026-11-30T12:30:00Z' }, 1],
])('of quotes whose receiver %s, this many are read again', async (_, ofReceiver, count) => {
  expect(await idsReadAt(undefined, ofReceiver)).toHaveLength(count)
})
