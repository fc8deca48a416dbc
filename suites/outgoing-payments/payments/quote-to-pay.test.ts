import { expect, test } from 'vitest'
import { refusing, type Variant } from '../../../mock/changes/change.ts'
import { replacing } from '../../../mock/changes/replacing.ts'
import { answer, forbidden } from '../../../mock/core/answer.ts'
import { against, brokenIn, verdictsIn } from '../../testing/against-mock.ts'

const answeringWithThePayment: Variant = {
  id: 'paid-quote-answered-with-its-payment',
  says: 'A request to pay a paid quote is answered with its payment',
  override: replacing('answers', 'refused', {
    by: (refused, world) => (refusal) => {
      const { guard, context } = refusal
      const { quote } = context?.subject ?? {}
      const payment = [...world.outgoingPayments.all()].find((one) => quote && one.quote === quote)
      return guard === 'payment-quote-unpaid' && payment
        ? answer(201, world.behaviour.outgoingPayments.show(payment))
        : refused(refusal)
    },
  }),
}

const refusingWith403: Variant = {
  id: 'paid-quote-refused-with-403',
  says: 'A request to pay a paid quote is refused with 403',
  override: replacing('answers', 'refused', {
    gives: (right, { guard }) => (guard === 'payment-quote-unpaid' ? { ...right, status: 403 } : right),
  }),
}

test('a quote that a server refuses with 403 once it is paid is not mistaken for a grant that is used up', async () => {
  const events = await against({ only: ['payments/quote-paid-twice'], further: [refusingWith403] })
  const paidTwice = verdictsIn(events).find(({ check }) => check === 'payments/quote-paid-twice')
  expect(paidTwice?.verdict.status).toBe('passed')
})

test.each([
  ['a server that answers with the payment of the quote', { further: [answeringWithThePayment] }, []],
  [
    'a server that makes a second payment',
    { faults: ['without-payment-quote-unpaid'] },
    ['create-outgoing-payment.quote.paid-once'],
  ],
])('whether a quote is paid twice by %s', async (_name, server, broken) => {
  const events = await against({ only: ['payments/quote-paid-twice'], ...server })
  expect([...brokenIn(events).keys()]).toEqual(broken)
})

const refusingAtFirst = (): Variant => {
  let seen = 0
  return {
    id: 'first-payment-from-a-quote-refused',
    says: 'The first payment from a quote is refused',
    extraGuards: [
      refusing({
        id: 'not-the-first',
        requirement: 'service.rate-limits',
        operations: ['create-outgoing-payment'],
        refusal: forbidden('Not now'),
        isRefused: ({ subject: { quote } }) => quote !== undefined && seen++ === 0,
      }),
    ],
  }
}

test('a payment that is made after the first one was refused is no second payment from the quote', async () => {
  const only = ['payments/quote-paid-twice']
  const events = await against({ only, further: [refusingAtFirst()] })
  expect([...brokenIn(events).keys()]).toEqual([])
  expect(verdictsIn(events).find(({ check }) => check === only[0])?.verdict.status).toBe('inconclusive')
})

test('a server that writes the metadata of a refused second payment to the first one fails', async () => {
  const only = ['payments/quote-paid-twice', 'last-look']
  const events = await against({ only, faults: ['second-payment-leaves-its-metadata'] })
  expect([...brokenIn(events).keys()]).toEqual(['create-outgoing-payment.metadata.kept'])
})

test('a server fails if a refused second payment marks the first one as failed, although it was sent', async () => {
  const only = ['payments/quote-paid-twice']
  const events = await against({ only, faults: ['second-payment-fails-the-first'] })
  expect([...brokenIn(events)]).toContainEqual(['outgoing-payment.failed.not-when-sent', 'failure'])
})
