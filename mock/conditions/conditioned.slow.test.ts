import { expect, test } from 'vitest'
import { seeded } from '../core/random.ts'
import { allFaults, type Fault } from '../faults/index.ts'
import type { ProfileName } from '../profiles/index.ts'
import { firstWallet, walletUrl } from '../state/lookup.ts'
import { call } from '../testing/call.ts'
import { everyConversation, transcript } from '../testing/conversations/conversation.ts'
import { askQuote, pathOfId, pay, quote, receiver } from '../testing/requests.ts'
import { noon, running } from '../testing/running.ts'
import { type Condition, everywhere } from './condition.ts'
import { conditioned } from './conditioned.ts'
import { faultsNamed } from './named.ts'

const profiles = ['interface', 'open-payments-1.3'] as const

const constantly = (holds: boolean): Condition => ({
  id: String(holds),
  group: 'count',
  says: 'for this test',
  about: 'request',
  on: everywhere,
  holds: () => holds,
})

const mockWith = (profile: ProfileName, ...faults: Fault[]) =>
  running({ publicUrl: 'https://mock.example/op', random: seeded(1), profile, faults })

const talk = async (profile: ProfileName, ...faults: Fault[]): Promise<string[]> => {
  const mock = await mockWith(profile, ...faults)
  try {
    return await transcript(everyConversation(mock))
  } finally {
    await mock.close()
  }
}

test.each(profiles)('%s: while no condition holds, a mock with many faults is strict', async (profile) => {
  const faults = allFaults(profile).filter(({ source }, place) => source !== 'answer' || place % 9 === 0)
  const never = faults.map((fault) => conditioned(fault, constantly(false)))
  expect(await talk(profile, ...never)).toEqual(await talk(profile))
})

test.each(profiles)('%s: a fault acts as without a condition while its condition holds', async (profile) => {
  const drawn = allFaults(profile).filter((_, place) => place % 250 === 0)
  for (const fault of drawn) {
    const always = conditioned(fault, constantly(true))
    expect(await talk(profile, always), fault.id).toEqual(await talk(profile, fault))
  }
})

const mockHaving = (...ids: string[]) => running({ faults: faultsNamed(ids) })

test('a guard is left out only for requests that meet the condition', async () => {
  const mock = await mockHaving('without-digest-matches-body@body-over-1-kib')
  const withDigest = (length: number) =>
    call(mock, askQuote(mock, { further: 'x'.repeat(length) }, { digest: 'sha-512=:AAAA:' }))
  expect((await withDigest(100)).status).toBe(401)
  expect((await withDigest(2000)).status).toBe(201)
})

test('a field is wrong only for the item at that place of a page', async () => {
  const mock = await mockHaving('list-incoming-payments:result.[].createdAt:absent@second-place-of-page')
  const { json } = await call(mock, { path: '/incoming-payments?first=3' })
  const { result } = json as { result: object[] }
  expect(result.map((item) => 'createdAt' in item)).toEqual([true, false, true])
})

test('a field is wrong only once its resource is that old', async () => {
  let now = noon
  const mock = await running({
    now: () => now,
    faults: faultsNamed(['get-quote:method:wrong-type@age-from-2-s']),
  })
  const made = await quote(mock)
  const read = async () => (await call(mock, { path: pathOfId(mock, made) })).json
  now += 1999
  expect(await read()).toEqual(made.json)
  now += 1
  expect(await read()).toMatchObject({ method: 17 })
})

test('a replaced function is the faulty one only for amounts that meet the condition', async () => {
  const mock = await mockHaving('fixed-send-altered@value-ends-in-7')
  const debitOf = async (value: string) => {
    const { json } = await quote(mock, { debitAmount: { value, assetCode: 'USD', assetScale: 2 } })
    return (json as { debitAmount: { value: string } }).debitAmount.value
  }
  expect([await debitOf('106'), await debitOf('107'), await debitOf('108')]).toEqual(['106', '108', '108'])
})

test('a reset makes a condition forget earlier requests', async () => {
  const mock = await mockHaving('without-token-known@first-use-of-token')
  const status = async () =>
    (await call(mock, { path: '/incoming-payments', authorization: 'GNAP nobody' })).status
  expect([await status(), await status()]).toEqual([200, 401])
  mock.reset()
  expect(await status()).toBe(200)
})

