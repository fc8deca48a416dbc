import { expect, test } from 'vitest'
import { scriptedSession } from '../../src/check/testing/scripted-session.ts'
import { expectKept } from './compare.ts'
import { newService } from './service.ts'

const asked = { value: '20', assetCode: 'USD', assetScale: 2 }

test.each([
  ['at a finer scale is kept', { ...asked, value: '2000', assetScale: 4 }, 'held'],
  ['that differs is not kept', { ...asked, value: '2001', assetScale: 4 }, 'broken'],
])('a quoted amount %s', (_, debitAmount, outcome) => {
  const { session, log } = scriptedSession(() => 201)
  const at = { session, step: 'step 0', service: newService() }
  const response = { status: 201, headers: {}, text: '', json: { debitAmount } }
  const answer = { exchange: 1, method: 'POST', url: '/quotes', response }
  expectKept(at, answer, 'create-quote.fixed-send', 'debitAmount', asked)
  expect(log.observed).toMatchObject([{ outcome }])
})
