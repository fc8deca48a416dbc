import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faultsNamed } from './conditions/named.ts'
import { firstWallet, tokenOf } from './state/lookup.ts'
import type { Answered } from './testing/call.ts'
import { call } from './testing/call.ts'
import { paymentsOf } from './testing/conversations/payment-conversation.ts'
import { askPayment, askQuote, pay, quote, receiver, usd } from './testing/requests.ts'
import { type Running, running } from './testing/running.ts'

const huge = '18446744073709551615'

const idOf = ({ json }: Answered): string => String(Object(json).id)

const codeOf = ({ json }: Answered): unknown => Object(Object(json).error).code

const authorized = ({ world }: Running, kind: 'limited' | 'receivers' | 'otherClient') => ({
  authorization: `GNAP ${tokenOf(world, firstWallet(world), kind).value}`,
})

/** Reads a receiver as its owner sees it. */
const read = async (mock: Running, url: string) => {
  const answer = await call(mock, { path: url.slice(mock.url.length), ...authorized(mock, 'receivers') })
  return answer.json as Record<string, unknown>
}

const listed = async (mock: Running) =>
  Object((await call(mock, paymentsOf(mock))).json).result as Array<Record<string, unknown>>

const settled = 1000

test('a payment from a quote is created as the quote defines it, and nothing of it is sent yet', async () => {
  const mock = await running()
  const quoteId = idOf(await quote(mock, { receiver: receiver(mock, 'otherAsset') }))
  const { status, json } = await pay(mock, { quoteId })
  expect(status).toBe(201)
  expect(json).toEqual({
    id: expect.stringContaining(`${mock.url}/outgoing-payments/`),
    walletAddress: `${mock.url}/alice`,
    quoteId,
    failed: false,
    receiver: receiver(mock, 'otherAsset'),
    receiveAmount: { value: '150', assetCode: 'JPY', assetScale: 0 },
    debitAmount: usd('100'),
    sentAmount: usd('0'),
    grantSpentDebitAmount: usd('300'),
    grantSpentReceiveAmount: { value: '0', assetCode: 'JPY', assetScale: 0 },
    createdAt: '2026-01-01T12:00:00.000Z',
    updatedAt: '2026-01-01T12:00:00.000Z',
  })
})

test('a direct payment is priced like a quote for its debitAmount', async () => {
  const mock = await running()
  const { json } = await pay(mock, { incomingPayment: receiver(mock, 'otherAsset'), debitAmount: usd('7') })
  expect(json).toMatchObject({
    debitAmount: usd('7'),
    receiveAmount: { value: '10', assetCode: 'JPY', assetScale: 0 },
  })
  expect(json).not.toHaveProperty('quoteId')
})

test('the list and the receiver show the progress of a payment', async () => {
  const mock = await running()
  await pay(mock, { incomingPayment: receiver(mock, 'fixed'), debitAmount: usd('500') })
  const seen = []
  for (const passed of [0, 60, 50, 50]) {
    mock.clock.advance(passed)
    const [newest] = await listed(mock)
    const { receivedAmount, completed, updatedAt } = await read(mock, receiver(mock, 'fixed'))
    expect(newest?.updatedAt).toBe(passed === 0 ? newest?.createdAt : updatedAt)
    seen.push([newest?.sentAmount, receivedAmount, completed])
  }
  expect(seen).toEqual([
    [usd('0'), usd('0'), false],
    [usd('166'), usd('166'), false],
    [usd('333'), usd('333'), false],
    [usd('500'), usd('500'), true],
  ])
})

