import { expect, test } from 'vitest'
import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { createQuiet } from './quiet.ts'
import { createRetry } from './retry.ts'

type Came = number | NonNullable<Answer['failure']>['code']

/** Sends requests that get these answers in turn. */
const answering = (...came: Came[]) => answeringAfter([], came)

const answeringAfter = (
  pauses: readonly number[],
  came: readonly Came[],
  inQuiet: readonly number[] = [],
  quiet = createQuiet(),
) => {
  const sent: RequestDraft[] = []
  const waits: number[] = []
  const { layer, again } = createRetry({
    pauses: () => ({ soon: pauses, inQuiet }),
    quietly: quiet.inTurn,
    wait: async (milliseconds) => void waits.push(milliseconds),
  })
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
  return { send, again, sent, waits }
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

test.each([
  ['closed', { requests: 1 }],
  ['reset', undefined],
] as const)('a request that gets %s is sent again on the connection %j', async (came, line) => {
  const { send, sent } = answering(came)
  await send(list)
  expect(sent[1]?.line).toEqual(line)
})

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

test('a valid request that is refused is sent again after each pause until it is accepted', async () => {
  const { send, sent, waits } = answeringAfter([0, 1100, 1100], [401, 401, 200])
  expect(await send(list)).toMatchObject({ exchange: 3, repeats: 1, response: { status: 200 } })
  expect([sent.length, waits]).toEqual([3, [1100]])
})

test('the first refusal counts if the request is refused each time', async () => {
  const { send, sent } = answeringAfter([0, 1100], [403, 403, 403])
  expect(await send(list)).toMatchObject({ exchange: 1, response: { status: 403 } })
  expect(sent.length).toBe(3)
})

test('a retry that meets a server failure is sent once more', async () => {
  const { send, sent } = answeringAfter([0], [422, 'closed', 422])
  expect(await send(list)).toMatchObject({ exchange: 1, response: { status: 422 } })
  expect(sent.map(({ repeats, line }) => [repeats, line?.requests])).toEqual([
    [undefined, undefined],
    [1, undefined],
    [2, 1],
  ])
  const payment = answeringAfter([0], [422, 'reset'])
  expect((await payment.send(pay)).failure?.code).toBe('reset')
  expect(payment.sent.length).toBe(2)
})

test('a valid request that is refused again is sent while no other request is, at last', async () => {
  const quiet = createQuiet()
  const { send, sent, waits } = answeringAfter([0, 1100], [401, 401, 401, 401, 200], [0, 1200], quiet)
  expect(await send(list)).toMatchObject({ exchange: 5, repeats: 1, response: { status: 200 } })
  expect([sent.length, waits]).toEqual([5, [1100, 1200]])
})

test('a valid request that is accepted when it is sent again needs no quiet', async () => {
  const quiet = { ...createQuiet(), inTurn: () => Promise.reject(new Error('quiet')) }
  const { send } = answeringAfter([0], [401, 200], [0], quiet)
  expect(await send(list)).toMatchObject({ exchange: 2 })
})

test('an invalid request that is refused is not sent again', async () => {
  const { send, sent } = answeringAfter([0], [401, 200])
  await send({ ...list, invalid: true })
  expect(sent.length).toBe(1)
})

test('a retry with a token that was renewed since does not count as the same request', async () => {
  const token = { name: 'tokens.full', value: async () => 'a token', renewed: async () => true }
  const { send, sent } = answeringAfter([0, 0], [401, 401])
  expect((await send({ ...list, token })).response?.status).toBe(200)
  expect(sent.map(({ repeats, renewed }) => [repeats, renewed])).toEqual([
    [undefined, undefined],
    [1, undefined],
    [1, undefined],
  ])
  let value = 'another'
  const renewing = answeringAfter([0, 0], [401, 401])
  await renewing.send({ ...list, token: { ...token, value: async () => (value += '!') } })
  expect(renewing.sent.map(({ renewed }) => renewed)).toEqual([undefined, true, true])
})
