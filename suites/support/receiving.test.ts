import { expect, test } from 'vitest'
import type { Session } from '../../src/check/session.ts'
import { scriptedSession } from '../../src/check/testing/scripted-session.ts'
import { targetAt, tokenOf } from '../../src/http/testing/target.ts'
import type { Target } from '../../src/target-file/target.ts'
import { askReceiver, readReceiver, seeReceiver, unread } from './receiving.ts'

const amount = { value: '7', assetCode: 'USD', assetScale: 2 }

/** A session in which every request gets this response. */
const answered = (target: Target, json: Record<string, unknown>): Session => {
  const response = { status: 200, headers: {}, text: JSON.stringify(json), json }
  const send: Session['send'] = async ({ method, path }) => ({ exchange: 1, method, url: path, response })
  return scriptedSession(() => 200, { target, send }).session
}

const target = targetAt('https://wallet.example/op')
const url = 'https://wallet.example/carol/incoming-payments/1'

test('a receiver whose id lies outside baseUrl, under its origin, is read', async () => {
  const seen = await readReceiver(answered(target, { id: url, receivedAmount: amount }), url)
  expect(seen?.receivedAmount).toEqual(amount)
})

test('the public form of a receiver, which shows no id, is read', async () => {
  const seen = await readReceiver(answered(target, { receivedAmount: amount }), url)
  expect(seen?.receivedAmount).toEqual(amount)
})

test('an answer that shows another id is of another receiver', async () => {
  const other = { id: 'https://wallet.example/op/incoming-payments/1', receivedAmount: amount }
  expect(await readReceiver(answered(target, other), url)).toBeUndefined()
})

const elsewhere = 'https://other.example/op/incoming-payments/1'

test('a receiver of another origin is read where the target file names the origin', async () => {
  const session = answered(
    { ...target, origins: ['https://other.example'] },
    { id: elsewhere, receivedAmount: amount },
  )
  expect((await readReceiver(session, elsewhere))?.receivedAmount).toEqual(amount)
})

test.each([
  [url, /^receivers\.access in the target file/],
  [elsewhere, /^origins in the target file: https:\/\/other\.example, if/],
])('what would let %s be read is named', (unreadable, expected) => {
  expect(unread(answered(target, {}), unreadable).message).toMatch(expected)
})

test('a receiver of another origin is not asked for', async () => {
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

test('a receiver on another server is seen there, and is none of what is judged', async () => {
  const session = answered(readAt('https://other.example/op'), { id: elsewhere, receivedAmount: amount })
  expect(askReceiver(session, elsewhere)).toMatchObject({ baseUrl: 'https://other.example/op' })
  expect(askReceiver(session, elsewhere).operation).toBeUndefined()
  expect((await seeReceiver(session, elsewhere))?.receivedAmount).toEqual(amount)
  expect(await readReceiver(session, elsewhere)).toBeUndefined()
})
