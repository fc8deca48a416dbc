import { expect, test } from 'vitest'
import { askControl } from '../testing/ask-control.ts'
import { call } from '../testing/call.ts'
import { pathOfId, pay, usd } from '../testing/requests.ts'
import { type Running, running } from '../testing/running.ts'

const order = (mock: Running, body: object) => askControl(mock, 'POST', '/payments', body)

/** Makes a payment, and reads it long after it has settled. */
const madeBy = async (mock: Running) => {
  const path = pathOfId(mock, await pay(mock, { debitAmount: usd('90') }))
  mock.clock.advance(60_000)
  const { json } = await call(mock, { path: '/outgoing-payments' })
  const { result } = json as { result: Array<{ id: string; failed: boolean; sentAmount: object }> }
  return result.find(({ id }) => id.endsWith(path.split('/').at(-1) ?? '?'))
}

test('the next payment fails half way, and the one after it does not', async () => {
  const mock = await running()
  expect((await order(mock, { next: 'fails' })).json).toEqual({ next: ['fails'] })
  expect(await madeBy(mock)).toMatchObject({ failed: true, sentAmount: usd('30') })
  expect(await madeBy(mock)).toMatchObject({ failed: false, sentAmount: usd('90') })
})

test('payments that stall half way neither fail nor go on', async () => {
  const mock = await running()
  await order(mock, { next: 'stalls', times: 2 })
  for (const _ of [1, 2]) expect(await madeBy(mock)).toMatchObject({ failed: false, sentAmount: usd('30') })
  expect(await madeBy(mock)).toMatchObject({ sentAmount: usd('90') })
})

test('the mock lists orders for payments until DELETE or a reset removes them', async () => {
  const mock = await running()
  await order(mock, { next: 'fails' })
  expect((await order(mock, { next: 'stalls' })).json).toEqual({ next: ['fails', 'stalls'] })
  expect((await askControl(mock, 'DELETE', '/payments')).json).toEqual({ next: [] })
  await order(mock, { next: 'fails' })
  await askControl(mock, 'POST', '/reset')
  expect((await askControl(mock, 'GET', '/payments')).json).toEqual({ next: [] })
})

test.each([
  [{ next: 'fail' }, 'next is not one of fails, stalls. Did you mean "fails"?'],
  [{ next: 'fails', times: 0 }, 'times is not an integer from 1 to 1000'],
])('the order %j is refused', async (body, description) => {
  const mock = await running()
  expect(await order(mock, body)).toMatchObject({ status: 400, json: { error: { description } } })
})
