import { expect, test } from 'vitest'
import type { Session } from '../src/check/session.ts'
import { scriptedSession } from '../src/check/testing/scripted-session.ts'
import type { Target } from '../src/target/target.ts'
import { targetAt } from '../src/wire/testing/target.ts'
import { readReceiver } from './receiving.ts'

const amount = { value: '7', assetCode: 'USD', assetScale: 2 }

/** A session in which every request is answered with this. */
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

test('a receiver of another origin is not asked for', async () => {
  const elsewhere = 'https://other.example/op/incoming-payments/1'
  const session = answered(target, { id: elsewhere, receivedAmount: amount })
  expect(await readReceiver(session, elsewhere)).toBeUndefined()
})