test('the spent amounts count payments that were sent in full, separately for each token', async () => {
  const mock = await running()
  const spent = async (differs = {}) => {
    const { json } = await pay(mock, {}, differs)
    mock.clock.advance(settled)
    const { grantSpentDebitAmount, grantSpentReceiveAmount } = Object(json)
    return [grantSpentDebitAmount.value, grantSpentReceiveAmount.value]
  }
  const otherClient = { ...authorized(mock, 'otherClient'), signer: mock.world.clients.otherClient }
  expect(await spent()).toEqual(['300', '300'])
  expect(await spent()).toEqual(['400', '400'])
  await pay(mock, { incomingPayment: receiver(mock, 'failing') })
  expect(await spent()).toEqual(['500', '500'])
  expect(await spent(otherClient)).toEqual(['0', '0'])
  expect((await listed(mock)).at(0)).toMatchObject({ grantSpentDebitAmount: usd('100') })
})

test('a limited token spends no more than its limit, and what a failed payment did not send is free again', async () => {
  const mock = await running()
  const spend = (value: string, kind: 'open' | 'failing' = 'open') =>
    pay(mock, { incomingPayment: receiver(mock, kind), debitAmount: usd(value) }, authorized(mock, 'limited'))
  expect((await spend('300', 'failing')).status).toBe(201)
  expect(codeOf(await spend('201'))).toBe('payment-token-limit')
  mock.clock.advance(settled)
  expect((await spend('400')).status).toBe(201)
  expect(codeOf(await spend('1'))).toBe('payment-token-limit')
})

test('a quote is paid only once, however many requests come at once', async () => {
  const mock = await running()
  const quoteId = idOf(await quote(mock))
  const answers = await Promise.all(Array.from({ length: 20 }, () => pay(mock, { quoteId })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(new Set(answers.filter(({ status }) => status !== 201).map(codeOf))).toEqual(
    new Set(['payment-quote-unpaid']),
  )
})

test('concurrent payments into a fixed receiver never exceed its amount, and the rest can still be paid', async () => {
  const mock = await running()
  const into = { incomingPayment: receiver(mock, 'fixed', 9) }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => pay(mock, { ...into, debitAmount: usd('70') })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(4)
  mock.clock.advance(settled)
  expect(await read(mock, into.incomingPayment)).toMatchObject({
    receivedAmount: usd('480'),
    completed: false,
  })
  expect((await pay(mock, { ...into, debitAmount: usd('20') })).status).toBe(201)
  mock.clock.advance(settled)
  expect(await read(mock, into.incomingPayment)).toMatchObject({
    receivedAmount: usd('500'),
    completed: true,
  })
  expect(codeOf(await pay(mock, { ...into, debitAmount: usd('1') }))).toBe('payment-receiver-not-completed')
})

test('a limited token spends no more than its limit, however many requests come at once', async () => {
  const mock = await running()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => pay(mock, { debitAmount: usd('250') }, authorized(mock, 'limited'))),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
})

test('a failed payment frees the part of the limit that it did not use', async () => {
  const mock = await running()
  const into = { incomingPayment: receiver(mock, 'fixed') }
  const [fixed] = [...mock.world.incomingPayments.all()].filter(({ kind }) => kind === 'fixed')
  if (fixed) fixed.kind = 'failing'
  await pay(mock, { ...into, debitAmount: usd('300') })
  expect(codeOf(await pay(mock, { ...into, debitAmount: usd('201') }))).toBe('payment-receiver-room')
  mock.clock.advance(settled)
  expect((await listed(mock)).at(0)).toMatchObject({ failed: true, sentAmount: usd('100') })
  expect((await pay(mock, { ...into, debitAmount: usd('400') })).status).toBe(201)
})

test('amounts of twenty digits are paid exactly, and no sum grows beyond them', async () => {
  const mock = await running()
  const open = (nth: number) => ({ incomingPayment: receiver(mock, 'open', nth), debitAmount: usd(huge) })
  const first = { ...authorized(mock, 'otherClient'), signer: mock.world.clients.otherClient }
  expect((await pay(mock, open(0), first)).json).toMatchObject({ debitAmount: usd(huge) })
  mock.clock.advance(settled)
  expect(await read(mock, receiver(mock, 'open'))).toMatchObject({ receivedAmount: usd(huge) })
  expect(codeOf(await pay(mock, { debitAmount: usd('1') }))).toBe('amount-in-range')
  expect(codeOf(await pay(mock, open(1), first))).toBe('amount-in-range')
  expect(codeOf(await pay(mock, { ...open(1), incomingPayment: receiver(mock, 'otherAsset') }))).toBe(
    'amount-in-range',
  )
})

test('metadata is given back as the same JSON value, whatever it holds', async () => {
  const mock = await running()
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (metadata) => {
      const { status, text } = await pay(mock, { metadata })
      expect(status).toBe(201)
      expect(JSON.stringify(JSON.parse(text).metadata)).toBe(JSON.stringify(metadata))
    }),
    { numRuns: 50 },
  )
  const text = '{"__proto__":{"admin":true},"constructor":1,"toString":"x"}'
  const body = JSON.stringify({ ...Object(askPayment(mock).body), metadata: 'HERE' }).replace('"HERE"', text)
  expect((await pay(mock, {}, { body })).text).toContain(`"metadata":${text}`)
})

