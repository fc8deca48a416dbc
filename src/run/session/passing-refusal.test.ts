import { expect, test } from 'vitest'
import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import type { Target } from '../../target-file/target.ts'
import { createBaseline } from './baseline.ts'
import { pausesAfter } from './passing-refusal.ts'
import type { Run } from './run.ts'

const token = { name: 'tokens.full', value: async () => 'a-token' }
const list: RequestDraft = {
  operation: 'list-outgoing-payments',
  method: 'GET',
  path: '/outgoing-payments',
  token,
}
const read: RequestDraft = { operation: 'get-quote', method: 'GET', path: '/quotes/1', token }

const answering = ({ method, path }: RequestDraft, status: number): Answer => ({
  exchange: 1,
  method,
  url: path,
  response: { status, headers: {}, text: '', json: undefined },
})

const quote = (receiver: string): RequestDraft => ({
  operation: 'create-quote',
  method: 'POST',
  path: '/quotes',
  body: { receiver },
  token,
})

/** The pauses after a request got this status, in a run in which the list and another quote were accepted. */
const pauses = (status: number, draft = read) => {
  const target = { baseUrl: 'https://wallet.example', profile: { directPayment: {} } } as unknown as Target
  const baseline = createBaseline(target)
  baseline.sent(list, answering(list, 200), true)
  baseline.sent(quote('one'), answering(quote('one'), 201), true)
  const liveness = { isAlive: () => true, wasRevived: () => false }
  const run = { facts: { target }, memory: { baseline }, liveness } as unknown as Run
  return pausesAfter(run, draft, answering(draft, status))
}

test('a 401 to the first request of an operation is tried again if its token was accepted for another one', () => {
  expect(pauses(401).soon).toEqual([0])
  expect(pauses(401).inQuiet.length).toBeGreaterThan(0)
})

test.each([403, 404, 402, 409])('a %i to the first request of an operation is not tried again', (status) => {
  expect(pauses(status)).toEqual({ soon: [], inQuiet: [] })
})

test('a quote is tried again if the server may have known no price, which only a 422 says', () => {
  expect(pauses(422, quote('another')).soon.length).toBeGreaterThan(1)
  expect(pauses(400, quote('another'))).toEqual({ soon: [], inQuiet: [] })
  expect(pauses(422)).toEqual({ soon: [], inQuiet: [] })
})
