import { expect, test } from 'vitest'
import { call } from '../testing/call.ts'
import { askGrant, forQuotes, type Learnt } from '../testing/grants.ts'
import { askPayment } from '../testing/requests.ts'
import { running } from '../testing/running.ts'
import { durations } from './durations.ts'

test('the lifetime of tokens and the time of payments are as configured', async () => {
  const mock = await running({ variants: [durations({ tokenLife: 20_000, settleTime: 90_000 })] })
  const { json } = await call(mock, askGrant(mock, { access_token: { access: [forQuotes] } }))
  expect((json as Learnt).access_token).toMatchObject({ expires_in: 20 })
  await call(mock, askPayment(mock))
  const [payment] = [...mock.world.outgoingPayments.all()].slice(-1)
  expect(payment && mock.world.behaviour.outgoingPayments.pace(payment)).toEqual([30_000, 60_000, 90_000])
})
