import { expect, test } from 'vitest'
import type { Seen } from '../../../src/check/kinds/passive.ts'
import type { ExchangeEvent } from '../../../src/core/events.ts'
import { noPassingRefusal } from './passing-refusals.ts'

/** Returns the time at this number of milliseconds after the beginning. */
const after = (milliseconds: number): string =>
  new Date(Date.parse('2026-11-24T20:00:00Z') + milliseconds).toISOString()

const fresh = () => {
  let count = 0
  const look = noPassingRefusal.start({ profile: { query: { cursor: 'cursor' } } } as never)
  return (status: number, more: Partial<ExchangeEvent> & { base?: string; date?: string } = {}) => {
    const { base = `base ${count}`, date = 'Tue, 24 Nov 2026 20:00:00 GMT', ...event } = more
    count++
    const exchange = {
      type: 'exchange',
      number: count,
      check: 'a/check',
      operation: 'list-outgoing-payments',
      request: {
        method: 'GET',
        url: `https://wallet.example/op/outgoing-payments?${base}`,
        headers: {
          authorization: 'GNAP full',
          'signature-input': `sig1=("@method");created=${Date.parse('2026-11-24T20:00:00Z') / 1000}`,
        },
        token: 'tokens.full',
        signing: { key: 'signing', keyId: 'one', label: 'sig1', components: ['@method', '@authority'], base },
      },
      response: { status, headers: { date }, body: '' },
      sent: count * 2,
      received: count * 2 + 1,
      at: after(count),
      milliseconds: 5,
      ...event,
    } as unknown as ExchangeEvent
    return look({ exchange, accepted: status < 300, json: undefined } as Seen)
  }
}

test('a server that accepts nothing for less than a second refuses each request by itself', () => {
  const saw = fresh()
  for (const status of [200, 200, 200]) saw(status)
  for (let count = 0; count < 600; count++) saw(401, { at: after(count) })
  expect(saw(200, { repeats: 600, at: after(700) })).toMatchObject([{ held: false }])
})

test('a valid request that is refused and then accepted is a failure of the server', () => {
  const saw = fresh()
  for (const status of [200, 200, 200]) saw(status)
  saw(401, { request: { headers: { authorization: 'GNAP other' }, token: 'tokens.other' } as never })
  saw(401)
  expect(saw(200, { repeats: 5 })).toMatchObject([{ held: false, earlier: 5 }])
})

test('a 403 that says when to try again is a limit of the rate, and may pass', () => {
  const saw = fresh()
  for (const status of [200, 200, 200]) saw(status)
  saw(403, { response: { status: 403, headers: { 'retry-after': '1' } } as never })
  expect(saw(200, { repeats: 4 })).toMatchObject([{ held: true }])
})

test('the finding names what came before the refusal, unless it comes before most requests', () => {
  const saw = fresh()
  for (const status of [200, 200, 200]) saw(status)
  saw(400)
  saw(401)
  const [shown] = saw(200, { repeats: 5 })
  expect(shown?.got).toBe(
    'status 401, then status 200 to the same request. Exchange 5 was sent after the refusal of another request with its token (exchange 4: list-outgoing-payments, tokens.full, status 400), as were 0 of 3 accepted requests.',
  )
})

test("a refusal in a time in which no token is accepted is not the request's own", () => {
  const saw = fresh()
  for (const status of [200, 200, 200]) saw(status)
  saw(401, { at: after(2000) })
  saw(401, { at: after(2010) })
  expect(saw(200, { repeats: 5, at: after(2020) })).toMatchObject([{ held: true }])
})

test("a refusal after a time in which nothing was sent is the request's own", () => {
  const saw = fresh()
  for (const status of [200, 200, 200]) saw(status)
  saw(401, { at: after(2000) })
  expect(saw(200, { repeats: 4, at: after(2010) })).toMatchObject([{ held: false }])
})

test.each([
  ['a refusal that comes again', [401, 401], {}],
  ['the refusal of a busy server', [409, 200], {}],
  ['the refusal of a server that knows no price at the moment', [422, 200], {}],
  ['a signature from the future', [401, 200], { date: 'Tue, 24 Nov 2026 19:59:59 GMT' }],
])('%s is not a passing refusal', (_, [first = 0, second = 0], more) => {
  const saw = fresh()
  saw(first, more)
  expect(saw(second, { repeats: 1 }).filter(({ held }) => !held)).toEqual([])
})

test('a cursor that is refused at first may be of an item that a lagging replica does not know yet', () => {
  const saw = fresh()
  const base = 'cursor=of-the-newest-item'
  saw(400, { base })
  expect(saw(200, { base: `${base}&again`, repeats: 1 })).toMatchObject([{ held: true }])
  saw(401, { base: `${base}&third` })
  expect(saw(200, { base: `${base}&fourth`, repeats: 3 })).toMatchObject([{ held: false }])
})

test('a server may refuse the same signature a second time', () => {
  const saw = fresh()
  saw(200, { base: 'same' })
  saw(401, { base: 'same' })
  expect(saw(200, { repeats: 2 })).toMatchObject([{ held: true }])
})

test('a signature that is accepted, refused and accepted again was not refused as a replay', () => {
  const saw = fresh()
  saw(200, { base: 'same' })
  saw(401, { base: 'same' })
  expect(saw(200, { base: 'same', repeats: 2 })).toMatchObject([{ held: false }])
})

test.each<[what: string, status: number, receiver: string, held: boolean]>([
  [
    'a receiver on another server that may not answer',
    400,
    'https://other.example/incoming-payments/1',
    true,
  ],
  ['a receiver on the same server', 400, 'https://wallet.example/op/incoming-payments/1', false],
  ['a token, whatever the receiver is', 401, 'https://other.example/incoming-payments/1', false],
])('a refusal of a quote that passes may be about %s', (_, status, receiver, held) => {
  const saw = fresh()
  const asked = (came: number, more: object = {}) =>
    saw(came, {
      request: {
        method: 'POST',
        url: 'https://wallet.example/op/quotes',
        headers: { authorization: 'GNAP full' },
        body: JSON.stringify({ receiver }),
        token: 'tokens.full',
        signing: {
          key: 'signing',
          keyId: 'one',
          label: 'sig1',
          components: ['@method'],
          base: receiver + came,
        },
      } as never,
      ...more,
    })
  asked(status)
  expect(asked(201, { repeats: 1 })).toMatchObject([{ held }])
})
