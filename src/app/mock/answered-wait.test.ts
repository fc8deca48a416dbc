import { expect, test } from 'vitest'
import { call } from '../../../mock/testing/call.ts'
import { askConsent, askGrant } from '../../../mock/testing/grants.ts'
import { running } from '../../../mock/testing/running.ts'
import { answeredWait } from './answered-wait.ts'

test('the wait of a grant that a person has to decide is waited for, and no other answer asks for one', async () => {
  const mock = await running()
  await call(mock, askConsent(mock))
  await call(mock, askGrant(mock))
  await call(mock, { path: '/incoming-payments' })
  expect(mock.exchanges.all().map(answeredWait)).toEqual([5000, 0, 0])
})
