import { expect, test } from 'vitest'
import type { Session } from '../../src/check/session.ts'
import { scriptedSession } from '../../src/check/testing/scripted-session.ts'
import { targetAt, tokenOf } from '../../src/http/testing/target.ts'
import type { Target } from '../../src/target-file/target.ts'
import { askReceiver, isFull, readReceiver, seeReceiver, unread } from './receiving.ts'

const amount = { value: '7', assetCode: 'USD', assetScale: 2 }

/** A session in which every request gets this response. */
const answered = (target: Target, json: Record<string, unknown>): Session => {
  const response = { status: 200, headers: {}, text: JSON.stringify(json), json }
  const send: Session['send'] = async ({ method, path }) => ({ exchange: 1, method, url: path, response })
  return scriptedSession(() => 200, { target, send }).session
}

const target = targetAt('https://wallet.example/op')
const url = 'https://wallet.example/carol/incoming-payments/1'

test('the harness reads a receiver whose id lies outside baseUrl but under its origin', async () => {
  const seen = await readReceiver(answered(target, { id: url, receivedAmount: amount }), url)
  expect(seen?.receivedAmount).toEqual(amount)
})

test('the harness reads the public form of a receiver, which shows no id', async () => {
  const seen = await readReceiver(answered(target, { receivedAmount: amount }), url)
  expect(seen?.receivedAmount).toEqual(amount)
})

test('the harness ignores an answer that shows the id of another receiver', async () => {
  const other = { id: 'https://wallet.example/op/incoming-payments/1', receivedAmount: amount }
  expect(await readReceiver(answered(target, other), url)).toBeUndefined()
})

const elsewhere = 'https://other.example/op/incoming-payments/1'

test('the harness reads a receiver of another origin if the target file names that origin', async () => {
  const session = answered(
    { ...target, origins: ['https://other.example'] },
    { id: elsewhere, receivedAmount: amount },
  )
  expect((await readReceiver(session, elsewhere))?.receivedAmount).toEqual(amount)
})

test.each([
  [url, /^receivers\.access in the target file/],
  [
    elsewhere,
    /^receivers on the server under test, .*; if it is also https:\/\/other\.example, name that under origins in the target file$/,
  ],
])('the message for the unreadable %s names the missing key', (unreadable, expected) => {
  expect(unread(answered(target, {}), unreadable).message).toMatch(expected)
})

test('the harness does not read a receiver of another origin', async () => {
  const session = answered(target, { id: elsewhere, receivedAmount: amount })
  expect(await readReceiver(session, elsewhere)).toBeUndefined()
})

/** The target with receivers that are read at this URL. */
const readAt = (accessBaseUrl: string): Target => ({
  ...target,
  receivers: { ...target.receivers, access: tokenOf('receivers.access.token', 'token'), accessBaseUrl },
})

test('receivers are read at receivers.access.baseUrl', () => {
  const session = answered(readAt('https://wallet.example/carol'), {})
  expect(askReceiver(session, url)).toMatchObject({
    operation: 'get-incoming-payment',
    baseUrl: 'https://wallet.example/carol',
    path: '/incoming-payments/1',
    token: { name: 'receivers.access.token' },
  })
})

test.each([
  ['tokens.full', 'https://wallet.example/carol', { token: { name: 'tokens.full' } }],
  ['no token', 'https://other.example/op', { signing: 'none' }],
])('without receivers.access.token, %s reads receivers at %s', (_, accessBaseUrl, credentials) => {
  const { access: __, ...receivers } = readAt(accessBaseUrl).receivers
  const { token, signing } = askReceiver(answered({ ...target, receivers }, {}), url)
  expect({ ...(token && { token: { name: token.name } }), ...(signing && { signing }) }).toEqual(credentials)
})

test('the harness sees a receiver on another server, but does not judge it', async () => {
  const session = answered(readAt('https://other.example/op'), { id: elsewhere, receivedAmount: amount })
  expect(askReceiver(session, elsewhere)).toMatchObject({ baseUrl: 'https://other.example/op' })
  expect(askReceiver(session, elsewhere).operation).toBeUndefined()
  expect((await seeReceiver(session, elsewhere))?.receivedAmount).toEqual(amount)
  expect(await readReceiver(session, elsewhere)).toBeUndefined()
})

test.each([
  ['as much at its own scale', amount, true],
  ['as much at a finer scale', { ...amount, value: '700', assetScale: 4 }, true],
  ['less at a finer scale', { ...amount, value: '7', assetScale: 4 }, false],
  ['another currency', { ...amount, assetCode: 'EUR' }, false],
])(
  'a receiver that has received %s is full only if that is all of its incomingAmount',
  (_, received, full) => {
    const seen = { receivedAmount: received, completed: undefined, expiresAt: undefined }
    expect(isFull({ ...seen, incomingAmount: amount })).toBe(full)
  },
)
