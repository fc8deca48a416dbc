import { expect, test } from 'vitest'
import { refusing, type Variant } from '../../mock/changes/change.ts'
import { badRequest } from '../../mock/core/answer.ts'
import { receiverOf } from '../../mock/outgoing-payments/create.ts'
import { paymentOrder } from '../../mock/outgoing-payments/subject.ts'
import { against, verdictsIn } from '../testing/against-mock.ts'

const id = 'overpaying/fixed-receiver'

test('a server that quotes only without an amount for a receiver with an incomingAmount is judged', async () => {
  const events = await against({ only: [id], variants: ['one-amount-on-fixed-refused'] })
  expect(verdictsIn(events).find(({ check }) => check === id)?.verdict).toEqual({ status: 'passed' })
})

/** A server that quotes parts of what is due, like others. */
const exactly: Variant = {
  id: 'invoices-paid-exactly',
  says: 'A payment into a receiver with an incomingAmount is refused unless it brings all that is due',
  extraGuards: [
    refusing({
      id: 'invoice-paid-exactly',
      family: 'rule',
      requirement: 'incoming-payment.received-amount.within-maximum',
      operations: ['create-outgoing-payment'],
      refusal: badRequest('The invoice must be paid in one payment'),
      isRefused: ({ world, subject }) => {
        const order = paymentOrder(subject)
        const room = order && world.behaviour.incomingPayments.room(receiverOf(order))
        if (!order || room === undefined) return false
        return world.behaviour.outgoingPayments.amounts(order).receive !== room
      },
    }),
  ],
}

test('a server whose receivers have to be paid exactly is judged by such payments', async () => {
  const events = await against({ only: [id], further: [exactly] })
  expect(verdictsIn(events).find(({ check }) => check === id)?.verdict).toEqual({ status: 'passed' })
})

/** A server on which only the other client gets through, and whose lists show each client its own payments. */
const apart: Variant = {
  id: 'payers-apart',
  says: 'Another client pays first, and a list shows only what its own client has made',
  extraGuards: [
    refusing({
      id: 'payer-comes-second',
      family: 'rule',
      requirement: 'incoming-payment.received-amount.within-maximum',
      operations: ['create-outgoing-payment'],
      refusal: badRequest('Another client is paying this receiver'),
      isRefused: ({ world, token, subject: { receiver } }) =>
        receiver?.incomingAmount !== undefined &&
        receiver.receivedAmount.value === 0n &&
        token?.client === world.clients.signing,
    }),
  ],
  override: ({ lists: { items } }) => ({
    lists: {
      items: (store, wallet, token) =>
        items(store, wallet, token).filter((one) => !('client' in one) || one.client === token?.client),
    },
  }),
}

test('a payment by another client is watched in the list of that client', async () => {
  const events = await against({ only: [id], further: [apart] })
  expect(verdictsIn(events).find(({ check }) => check === id)?.verdict).toEqual({ status: 'passed' })
})