const withMetadata = (mock: Running, value: string): string =>
  JSON.stringify({ ...Object(askPayment(mock).body), metadata: { value: 'HERE' } }).replace('"HERE"', value)

test('metadata nested deeper than can be written out again is refused', async () => {
  const mock = await running()
  const body = withMetadata(mock, `${'['.repeat(90_000)}${']'.repeat(90_000)}`)
  const answer = await pay(mock, {}, { body })
  expect([answer.status, codeOf(answer)]).toEqual([400, 'payment-metadata-object'])
})

test.each(['9007199254740993', '-0.12345678901234567890', '1e400', '[1,{"a":18446744073709551616}]'])(
  'the digits of %s, which no double holds, are kept in metadata',
  async (value) => {
    const mock = await running()
    const { status, text } = await pay(mock, {}, { body: withMetadata(mock, value) })
    expect([status, text]).toEqual([201, expect.stringContaining(`"metadata":{"value":${value}}`)])
  },
)

test('a quote whose receiver has been paid by another meanwhile is refused', async () => {
  const mock = await running()
  const into = receiver(mock, 'fixed')
  const quoteId = idOf(await quote(mock, { receiver: into, debitAmount: undefined }))
  await pay(mock, { incomingPayment: into, debitAmount: usd('1') })
  expect(codeOf(await pay(mock, { quoteId }))).toBe('payment-receiver-room')
})

test('a payment is settled within a second in real time', async () => {
  const mock = await running({ now: Date.now })
  const deadline = Date.now() + 1000
  await pay(mock)
  let sent: unknown
  while (Object(sent).value !== '100' && Date.now() < deadline) sent = (await listed(mock)).at(0)?.sentAmount
  expect(sent).toEqual(usd('100'))
})

const one = (chance: fc.Arbitrary<unknown>) => fc.oneof(chance, fc.jsonValue(), fc.constant(undefined))

test('a request for a payment with any JSON body gets no 5xx, even with some guards left out', async () => {
  const mocks = [
    await running(),
    await running({ faults: faultsNamed(['without-payment-variants-both', 'without-payment-quote-known']) }),
    await running({ faults: faultsNamed(['without-payment-body-is-json', 'without-payment-receiver-room']) }),
  ]
  for (const mock of mocks) {
    const quoteId = idOf(await call(mock, askQuote(mock)))
    const fields = fc.record({
      walletAddress: one(fc.constantFrom(`${mock.url}/alice`, `${mock.url}/nobody`)),
      quoteId: one(fc.constantFrom(quoteId, `${mock.url}/quotes/1`)),
      incomingPayment: one(fc.constantFrom(receiver(mock, 'open'), receiver(mock, 'fixed'))),
      debitAmount: one(fc.constantFrom(usd('1'), usd(huge), usd('-1'))),
      metadata: one(fc.constant({})),
    })
    await fc.assert(
      fc.asyncProperty(fields, async (body) => {
        expect((await pay(mock, body)).status).toBeLessThan(500)
      }),
      { numRuns: 50 },
    )
  }
})
