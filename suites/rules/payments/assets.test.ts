import { expect, test } from 'vitest'
import { baseUrl, shownOf, type Told } from '../../testing/fold.ts'
import { debitAmountIsInTheAssetOfTheWallet, receiveAmountIsInTheAssetOfTheReceiver } from './assets.ts'

const amount = (assetCode: string, assetScale = 2) => ({ value: '100', assetCode, assetScale })
const walletAddress = `${baseUrl}/alice`
const receiver = `${baseUrl}/incoming-payments/1`

let count = 0
const at = (): Told['at'] => [++count, ++count]

/** A direct payment that was requested and made in this asset. */
const paid = (assetCode: string, wallet = walletAddress): Told => ({
  operation: 'create-outgoing-payment',
  at: at(),
  status: 201,
  asked: { walletAddress: wallet, incomingPayment: receiver, debitAmount: amount(assetCode) },
  told: { id: `payment-${count}`, walletAddress: wallet, receiver, debitAmount: amount(assetCode) },
})

const quoted = (shown: string, asked?: string, id = `quote-${count}`): Told => ({
  operation: 'create-quote',
  at: at(),
  status: 201,
  asked: {
    walletAddress,
    receiver,
    ...(asked ? { debitAmount: amount(asked), receiveAmount: amount(asked) } : {}),
  },
  told: { id, walletAddress, receiver, debitAmount: amount(shown), receiveAmount: amount(shown) },
})

const read = (shown: string, id: string): Told => ({
  operation: 'get-quote',
  at: at(),
  told: { id, walletAddress, receiver, debitAmount: amount(shown), receiveAmount: amount(shown) },
})

const listed = (debitAmount: unknown, wallet = walletAddress): Told => ({
  operation: 'list-outgoing-payments',
  at: at(),
  told: { result: [{ id: `payment-${count}`, walletAddress: wallet, debitAmount }] },
})

const fromQuote = (quoteId: string, shown: string): Told => ({
  operation: 'create-outgoing-payment',
  at: at(),
  status: 201,
  asked: { walletAddress, quoteId },
  told: { id: `payment-${count}`, walletAddress, receiver, debitAmount: amount(shown) },
})

test.each<[string, Told[], boolean[]]>([
  ['a quote has the same asset', [paid('USD'), quoted('USD')], [true, true]],
  ['a quote has another asset', [paid('USD'), quoted('EUR')], [true, false]],
  ['an earlier quote has another asset', [quoted('EUR'), paid('USD')], [false, true]],
  ['a list shows another scale', [paid('USD'), listed(amount('USD', 4))], [true, false]],
  [
    'a list of another wallet shows another asset',
    [paid('USD'), listed(amount('EUR'), `${baseUrl}/bob`)],
    [true],
  ],
  ['a list shows no amount', [paid('USD'), listed(undefined)], [true]],
  ['a quote has the other asset that was requested', [paid('USD'), quoted('EUR', 'EUR')], [true]],
  [
    'the quote still has the requested asset when it is read',
    [paid('USD'), quoted('EUR', 'EUR', 'q'), read('EUR', 'q')],
    [true],
  ],
  [
    'the payment has the requested asset of its quote',
    [paid('USD'), quoted('EUR', 'EUR', 'q'), fromQuote('q', 'EUR')],
    [true],
  ],
  [
    'a quote has neither the requested asset nor that of the wallet',
    [paid('USD'), quoted('XTS', 'EUR')],
    [true, false],
  ],
  ['nothing shows the asset of the wallet', [quoted('EUR'), quoted('USD')], []],
  ['the asset differs from that of the target file only', [paid('EUR'), quoted('USD')], []],
  ['only another wallet shows its asset', [paid('USD', `${baseUrl}/bob`), quoted('EUR')], []],
])('the debit amount is in the asset of the wallet: %s', (_name, exchanges, expected) => {
  const shown = shownOf(debitAmountIsInTheAssetOfTheWallet, exchanges).flat()
  expect(shown.map(({ held }) => held)).toEqual(expected)
})

const receiving = (fields: Record<string, unknown>): Told => ({
  operation: 'get-incoming-payment',
  at: at(),
  told: { id: receiver, ...fields },
})

test.each<[string, Told[], boolean[]]>([
  ['a quote has the same asset', [receiving({ receivedAmount: amount('EUR') }), quoted('EUR')], [true]],
  ['a quote has another asset', [receiving({ receivedAmount: amount('EUR') }), quoted('USD')], [false]],
  [
    'a later read shows another asset',
    [quoted('USD'), receiving({ receivedAmount: amount('EUR') })],
    [false],
  ],
  [
    'a quote has the asset of the incoming amount',
    [receiving({ incomingAmount: amount('EUR'), receivedAmount: amount('USD') }), quoted('EUR')],
    [true],
  ],
  [
    'a quote has the requested asset',
    [receiving({ receivedAmount: amount('EUR') }), quoted('USD', 'USD')],
    [],
  ],
  ['the receiver shows no amount', [receiving({}), quoted('USD')], []],
])('the receive amount is in the asset of the receiver: %s', (_name, exchanges, expected) => {
  const shown = shownOf(receiveAmountIsInTheAssetOfTheReceiver, exchanges).flat()
  expect(shown.map(({ held }) => held)).toEqual(expected)
})
