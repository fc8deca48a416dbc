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
  ['the same in a quote', [paid('USD'), quoted('USD')], [true, true]],
  ['another in a quote', [paid('USD'), quoted('EUR')], [true, false]],
  ['another in a quote that was made before', [quoted('EUR'), paid('USD')], [false, true]],
  ['another scale in a list', [paid('USD'), listed(amount('USD', 4))], [true, false]],
  ['another in a list of another wallet', [paid('USD'), listed(amount('EUR'), `${baseUrl}/bob`)], [true]],
  ['no amount in a list', [paid('USD'), listed(undefined)], [true]],
  ['the one that a quote was asked for in', [paid('USD'), quoted('EUR', 'EUR')], [true]],
  ['it when the quote is read', [paid('USD'), quoted('EUR', 'EUR', 'q'), read('EUR', 'q')], [true]],
  ['it in the payment', [paid('USD'), quoted('EUR', 'EUR', 'q'), fromQuote('q', 'EUR')], [true]],
  ['a third one for it', [paid('USD'), quoted('XTS', 'EUR')], [true, false]],
  ['some asset, while the wallet has shown none', [quoted('EUR'), quoted('USD')], []],
  ['another than the target file gives', [paid('EUR'), quoted('USD')], []],
  ['some asset, while only another wallet has paid', [paid('USD', `${baseUrl}/bob`), quoted('EUR')], []],
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
  ['the same', [receiving({ receivedAmount: amount('EUR') }), quoted('EUR')], [true]],
  ['another', [receiving({ receivedAmount: amount('EUR') }), quoted('USD')], [false]],
  ['another, read afterwards', [quoted('USD'), receiving({ receivedAmount: amount('EUR') })], [false]],
  [
    'that of the incoming amount',
    [receiving({ incomingAmount: amount('EUR'), receivedAmount: amount('USD') }), quoted('EUR')],
    [true],
  ],
  ['the one asked for', [receiving({ receivedAmount: amount('EUR') }), quoted('USD', 'USD')], []],
  ['some asset of a receiver that shows nothing', [receiving({}), quoted('USD')], []],
])('the receive amount is in the asset of the receiver: %s', (_name, exchanges, expected) => {
  const shown = shownOf(receiveAmountIsInTheAssetOfTheReceiver, exchanges).flat()
  expect(shown.map(({ held }) => held)).toEqual(expected)
})
