import { expect, test } from 'vitest'
import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { type LearnedMemory, learning } from './learning.ts'

const pay: RequestDraft = {
  operation: 'create-outgoing-payment',
  method: 'POST',
  path: '/outgoing-payments',
  body: { quoteId: 'https://wallet.example/quotes/1' },
}

/** Sends requests that all get this answer, and returns what the layer remembers of them. */
const remembering = () => {
  const good: boolean[] = []
  const memory: LearnedMemory = {
    baseline: { sent: (_draft, _answer, isValid) => void good.push(isValid) },
    known: new Map(),
    unshown: new Map(),
    cursors: new Map(),
    dateIsBehind: 0,
  }
  const send = (answer: object, draft: RequestDraft, tamper?: () => never) =>
    learning(memory, 'a')(async () => answer as Answer)(draft, tamper)
  return { memory, good, send }
}

const created = (id: string) => ({ response: { status: 201, headers: {}, json: { id, receiver: 'r' } } })
const refused = { response: { status: 400 } }

test('only a valid, untampered request counts as good for the baseline', async () => {
  const { send, good } = remembering()
  await send(created('https://wallet.example/outgoing-payments/1'), pay)
  await send(refused, { ...pay, invalid: true })
  await send(refused, pay, () => {
    throw new Error('it is not called here')
  })
  expect(good).toEqual([true, false, false])
})

test('a resource that an accepted request created is remembered with its quote', async () => {
  const { send, memory } = remembering()
  await send(created('https://wallet.example/outgoing-payments/1'), pay)
  expect([...memory.known.values()]).toMatchObject([
    { kind: 'outgoing-payment', receiver: 'r', quoteId: 'https://wallet.example/quotes/1' },
  ])
  expect(memory.unshown.size).toBe(0)
})

test('the memory keeps the last answer, and creations that were refused or got no answer', async () => {
  const { send, memory } = remembering()
  const lost = { failure: { code: 'timeout' } }
  await send(refused, pay)
  await send(lost, pay)
  await send(refused, { operation: 'get-quote', method: 'GET', path: '/quotes/1' })
  expect(memory.unshown.get('a')?.map(({ answer }) => answer)).toEqual([refused, lost])
  expect(memory.latest).toBe(refused)
})

test('the memory keeps a creation that was answered with an earlier resource', async () => {
  const { send, memory } = remembering()
  const first = created('https://wallet.example/outgoing-payments/1')
  const again = { ...first, exchange: 2 }
  const paid: RequestDraft = { ...pay, token: { name: 'tokens.full', value: async () => 't' } }
  await send(first, paid)
  await send(again, paid)
  expect(memory.unshown.get('a')?.map(({ answer }) => answer)).toEqual([again])
})

test('the memory keeps the latest sixty refusals of a check, and every request without an answer', async () => {
  const { send, memory } = remembering()
  const lost = { failure: { code: 'timeout' } }
  await send(lost, pay)
  for (let count = 0; count < 70; count++) await send({ ...refused, exchange: count }, pay)
  const kept = memory.unshown.get('a')?.map(({ answer }) => answer) ?? []
  expect(kept).toHaveLength(61)
  expect([kept[0], kept[1]?.exchange, kept[60]?.exchange]).toEqual([lost, 10, 69])
})

test('the first cursor that a list gave to a valid request of the wallet is remembered', async () => {
  const { send, memory } = remembering()
  const list = {
    operation: 'list-incoming-payments',
    method: 'GET',
    path: '/',
    token: { name: 'tokens.full' },
  }
  const page = (endCursor: unknown) => ({ response: { status: 200, json: { pagination: { endCursor } } } })
  for (const [answer, change] of [
    [page('invalid'), { invalid: true }],
    [page('of others'), { token: { name: 'otherWallet.token' } }],
    [page(7), {}],
    [page('first'), {}],
    [page('second'), {}],
  ] as const)
    await send(answer, { ...list, ...change } as RequestDraft)
  expect([...memory.cursors]).toEqual([['list-incoming-payments', 'first']])
})

test('a quote is known to be in use while a valid payment of it is under way', async () => {
  const { memory, send } = remembering()
  const quote = { operation: 'create-quote', method: 'POST', path: '/quotes' } as const
  const id = 'https://wallet.example/quotes/1'
  await send({ response: { status: 201, headers: {}, json: { id, receiver: 'r' } } }, quote)
  const seen: Array<number | undefined> = []
  const paying = (draft: RequestDraft) =>
    learning(
      memory,
      'a',
    )(async () => {
      seen.push(memory.known.get(id)?.paying)
      return refused as Answer
    })(draft)
  await paying(pay)
  await paying({ ...pay, invalid: true })
  expect([...seen, memory.known.get(id)?.paying]).toEqual([1, 0, 0])
})

test('the memory keeps by how much a Date header is behind the createdAt of a new resource', async () => {
  const { send, memory } = remembering()
  const createdAt = '2030-01-01T12:00:31Z'
  const answer = (id: string, seconds: string) => ({
    response: {
      status: 201,
      headers: { date: `Tue, 01 Jan 2030 12:00:${seconds} GMT` },
      json: { id, createdAt },
    },
  })
  await send(answer('https://wallet.example/outgoing-payments/1', '00'), pay)
  await send(answer('https://wallet.example/outgoing-payments/2', '20'), pay)
  expect(memory.dateIsBehind).toBe(30_000)
})
