import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountOf } from '../core/amounts.ts'
import type { Mock } from '../server/options.ts'
import { firstWallet, tokenOf } from '../state/lookup.ts'
import type { IncomingPayment, IncomingPaymentKind } from '../state/resources.ts'
import type { World } from '../state/world.ts'
import { running } from '../testing/running.ts'
import { createOutgoingPayment } from './create.ts'
import { settle } from './settle.ts'

const receiversOf = ({ incomingPayments }: World, kind: IncomingPaymentKind): IncomingPayment[] =>
  [...incomingPayments.all()].filter((each) => each.kind === kind && each.wallet.name === 'carol')

const payInto = (world: World, receiver: IncomingPayment | undefined, value: bigint) => {
  if (!receiver) throw new Error('no such receiver')
  const wallet = firstWallet(world)
  const order = { wallet, receiver, debitAmount: amountOf(value, wallet.asset) }
  return createOutgoingPayment(world, order, tokenOf(world, wallet))
}

const after = ({ world, clock }: Mock, milliseconds: number): void => {
  clock.advance(milliseconds)
  settle(world)
}

test('a payment is sent in thirds, each of which arrives immediately', async () => {
  const mock = await running()
  const { world } = mock
  const [receiver] = receiversOf(world, 'open')
  const payment = payInto(world, receiver, 100n)
  const seen = [0, 50, 49, 1, 50, 1000].map((milliseconds) => {
    after(mock, milliseconds)
    const { sentAmount, failed, updatedAt, createdAt } = payment
    return [sentAmount.value, receiver?.receivedAmount.value, failed, updatedAt - createdAt]
  })
  expect(seen).toEqual([
    [0n, 0n, false, 0],
    [33n, 33n, false, 50],
    [33n, 33n, false, 50],
    [66n, 66n, false, 100],
    [100n, 100n, false, 150],
    [100n, 100n, false, 150],
  ])
})

test('a stopped clock stops every payment', async () => {
  const mock = await running()
  const { world } = mock
  const payment = payInto(world, receiversOf(world, 'open')[0], 100n)
  for (let times = 0; times < 3; times += 1) settle(world)
  expect(payment.sentAmount.value).toBe(0n)
})

test('a receiver completes when its incoming amount is reached, by several payments too', async () => {
  const mock = await running()
  const { world } = mock
  const [receiver] = receiversOf(world, 'fixed')
  payInto(world, receiver, 499n)
  after(mock, 200)
  expect(receiver?.completed).toBe(false)
  payInto(world, receiver, 1n)
  after(mock, 200)
  expect(receiver).toMatchObject({ completed: true, receivedAmount: { value: 500n } })
})

test('a payment to a failing receiver stops after a third and is marked as failed', async () => {
  const mock = await running()
  const { world } = mock
  const payment = payInto(world, receiversOf(world, 'failing')[0], 90n)
  after(mock, 1000)
  expect(payment).toMatchObject({ failed: true, sentAmount: { value: 30n } })
  expect(payment.updatedAt - payment.createdAt).toBe(100)
})

test.each([
  ['completes', (receiver: IncomingPayment) => Object.assign(receiver, { completed: true })],
  ['expires', (receiver: IncomingPayment, now: number) => Object.assign(receiver, { expiresAt: now + 1 })],
])('a payment whose receiver %s meanwhile fails, and nothing more arrives', async (_what, change) => {
  const mock = await running()
  const { world } = mock
  const [receiver] = receiversOf(world, 'open')
  const payment = payInto(world, receiver, 90n)
  after(mock, 50)
  if (receiver) change(receiver, world.now())
  after(mock, 1000)
  expect(payment).toMatchObject({ failed: true, sentAmount: { value: 30n } })
  expect(receiver?.receivedAmount.value).toBe(30n)
})

test('a payment of nothing does not fail, whatever its receiver', async () => {
  const mock = await running()
  const { world } = mock
  const payment = payInto(world, receiversOf(world, 'failing')[0], 0n)
  after(mock, 1000)
  expect(payment.failed).toBe(false)
})

const payments = fc.array(
  fc.record({
    kind: fc.constantFrom('open', 'fixed', 'failing'),
    nth: fc.nat({ max: 1 }),
    value: fc.bigInt({ min: 0n, max: 166n }),
    wait: fc.nat({ max: 200 }),
  }),
  { maxLength: 6 },
)

test('within an asset receivers have received what senders have sent, at every moment', async () => {
  const mock = await running()
  const { world } = mock
  fc.assert(
    fc.property(payments, (made) => {
      const receivers = new Set<IncomingPayment>()
      const sent = made.map(({ kind, nth, value, wait }) => {
        const receiver = receiversOf(world, kind as IncomingPaymentKind)[nth]
        if (!receiver) throw new Error('no such receiver')
        if (!receivers.has(receiver)) Object.assign(receiver, anew(receiver))
        receivers.add(receiver)
        const payment = payInto(world, receiver, value)
        after(mock, wait)
        return payment
      })
      for (const wait of [0, 30, 70, 200]) {
        after(mock, wait)
        const total = (amounts: bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)
        expect(total([...receivers].map(({ receivedAmount }) => receivedAmount.value))).toBe(
          total(sent.map(({ sentAmount }) => sentAmount.value)),
        )
      }
      for (const { failed, sentAmount, debitAmount } of sent)
        expect(failed).toBe(sentAmount.value < debitAmount.value)
    }),
  )
})

const anew = (receiver: IncomingPayment) => ({
  receivedAmount: amountOf(0n, receiver.receivedAmount),
  completed: false,
})

test('the sum that a payment has sent depends on the time alone, not on earlier reads', async () => {
  const looks = fc.array(fc.nat({ max: 60 }), { maxLength: 8 })
  const lasting = 170
  const mock = await running()
  const { world } = mock
  fc.assert(
    fc.property(looks, fc.bigInt({ min: 0n, max: 1000n }), (waits, value) => {
      const [watched, unwatched] = receiversOf(world, 'open')
      const [one, other] = [payInto(world, watched, value), payInto(world, unwatched, value)]
      const end = one.createdAt + lasting
      for (const wait of waits) if (world.now() + wait < end) after(mock, wait)
      after(mock, end - world.now())
      expect([one.sentAmount, one.updatedAt]).toEqual([other.sentAmount, other.updatedAt])
      expect(one.sentAmount.value).toBe(value)
    }),
  )
})
