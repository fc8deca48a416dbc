import { expect, test } from 'vitest'
import { tryAll } from '../../../suites/testing/sampled.ts'
import type { PaymentCase } from '../../interop/payments/cell.ts'
import { cellsOf, network } from './testing/network.ts'

interface Planted {
  /** A fault of server a. The servers b and c have none. */
  fault: string
  case: PaymentCase
  /** The side that is blamed if a pays b, and below that the side if b pays a. Undefined if the payment passes. */
  asSender?: 'sender'
  asReceiver?: 'receiver'
}

const planted: Planted[] = [
  { fault: 'payment-arrives-with-more', case: 'open', asSender: 'sender' },
  { fault: 'payment-arrives-twice', case: 'open', asSender: 'sender' },
  { fault: 'payment-delivers-less-than-quoted', case: 'otherAsset', asSender: 'sender' },
  { fault: 'received-amount-never-rises', case: 'fixed', asSender: 'sender' },
  { fault: 'quote-receive-in-another-asset', case: 'fixed', asSender: 'sender' },
  {
    fault: 'inferred-amount-counts-received-twice',
    case: 'two payers',
    asSender: 'sender',
    asReceiver: 'receiver',
  },
  { fault: 'create-quote:receiveAmount:absent', case: 'otherAsset', asSender: 'sender' },
  { fault: 'create-outgoing-payment:id:absent', case: 'fixed', asSender: 'sender' },
  { fault: 'failed-although-sent', case: 'open', asSender: 'sender' },
  { fault: 'get-incoming-payment:receivedAmount:absent', case: 'open', asReceiver: 'receiver' },
  { fault: 'get-incoming-payment:receivedAmount.value:absent', case: 'fixed', asReceiver: 'receiver' },
  { fault: 'get-incoming-payment:completed:absent', case: 'open', asReceiver: 'receiver' },
]

/** Every second one by day. */
const tried = planted.filter((_, at) => tryAll || at % 2 === 1)

test.each(tried)('$fault is blamed on the server that has it', async (one) => {
  const cells = await cellsOf(await network({ a: [one.fault], b: [], c: [] }), ['a', 'b', 'c'])
  const blame = (sender: string, receiver: string): string | undefined =>
    cells.find((cell) => cell.sender === sender && cell.receiver === receiver && cell.case === one.case)
      ?.blame?.verdict
  expect([blame('a', 'b'), blame('b', 'a')]).toEqual([one.asSender, one.asReceiver])
  expect([blame('b', 'c'), blame('c', 'b')]).toEqual([undefined, undefined])
})
