import { expect, test } from 'vitest'
import { scriptedSession } from '../../../src/check/testing/scripted-session.ts'
import type { Answer } from '../../../src/http/answers/answer.ts'
import { targetAt } from '../../../src/http/testing/target.ts'
import { expectSum } from './arrival.ts'

const into = 'https://wallet.example/op/incoming-payments/1'
const usd = (value: string) => ({ value, assetCode: 'USD', assetScale: 2 })

const answered = (json: Record<string, unknown>): Answer => {
  const response = { status: 200, headers: {}, text: JSON.stringify(json), json }
  return { exchange: 1, method: 'GET', url: into, response }
}

/** Pays 108 into a receiver that shows 216 then. Returns the requirements that this breaks. */
const brokenBy = async (paid: Partial<Answer>): Promise<string[]> => {
  const { session, log } = scriptedSession(() => 200, {
    target: targetAt('https://wallet.example/op'),
    send: async () => answered({ receivedAmount: usd('216') }),
  })
  const before = {
    receivedAmount: usd('0'),
    incomingAmount: undefined,
    completed: undefined,
    expiresAt: undefined,
    answer: answered({}),
  }
  await expectSum(session, { into, before, paid: [{ ...answered({ receiveAmount: usd('108') }), ...paid }] })
  return log.observed.filter(({ outcome }) => outcome === 'broken').map(({ requirement }) => requirement)
}

test('a payment that arrives twice breaks a requirement', async () => {
  expect(await brokenBy({})).toEqual(['incoming-payment.received-amount.once'])
})

test('nothing is said of a payment that was requested again after a failure, because there may be two', async () => {
  expect(await brokenBy({ repeats: 7 })).toEqual([])
})
