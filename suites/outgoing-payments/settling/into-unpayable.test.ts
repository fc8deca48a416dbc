import { expect, test } from 'vitest'
import { loadProfile } from '../../../src/catalogue/profiles.ts'
import type { ServerClock, Session } from '../../../src/check/session.ts'
import { reached, scriptedSession } from '../../../src/check/testing/scripted-session.ts'
import type { Answer } from '../../../src/http/answers/answer.ts'
import type { RequestDraft } from '../../../src/http/draft.ts'
import type { Target } from '../../../src/target-file/target.ts'
import { nothingArrivesAtExpired } from './into-unpayable.ts'

const profile = loadProfile('interface')
const url = 'https://server.example/incoming-payments/1'
const [before, after] = ['2026-11-30T12:00:00Z', '2026-11-30T12:10:00Z']

/** Runs the check on a server that accepts payments into its receiver until that expires at 12:05 by its clock. */
const paying = async (date: string, clock: string) => {
  const target = { ...reached, profile, origins: [], tokens: {}, receivers: {} } as unknown as Target
  const { session, log } = scriptedSession(() => 200, {
    target,
    send: async ({ method }: RequestDraft): Promise<Answer> => {
      const json = {
        id: url,
        receivedAmount: { value: '0', assetCode: 'USD', assetScale: 2 },
        expiresAt: '2026-11-30T12:05:00Z',
      }
      const status = method === 'GET' ? 200 : 409
      const response = { status, headers: { date: new Date(date).toUTCString() }, text: '', json }
      return { exchange: 1, method, url, response }
    },
    supplies: { receivers: { shared: async () => ({ url }) } } as unknown as Session['supplies'],
    time: { server: { now: () => Date.parse(clock) } as ServerClock },
  })
  await nothingArrivesAtExpired.run(session)
  return log.observed.map(({ requirement, outcome }) => `${requirement} ${outcome}`)
}

test('a receiver that has expired by the moved clock accepts no payment, though the Date stands still', async () => {
  expect(await paying(before, after)).toEqual([
    'create-quote.receiver.payable held',
    'incoming-payment.expires-at.no-payments held',
  ])
})

test('a receiver that has not expired by the clock is not believed to be expired, though the Date is ahead', async () => {
  await expect(paying(after, before)).rejects.toThrow('does not expire before')
})
