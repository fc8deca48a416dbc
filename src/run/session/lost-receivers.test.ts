import { expect, test } from 'vitest'
import { learnOfReceiver } from '../../check/known.ts'
import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { targetAt } from '../../http/testing/target.ts'
import { replacingReceivers, whyLost } from './lost-receivers.ts'
import { newMemory, type Run } from './run.ts'

const receiver = 'https://server.example/incoming-payments/1'
const quoteId = 'https://server.example/quotes/1'
const quote: RequestDraft = {
  operation: 'create-quote',
  method: 'POST',
  path: '/quotes',
  body: { receiver, debitAmount: {} },
}
const payment: RequestDraft = {
  operation: 'create-outgoing-payment',
  method: 'POST',
  path: '/outgoing-payments',
  body: { quoteId },
}

/** Sends a request that is refused, while the server shows the receiver with these fields. */
const refused = async (
  draft: RequestDraft,
  shown: object,
  {
    wasPayable = true,
    status = 409,
    expiresAt,
    clock,
  }: { wasPayable?: boolean; status?: number; expiresAt?: string; clock?: string } = {},
) => {
  const target = targetAt('https://server.example')
  const memory = newMemory(target)
  learnOfReceiver(memory.known, { url: receiver, expiresAt })
  memory.known.set(quoteId, { kind: 'quote', id: quoteId, shownTo: [], receiver })
  const answer = (given: number, json?: unknown): Answer => ({
    exchange: 1,
    method: 'POST',
    url: 'https://server.example/op',
    response: { status: given, headers: { date: 'Mon, 30 Nov 2026 12:00:00 GMT' }, text: '', json },
  })
  if (wasPayable) memory.baseline.sent(quote, answer(201), true)
  const replaced: string[] = []
  const supplies = { receivers: { replace: (url: string) => replaced.push(url) } }
  const run = {
    facts: { target, supplies },
    memory,
    clocks: clock ? { server: { now: () => Date.parse(clock) } } : {},
  } as unknown as Run
  const send = replacingReceivers(run)(async ({ method }) =>
    method === 'GET' ? answer(200, { id: receiver, completed: false, ...shown }) : answer(status),
  )
  const got = await send(draft)
  memory.baseline.sent(draft, got, true)
  return { replaced, why: whyLost(run, got) }
}

test.each([
  ['a quote', quote, { completed: true }, 'is completed'],
  ['a payment from a quote', payment, { completed: true }, 'is completed'],
  ['a quote', quote, { expiresAt: '2026-11-30T11:59:59Z' }, 'has expired'],
])('a receiver that could be paid into before is replaced if %s is refused', async (_, draft, shown, why) => {
  const lost = await refused(draft, shown)
  expect(lost.replaced).toEqual([receiver])
  expect(lost.why).toContain(`${receiver} could be paid into before in this run, but ${why}`)
})

test('a receiver that has expired by a clock that the Date does not follow is replaced', async () => {
  const lost = await refused(quote, { expiresAt: '2026-11-30T12:05:00Z' }, { clock: '2026-11-30T12:06:00Z' })
  expect(lost.replaced).toEqual([receiver])
})

test('a receiver of which only the public form is shown has expired at the time that its creation named', async () => {
  const lost = await refused(quote, { completed: undefined }, { expiresAt: '2026-11-30T11:59:59.000Z' })
  expect(lost.replaced).toEqual([receiver])
  expect(lost.why).toContain('has expired')
})

test.each([
  ['can still be paid into', quote, {}, {}],
  ['is shown in its public form only', quote, { completed: undefined }, {}],
  ['never could be paid into', quote, { completed: true }, { wasPayable: false }],
  ['is in a request whose token is refused', quote, { completed: true }, { status: 401 }],
  ['is in an invalid request', { ...quote, invalid: true as const }, { completed: true }, {}],
])('a receiver that %s is kept', async (_, draft, shown, options) => {
  expect(await refused(draft, shown, options)).toEqual({ replaced: [], why: undefined })
})
