import { expect, test } from 'vitest'
import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { createRetry } from './retry.ts'

type Came = number | NonNullable<Answer['failure']>['code']

/** Sends requests that get these answers in turn. */
const answering = (...came: Came[]) => {
  const sent: RequestDraft[] = []
  const { layer, again } = createRetry()
  const send = layer(async (draft) => {
    sent.push(draft)
    const now = came[sent.length - 1] ?? 200
    const answer = { exchange: sent.length, method: draft.method, url: draft.path }
    const outcome =
      typeof now === 'number'
        ? { response: { status: now, headers: {}, text: '', json: undefined } }
        : { failure: { code: now, message: now } }
    return { ...answer, ...outcome, ...(draft.repeats === undefined ? {} : { repeats: draft.repeats }) }
  })
  return { send, again, sent }
}

const list: RequestDraft = { operation: 'list-outgoing-payments', method: 'GET', path: '/outgoing-payments' }
const pay: RequestDraft = { operation: 'create-outgoing-payment', method: 'POST', path: '/outgoing-payments' }

test.each(['timeout', 'reset', 'refused', 500, 503] as const)(
  'a request that gets %s is sent once more, and the second answer is what counts',
  async (came) => {
    const { send, sent } = answering(came)
    expect(await send(list)).toMatchObject({ exchange: 2, repeats: 1, response: { status: 200 } })
    expect(sent.length).toBe(2)
  },
)

test('a request that fails twice is not sent a third time', async () => {
  const { send, again, sent } = answering(500, 500)
  expect(await again(await send(list))).toMatchObject({ exchange: 2, response: { status: 500 } })
  expect(sent.length).toBe(2)
})

test.each([404, 429, 200, 'throttled', 'dropped', 'interrupted', 'too-large'] as const)(
  'a request that gets %s is not sent again',
  async (came) => {
    const { send, again, sent } = answering(came)
    await again(await send(list))
    expect(sent.length).toBe(1)
  },
)

test('a valid payment, which might be made twice, is sent again only if a check asks for it', async () => {
  const { send, again, sent } = answering('reset')
  const answer = await send(pay)
  expect([answer.failure?.code, sent.length]).toEqual(['reset', 1])
  expect(await again(answer)).toMatchObject({ response: { status: 200 }, repeats: 1 })
})

test('an invalid payment is sent again: it must not be made at all', async () => {
  const { send, sent } = answering(503)
  await send({ ...pay, invalid: true })
  expect(sent.length).toBe(2)
})
