import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PreconditionFailed } from '../../check/session.ts'
import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { fullToken, targetAt } from '../../http/testing/target.ts'
import { createQuiet, outsideQuiet } from '../layers/quiet.ts'
import { createLanes } from './lanes.ts'
import { newMemory, type Run } from './run.ts'
import { sessionOf } from './session.ts'

const draft: RequestDraft = { operation: 'get-quote', method: 'GET', path: '/quotes/1' }

/** A session whose requests are all accepted, one after the other. */
const accepting = (changes: object = {}) => {
  let ticks = 0
  let exchange = 0
  const controls: unknown[] = []
  const run = {
    facts: {},
    settings: { runs: 1 },
    clocks: { own: {}, now: () => new Date(0), resting: () => ({}) },
    quiet: createQuiet(),
    lanes: createLanes(1),
    memory: {
      controls: { accepted: new Map(), underWay: new Map() },
      creating: new Set(),
      baseline: { requestOf: () => undefined },
    },
    journal: { write: (event: { exchange?: number }) => controls.push(event.exchange) },
    transport: () => async (): Promise<Answer> => ({
      exchange: ++exchange,
      method: 'GET',
      url: 'http://127.0.0.1/quotes/1',
      ticks: { sent: ++ticks, received: ++ticks },
      response: { status: 200, headers: {}, text: '{}', json: {} },
    }),
  }
  const session = sessionOf({ ...run, ...changes } as unknown as Run, { check: 'quotes/one' })
  return { session, sent: () => exchange, controls }
}

test('one accepted control closes the batches of all requests that were answered before it was sent', async () => {
  const { session, sent, controls } = accepting()
  const [first, second] = [session.controls.open(), session.controls.open()]
  const before = [await session.send(draft), await session.send({ ...draft, path: '/quotes/2' })]
  await session.controls.reuse(draft, [first], before.slice(0, 1))
  await session.controls.reuse(draft, [second], before.slice(1))
  expect(sent()).toBe(3)
  expect(controls).toEqual([3, 3])
})

test('controls that are wanted at the same moment are sent once', async () => {
  const { session, sent, controls } = accepting()
  const batches = [1, 2, 3].map(() => session.controls.open())
  await Promise.all(batches.map((batch) => session.controls.reuse(draft, [batch], [])))
  expect(sent()).toBe(1)
  expect(controls).toEqual([1, 1, 1])
})

test('a control does not close a batch if it was sent before the last request of the batch was answered', async () => {
  const { session, sent, controls } = accepting()
  await session.controls.send(draft, [session.controls.open()])
  const later = await session.send({ ...draft, path: '/quotes/2' })
  await session.controls.reuse(draft, [session.controls.open()], [later])
  expect(sent()).toBe(3)
  expect(controls).toEqual([1, 3])
})

test('a control that is sent again after a wait keeps its lane, because the other lanes may wait for it', async () => {
  const lanes = createLanes(1)
  const wait = async () => {}
  const statuses = [503]
  const run = {
    facts: {},
    settings: { runs: 1 },
    clocks: { own: { wait: () => lanes.rest(wait) }, now: () => new Date(0), resting: () => ({ wait }) },
    lanes,
    quiet: createQuiet(),
    memory: {
      controls: { accepted: new Map(), underWay: new Map() },
      creating: new Set(),
      baseline: { requestOf: () => undefined },
    },
    journal: { write: () => {} },
    transport: () => async (): Promise<Answer> => ({
      exchange: 1,
      method: 'GET',
      url: 'http://127.0.0.1/quotes/1',
      response: { status: statuses.pop() ?? 200, headers: { 'retry-after': '1' }, text: '{}', json: {} },
    }),
  }
  const { controls } = sessionOf(run as unknown as Run, { check: 'quotes/one' })
  let ended = 0
  const both = lanes.offer(2, async (place) => {
    if (place === 0) await controls.send(draft, [controls.open()])
    else await controls.reuse(draft, [controls.open()])
    ended++
  })
  await Promise.race([both(), delay(1000)])
  expect(ended).toBe(2)
})

test('a receiver is looked at only once the retries of a refused request, which hold back all others, are over', async () => {
  const target = targetAt('https://server.example')
  const [memory, quiet] = [newMemory(target), createQuiet()]
  const receiver = 'https://server.example/incoming-payments/1'
  const quote: RequestDraft = {
    ...{ operation: 'create-quote', method: 'POST', path: '/quotes', token: fullToken },
    body: { receiver, debitAmount: {} },
  }
  const sent: string[] = []
  const wire = async ({ method }: RequestDraft): Promise<Answer> => {
    sent.push(method)
    const response = { status: method === 'GET' ? 200 : 403, headers: {}, text: '{}', json: {} }
    return { exchange: sent.length, method, url: receiver, response }
  }
  const response = { status: 201, headers: {}, text: '{}', json: {} }
  memory.baseline.sent(quote, { exchange: 0, method: 'POST', url: receiver, response }, true)
  const { session } = accepting({
    facts: { target },
    liveness: { isAlive: () => true, wasRevived: () => false },
    clocks: { own: {}, resting: () => ({ wait: async () => {} }) },
    memory,
    quiet,
    transport: () => outsideQuiet(quiet)(wire),
  })
  await Promise.race([session.send(quote), delay(1000)])
  expect(sent).toEqual([...Array(8).fill('POST'), 'GET'])
})

test('if a clock cannot be moved, the run asks whether the server is there, and the move fails', async () => {
  const asked: string[] = []
  const { session } = accepting({
    clocks: { own: {}, resting: () => ({}), server: { advance: () => Promise.reject(new Error('closed')) } },
    liveness: { ask: async (check: string) => void asked.push(check) },
  })
  await expect(session.time.server?.advance(1)).rejects.toThrow('closed')
  expect(asked).toEqual(['quotes/one'])
})

test('an answer that cannot be judged breaks no claim, but ends the check', () => {
  const { session } = accepting({ settings: { runs: 1, stands: () => true } })
  const answer: Answer = {
    exchange: 1,
    method: 'GET',
    url: 'http://127.0.0.1/quotes/1',
    failure: { code: 'throttled', message: 'too many requests' },
  }
  const seen = { requirement: 'quote.stays', want: 'still there', got: 'no answer', answer }
  expect(() => session.observe({ ...seen, outcome: 'broken' })).toThrow(
    new PreconditionFailed('too many requests'),
  )
})

test.each([
  ['the request of the start', 200, 200, 'held', '/outgoing-payments'],
  ['the first quote, if the server fails at the request of the start', 500, 201, 'held', '/quotes'],
  ['nothing, if the server fails at both', 500, 500, 'broken', '/outgoing-payments'],
  ['nothing, if the server refuses the request of the start', 401, 201, 'broken', '/outgoing-payments'],
])('a server that still serves the client is shown by %s', async (_, list, quote, outcome, path) => {
  const events: object[] = []
  let exchange = 0
  const { session } = accepting({
    journal: { write: (event: object) => events.push(event) },
    start: {
      whole: async () => ({ ...draft, operation: 'list-outgoing-payments', path: '/outgoing-payments' }),
      quote: { ...draft, operation: 'create-quote', path: '/quotes' },
    },
    transport: () => async (sent: RequestDraft) => ({
      exchange: ++exchange,
      method: 'GET',
      url: `http://127.0.0.1${sent.path}`,
      response: { status: sent.path === '/quotes' ? quote : list, headers: {}, text: '' },
    }),
  })
  await session.controls.witness()
  expect(events).toMatchObject([{ outcome, got: expect.stringContaining(path) }])
})
