import { expect, test } from 'vitest'
import { PreconditionFailed } from '../../check/session.ts'
import type { Answer } from '../../http/answers/answer.ts'
import type { RequestDraft } from '../../http/draft.ts'
import { budgeted } from './budgeted.ts'

const pay: RequestDraft = { operation: 'create-outgoing-payment', method: 'POST', path: '/', debits: 7n }

/** Sends a payment over this transport. */
const paying = (transport: () => Promise<unknown>) => {
  const written: string[] = []
  const spent: bigint[] = []
  const spending = {
    take: (value: bigint) => void spent.push(value),
    giveBack: (value: bigint) => void spent.push(-value),
  }
  const layer = budgeted({ spending, record: ({ state, debits }) => written.push(`${state} ${debits}`) }, 'a')
  const send = layer(transport as () => Promise<Answer>)
  return { send, written, spent }
}

test.each([
  ['is refused', { response: { status: 403 } }],
  ['is told to wait', { failure: { code: 'throttled' } }],
])('a payment that %s does not count against the budget', async (_, answer) => {
  const { send, spent, written } = paying(async () => answer)
  await send(pay)
  expect(spent).toEqual([7n, -7n])
  expect(written).toEqual(['sending 7', 'not made 7'])
})

test.each([
  ['is accepted', { response: { status: 201 } }],
  ['gets no answer in time', { failure: { code: 'timeout' } }],
  ['meets a failure of the server', { response: { status: 500 } }],
])('a payment that %s counts as made', async (_, answer) => {
  const { send, spent } = paying(async () => answer)
  await send(pay)
  expect(spent).toEqual([7n])
})

test('a payment that was not sent does not count against the budget, and its error is passed on', async () => {
  const { send, spent } = paying(() => Promise.reject(new PreconditionFailed('maxRequests')))
  await expect(send(pay)).rejects.toThrow('maxRequests')
  expect(spent).toEqual([7n, -7n])
})

test('a payment that does not say what it debits is not sent', async () => {
  const { debits: _, ...silent } = pay
  const { send } = paying(() => Promise.reject(new Error('it was sent')))
  await expect(send(silent)).rejects.toThrow('a sends a payment without saying what it debits')
})

test('a request that pays nothing is passed on', async () => {
  const { send, spent } = paying(async () => 'its answer')
  expect(await send({ operation: 'get-quote', method: 'GET', path: '/' })).toBe('its answer')
  expect(spent).toEqual([])
})
