import { expect, test } from 'vitest'
import { loadCatalogue } from '../../catalogue/catalogue.ts'
import { refused, unmet } from './outcome.ts'
import { createConversation } from './side.ts'
import { filledOnce } from './watch.ts'

const server = (name: string) => ({ name, catalogue: loadCatalogue('interface') })
const step = { step: 'watch the receiver', want: 'this', got: 'that' }

test.each([
  ['incoming-payment.received-amount.within-maximum', 'failed'],
  ['incoming-payment.received-amount.as-sent', 'warned'],
  ['incoming-payment.received-amount.arrives-elsewhere', 'noted'],
  ['create-quote.inferred-amount', 'noted'],
  ['there.is.none', 'noted'],
])('an unmet %s is %s, by its level, and never failed if it is disputed', (requirement, status) => {
  expect(unmet(requirement, server('a'), step)).toMatchObject({
    status,
    requirement,
    broken: { at: 'a', got: 'that' },
  })
})

test('a refused quote is noted between two servers, and left to the own report of one', () => {
  const answer = { exchange: 1, method: 'POST', url: 'https://a.example/quotes' }
  const tried = {
    ...answer,
    response: { status: 400, headers: {}, text: '', json: undefined },
    says: { body: '', challenge: '' },
    sent: 0,
    received: 0,
  }
  expect(refused('quote', server('a'), server('b'), tried).status).toBe('noted')
  expect(refused('quote', server('a'), server('a'), tried).status).toBe('not judged')
})

const eur = (value: string) => ({ value, assetCode: 'EUR', assetScale: 2 })

/** Watches a receiver of 693 into which two payments of 692 were accepted, and which shows that amount. */
const watched = async (received: string, settleTimeout = 2000) => {
  let now = 0
  const side = { ...server('b'), trials: { target: { limits: { settleTimeout } } } } as never
  const tried = { shows: { completed: false, incomingAmount: eur('693'), receivedAmount: eur(received) } }
  const talk = { ...createConversation(), readReceiver: async () => tried as never }
  const wait = async (time: number): Promise<void> => {
    now += time
  }
  const world = { now: () => new Date(now), wait }
  const begun = {
    receiver: { url: '' },
    holder: server('b'),
    before: { completed: false, incomingAmount: eur('693'), receivedAmount: eur('0') },
  }
  const quote = { id: '', debitAmount: eur('692'), receiveAmount: eur('692') }
  const payments = [side, side].map((sender) => ({ id: '', quote, sender }))
  return filledOnce(
    { sender: side, receiver: side, kind: 'two payers', talk, world, sides: [], atOnce: false },
    begun,
    payments,
  )
}

test('a receiver of two payers that rounding leaves unfilled is noted, and one that takes too much is at fault', async () => {
  expect(await watched('693')).toMatchObject({ status: 'passed' })
  expect(await watched('693', 500)).toMatchObject({ status: 'passed' })
  expect(await watched('692')).toMatchObject({
    status: 'noted',
    broken: { got: '692 EUR/2', want: 'at most 693 EUR/2, of which quotes promised 692 EUR/2 and 692 EUR/2' },
  })
  expect(await watched('1384')).toMatchObject({
    status: 'failed',
    requirement: 'incoming-payment.received-amount.within-maximum',
    broken: { at: 'b', got: '1384 EUR/2', alone: true },
  })
})
