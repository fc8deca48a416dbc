import { expect, test } from 'vitest'
import { call } from '../../../mock/testing/call.ts'
import { askConsent, askGrant } from '../../../mock/testing/grants.ts'
import { running } from '../../../mock/testing/running.ts'
import { answeredWait } from './serve.ts'

test('only the answer to a grant request that needs consent asks the client to wait', async () => {
  const mock = await running()
  await call(mock, askConsent(mock))
  await call(mock, askGrant(mock))
  await call(mock, { path: '/incoming-payments' })
  expect(mock.exchanges.all().map(answeredWait)).toEqual([5000, 0, 0])
})
