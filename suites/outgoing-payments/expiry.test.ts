import { expect, test } from 'vitest'
import { refusing, refusingVariant, type Variant } from '../../mock/changes/change.ts'
import { replacing } from '../../mock/changes/replacing.ts'
import { badRequest } from '../../mock/core/answer.ts'
import type { OperationId } from '../../mock/core/operations.ts'
import { against, brokenIn, verdictsIn } from '../testing/against-mock.ts'

const expiringAt = (when: string, expiry: (now: number) => number): Variant => ({
  id: `quotes-until-${when}`,
  says: `A quote expires ${when}`,
  override: replacing('quotes', 'expiry', { by: () => (_, now) => expiry(now) }),
})

const payingLess: Variant = {
  id: 'quoted-payments-bring-less',
  says: 'A payment brings one unit less than its quote',
  override: replacing('outgoingPayments', 'amounts', {
    gives: ({ receive, ...amounts }) => ({ ...amounts, receive: receive - 1n }),
  }),
}

const neverExpiring = expiringAt('in the year 9999', () => Date.parse('9999-12-31T23:59:59Z'))

test('a server whose quotes never expire passes, and its clock is not moved for it', async () => {
  const events = await against({ only: ['expiry/expired-quote'], further: [neverExpiring] })
  expect(verdictsIn(events)).toContainEqual(
    expect.objectContaining({ check: 'expiry/expired-quote', verdict: { status: 'passed' } }),
  )
})

test('quotes that live longer than the receivers leave no check of an expiry inconclusive', async () => {
  const longLiving = expiringAt('after two days', (now) => now + 2 * 86_400_000)
  const verdicts = verdictsIn(await against({ only: ['expiry'], further: [longLiving] }))
  expect(verdicts.filter(({ verdict }) => verdict.status !== 'passed')).toEqual([])
})

test('the check does not wait for a quote that outlives its receiver, and names the key of the target file to change', async () => {
  const longest = expiringAt('after a year', (now) => now + 365 * 86_400_000)
  const verdicts = verdictsIn(await against({ only: ['expiry/expired-quote'], further: [longest] }))
  expect(verdicts.find(({ check }) => check === 'expiry/expired-quote')?.verdict).toEqual({
    status: 'skipped',
    missing: [
      'receivers.open in the target file: an incoming payment that expires later than the quotes of the server',
    ],
  })
})

test('the faults of expired quotes are noticed', async () => {
  const broken = async (fault: string) => [
    ...brokenIn(await against({ only: ['expiry'], faults: [fault] })).keys(),
  ]
  expect(await broken('without-payment-quote-not-expired')).toContain(
    'create-outgoing-payment.quote.expired-amount',
  )
  expect(await broken('older-quote-priced-anew')).toEqual(['create-outgoing-payment.quote.amounts-kept'])
  expect(await broken('expired-quote-priced-anew@with-slug')).toEqual([
    'create-outgoing-payment.quote.expired-refused',
  ])
})

test('a quote that had expired when it was paid is not compared with its payment', async () => {
  const shortLived = expiringAt('after a millisecond', (now) => now + 1)
  const brokenBy = async (...further: Variant[]) => [
    ...brokenIn(
      await against({ only: ['expiry/old-quote'], further, faults: ['expired-quote-priced-anew'] }),
    ).keys(),
  ]
  expect(await brokenBy(payingLess)).toEqual(['create-outgoing-payment.quote.amounts-kept'])
  expect(await brokenBy(payingLess, shortLived)).toEqual([])
})

const pricedAnew: Variant = {
  id: 'expired-quotes-priced-anew',
  says: 'A quote that has expired shows a price of its own time, and a new expiresAt',
  override: replacing('quotes', 'show', {
    by: (show, world) => (quote) => {
      if (quote.expiresAt > world.now()) return show(quote)
      const { debitAmount } = quote
      const anew = { ...debitAmount, value: debitAmount.value + 1n }
      return show({ ...quote, debitAmount: anew, expiresAt: world.now() + 300_000 })
    },
  }),
}

test('a server that prices an expired quote anew breaks no MUST', async () => {
  const events = await against({
    only: ['expiry', 'rules/quote-agrees-with-itself', 'last-look'],
    further: [pricedAnew],
  })
  expect([...brokenIn(events).keys()]).toEqual(['quote.expires-at.same'])
})

const refusingAbroad: Variant = {
  id: 'no-quotes-abroad',
  says: 'A quote for a receiver in another asset is refused',
  extraGuards: [
    refusing({
      id: 'quote-in-one-asset',
      requirement: 'create-quote.accepts.debit-amount',
      operations: ['create-quote'],
      refusal: badRequest('The receiver has another asset'),
      isRefused: ({ subject: { receiver, wallet } }) =>
        receiver !== undefined && receiver.wallet.asset.assetCode !== wallet?.asset.assetCode,
    }),
  ],
}

test('a server that creates no quotes into other assets leaves the check of an old quote out', async () => {
  const events = await against({ only: ['expiry/old-quote'], further: [refusingAbroad] })
  expect(verdictsIn(events)).toContainEqual(
    expect.objectContaining({
      check: 'expiry/old-quote',
      verdict: expect.objectContaining({ status: 'skipped' }),
    }),
  )
})

/** A gateway in front of the server sets the Date header by a clock of its own, some seconds ahead. */
const behindFastGateway: Variant = {
  id: 'date-ahead',
  says: 'The Date of a response is three seconds ahead',
  override: ({ answers: { answered } }, world) => ({
    answers: {
      answered: (answer, operation) => {
        const { headers, ...whole } = answered(answer, operation)
        return { ...whole, headers: { ...headers, date: new Date(world.now() + 3000).toUTCString() } }
      },
    },
  }),
}

test('a quote is not taken for expired by the clock of a gateway that is ahead', async () => {
  const further = [expiringAt('after a second', (now) => now + 1000), behindFastGateway]
  const events = await against({
    only: ['expiry/expired-quote', 'rules/expired-quote-not-paid'],
    further,
    target: ({ clock: _, ...target }) => ({ ...target, limits: { ...target.limits, maxWait: 10_000 } }),
  })
  expect([...brokenIn(events)]).toEqual([])
  for (const id of ['expiry/expired-quote', 'rules/expired-quote-not-paid'])
    expect(verdictsIn(events).find(({ check }) => check === id)?.verdict).toEqual({ status: 'passed' })
})

test.each<[string, OperationId[], string]>([
  ['payments', ['create-outgoing-payment'], 'passed'],
  ['payments and quotes', ['create-outgoing-payment', 'create-quote'], 'skipped'],
])('a server may refuse %s that could come too late for their receiver', async (_, operations, status) => {
  const check = 'expiry/expiring-receiver'
  const inGoodTime: Variant = refusingVariant({
    id: 'paid-in-good-time',
    says: 'A receiver that expires within half a minute is refused',
    requirement: 'incoming-payment.expires-at.nothing-received',
    operations,
    refusal: badRequest('The receiver expires too soon'),
    isRefused: ({ world, subject: { receiver } }) =>
      receiver !== undefined && receiver.expiresAt < world.now() + 30_000,
  })
  const events = await against({ only: [check], further: [inGoodTime] })
  expect(verdictsIn(events).find((one) => one.check === check)?.verdict).toMatchObject({ status })
})