test.each([
  [
    'get-quote:method:absent@in-single-gte',
    'Unknown condition "in-single-gte". Did you mean "in-single-get"? Possible conditions: header-order-changed,',
  ],
  [
    'get-quote:method:absent@body-empty',
    'The condition "body-empty" cannot apply to the fault "get-quote:method:absent". Possible conditions: header-order-changed,',
  ],
  [
    'get-quote:method:absent@not-first-page',
    'The condition "not-first-page" cannot apply to the fault "get-quote:method:absent"',
  ],
  ['without-token-known@last-place-of-page', 'The condition "last-place-of-page" cannot apply'],
  ['create-quote:method:absent@age-from-2-s', 'The condition "age-from-2-s" cannot apply'],
  ['payment-created-failed@age-from-2-s', 'The condition "age-from-2-s" cannot apply'],
  ['payment-created-failed@in-single-get', 'The condition "in-single-get" cannot apply'],
  ['page-shows-another-wallet@value-from-2^63', 'The condition "value-from-2^63" cannot apply'],
  ['payment-arrives-twice@body-chunked', 'The condition "body-chunked" cannot apply'],
  ['create-quote:method:absent@token-revoked', 'The condition "token-revoked" cannot apply'],
  ['without-token-not-expired@token-full', 'The condition "token-full" cannot apply'],
  ['quote-debit-drifts@in-creation', 'The condition "in-creation" cannot apply'],
  ['get-quote-answered-203@on-create-quote', 'The condition "on-create-quote" cannot apply'],
  ['completed-receiver-paid@body-chunked', 'The condition "body-chunked" cannot apply'],
  ['without-method-required@token-expired', 'The condition "token-expired" cannot apply'],
  ['without-method-required@token-read-only', 'The condition "token-read-only" cannot apply'],
  ['without-method-required@body-empty', 'The condition "body-empty" cannot apply'],
  ['without-right-wallet-list@without-query', 'The condition "without-query" cannot apply'],
  ['receive-amount-refused@token-revoked', 'The condition "token-revoked" cannot apply'],
  [
    'create-outgoing-payment:refused-after:right-wallet-create@body-empty',
    'The condition "body-empty" cannot apply',
  ],
  ['create-quote:method:absent@state-done', 'The condition "state-done" cannot apply'],
  ['token-compared-as-an-end@token-full', 'The condition "token-full" cannot apply'],
  ['id-of-quote-compared-as-an-end@body-chunked', 'The condition "body-chunked" cannot apply'],
  ['wallet-of-list-compared-as-an-end@without-query', 'The condition "without-query" cannot apply'],
  ['get-incoming-payment:completed:absent@asked-by-maker', 'The condition "asked-by-maker" cannot apply'],
  ['token-locked-by-creation@token-receivers', 'The condition "token-receivers" cannot apply'],
  ['payment-receiver-drifts@token-write-only', 'The condition "token-write-only" cannot apply'],
  ['metadata-normalized@token-receivers', 'The condition "token-receivers" cannot apply'],
  ['payment-arrives-twice@', 'Unknown condition "".'],
  ['payment-arrives-twise@value-1', 'Did you mean "payment-arrives-twice"?'],
])('%s is refused, and the message says why', (id, message) => {
  expect(() => faultsNamed([id])).toThrow(message)
})

test.each([
  'complete-incoming-payment:incomingAmount.assetScale:wrong-maximum@state-new',
  'completion-forgotten-at-the-next@asked-by-other-client',
  'metadata-altered@on-get-outgoing-payment-grant',
  'content-digest-signed-as-a-beginning@token-receivers',
  'payment-arrives-twice@value-0',
  'public-form-of-everything@token-full',
  'get-incoming-payment:whole:wrong-type@asked-by-anyone',
  'second-payment-arrives-twice@value-0',
])('%s cannot apply under a profile with further operations', (id) => {
  expect(() => faultsNamed([id], 'open-payments-1.3')).toThrow('cannot apply')
})

test('a fault that applies to a payment also applies to its receiver', async () => {
  let now = noon
  const mock = await running({
    now: () => now,
    faults: faultsNamed(['expired-receiver-paid@age-from-5-s']),
  })
  const expired = [...mock.world.incomingPayments.all()].find(({ kind }) => kind === 'expired')
  expect((await pay(mock, { incomingPayment: receiver(mock, 'expired') })).status).toBe(201)
  now += 1000
  await call(mock, { path: '/incoming-payments' })
  expect(expired?.receivedAmount.value).toBe(100n)
})

test('a fault learns from answers even while its condition does not hold', async () => {
  const mock = await running({ faults: faultsNamed(['backwards-items-shortened@asset-USD']) })
  const wallet = encodeURIComponent(walletUrl(mock.world, firstWallet(mock.world)))
  const path = `/incoming-payments?wallet-address=${wallet}`
  const page = async (query: string) => {
    const { json } = await call(mock, { path: path + query })
    return json as { result: object[]; pagination: { endCursor: string } }
  }
  const forwards = await page('')
  const cursor = encodeURIComponent(forwards.pagination.endCursor)
  const backwards = await page(`&last=5&cursor=${cursor}`)
  expect(forwards.result[0]).toHaveProperty('receivedAmount')
  expect(backwards.result[0]).not.toHaveProperty('receivedAmount')
})

test('a fault counts earlier payments even if its condition did not hold for them', async () => {
  let now = noon
  const mock = await running({
    now: () => now,
    faults: faultsNamed(['second-payment-arrives-twice@value-ends-in-7']),
  })
  const open = [...mock.world.incomingPayments.all()].find(({ kind }) => kind === 'open')
  const paid = async (value: string) => {
    const before = open?.receivedAmount.value ?? 0n
    const debitAmount = { value, assetCode: 'USD', assetScale: 2 }
    expect((await pay(mock, { debitAmount })).status).toBe(201)
    now += 1000
    await call(mock, { path: '/incoming-payments' })
    return (open?.receivedAmount.value ?? 0n) - before
  }
  expect([await paid('105'), await paid('107'), await paid('117')]).toEqual([105n, 214n, 117n])
})

test('a fault remembers requests under any condition, and accepts nothing else', async () => {
  const mock = await running({
    faults: faultsNamed(['signature-remembered-by-token@on-list-incoming-payments']),
  })
  const wallet = encodeURIComponent(walletUrl(mock.world, firstWallet(mock.world)))
  const path = `/incoming-payments?wallet-address=${wallet}`
  const unsigned = () => call(mock, { path, tamper: ({ signature: _, ...others }) => others })
  expect((await unsigned()).status).toBe(401)
  expect((await call(mock, { path })).status).toBe(200)
  expect((await unsigned()).status).toBe(200)
})
