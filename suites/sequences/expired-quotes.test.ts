import { expect, test } from 'vitest'
import { loadProfile } from '../../src/catalogue/profiles.ts'
import type { ServerClock } from '../../src/check/session.ts'
import { reached, scriptedSession } from '../../src/check/testing/scripted-session.ts'
import type { RequestDraft } from '../../src/http/draft.ts'
import type { Target } from '../../src/target-file/target.ts'
import { perform } from './perform.ts'
import type { SequenceStep } from './steps.ts'

const noon = Date.parse('2030-01-01T12:00:00Z')
const receiver = 'https://server.example/incoming-payments/1'
const usd = (value: string) => ({ value, assetCode: 'USD', assetScale: 2 })

/** The fields in which the responses of a server differ: its Date in seconds after noon, and a price. */
interface Shown {
  second: number
  receives: string
}

/** Answers each request with the next of these prices. A quote expires ten seconds after noon. */
const answering = (shown: readonly Shown[]) => {
  const left = [...shown]
  return async ({ method, path }: RequestDraft) => {
    const { second, receives } = left.shift() ?? { second: 0, receives: '0' }
    const isPayment = path === '/outgoing-payments'
    const json = {
      id: `https://server.example${isPayment ? path : '/quotes'}/1`,
      walletAddress: reached.walletAddress,
      receiver,
      debitAmount: usd('20'),
      receiveAmount: usd(receives),
      createdAt: new Date(isPayment ? noon + second * 1000 : noon).toISOString(),
      expiresAt: new Date(noon + 10_000).toISOString(),
    }
    const headers = { date: new Date(noon + second * 1000).toUTCString() }
    const status = method === 'POST' ? 201 : 200
    const response = { status, headers, text: JSON.stringify(json), json }
    return { exchange: 1, method, url: path, response }
  }
}

const quote: SequenceStep = { do: 'create-quote', to: 'open', debitAmount: '20' }

/** Takes the steps, and returns the requirements that the responses break. `clock` is a time in seconds after noon. */
const brokenBy = async (
  steps: readonly SequenceStep[],
  shown: readonly Shown[],
  clock?: number,
): Promise<string[]> => {
  const target = { ...reached, profile: loadProfile('interface'), tokens: {} } as Target
  const time = clock === undefined ? {} : { server: { now: () => noon + clock * 1000 } as ServerClock }
  const { session, log } = scriptedSession(() => 200, { target, send: answering(shown), time })
  await perform(session, steps, async () => ({ url: receiver, before: undefined, last: undefined }))
  return log.observed.filter(({ outcome }) => outcome === 'broken').map(({ requirement }) => requirement)
}

test.each<[string, SequenceStep[], string]>([
  ['read', [quote, { do: 'get-quote', quote: 0 }], 'quote.immutable'],
  ['paid', [quote, { do: 'pay-quote', quote: 0 }], 'create-outgoing-payment.quote.amounts-kept'],
  ['requested again', [quote, quote], 'service.ids.unique'],
])('a quote that is %s after its expiry may have another price, but not before', async (_, steps, broken) => {
  const after = (second: number) =>
    brokenBy(steps, [
      { second: 0, receives: '20' },
      { second, receives: '19' },
    ])
  expect(await after(5)).toEqual([broken])
  expect(await after(11)).toEqual([])
})

test('a quote that has expired by the moved clock may have another price, though the Date stands still', async () => {
  const steps: SequenceStep[] = [quote, { do: 'get-quote', quote: 0 }]
  const shown = [
    { second: 0, receives: '20' },
    { second: 0, receives: '19' },
  ]
  expect(await brokenBy(steps, shown, 5)).toEqual(['quote.immutable'])
  expect(await brokenBy(steps, shown, 11)).toEqual([])
})
