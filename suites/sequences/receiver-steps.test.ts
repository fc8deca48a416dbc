import { expect, test } from 'vitest'
import { scriptedSession } from '../../src/check/testing/scripted-session.ts'
import type { Amount } from '../../src/core/amount.ts'
import { expectWithin } from '../outgoing-payments/settling/in-full.ts'
import type { Received } from '../support/receiving.ts'
import { expectReceived } from './receiver-steps.ts'
import { newService } from './service.ts'

const most: Amount = { value: '20', assetCode: 'USD', assetScale: 2 }
const finer = (value: string): Amount => ({ ...most, value, assetScale: 4 })

const received = (receivedAmount: Amount, incomingAmount?: Amount): Received => ({
  receivedAmount,
  incomingAmount,
  completed: undefined,
  expiresAt: undefined,
  answer: { exchange: 1, method: 'GET', url: '/incoming-payments/1' },
})

/** Returns the requirements that are broken when a receiver shows this amount after that one. */
const brokenBy = (before: Amount, now: Amount): string[] => {
  const { session, log } = scriptedSession(() => 200)
  const into = {
    url: 'https://server.example/incoming-payments/1',
    before: undefined,
    last: received(before),
  }
  expectReceived({ session, step: 'step 1', service: newService() }, into, received(now, most))
  expectWithin(session, most, received(now))
  return log.observed.filter(({ outcome }) => outcome === 'broken').map(({ requirement }) => requirement)
}

const within = 'incoming-payment.received-amount.within-maximum'
const grows = 'incoming-payment.received-amount.grows'

test.each<[string, Amount, Amount, string[]]>([
  ['all of the maximum at a finer scale', most, finer('2000'), []],
  ['more than the maximum at a finer scale', most, finer('2001'), [within, within]],
  ['the same number of smaller units', most, finer('20'), [grows]],
  ['as much at a coarser scale', finer('1000'), { ...most, value: '10' }, []],
  ['another currency', most, { ...most, assetCode: 'EUR', value: '10' }, []],
])('amounts at different scales are compared by their worth: %s', (_, before, now, broken) => {
  expect(brokenBy(before, now)).toEqual(broken)
})
