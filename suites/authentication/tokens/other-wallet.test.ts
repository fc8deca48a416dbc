import { expect, test } from 'vitest'
import type { Variant } from '../../../mock/variants/index.ts'
import { against, brokenIn } from '../../testing/against-mock.ts'

const isEmpty = (query: URLSearchParams): boolean => query.get('wallet-address') === ''

/** Code that finds an empty wallet address false, and therefore neither checks it nor filters by it. */
const everyWallet: Variant = {
  id: 'an-empty-wallet-address-for-every-wallet',
  says: 'A list whose wallet address is empty shows the items of all wallet addresses',
  without: ['right-wallet-list'],
  while: ({ query }) => isEmpty(query),
  override: ({ requests: { began, find }, lists: { items } }) => {
    let isOfAll = false
    return {
      requests: {
        began: (arrived) => {
          isOfAll = isEmpty(new URL(arrived.request.targetUri).searchParams)
          began(arrived)
        },
        find: (what, given, among) => {
          const [first = given] = among.keys()
          return find(what, isOfAll && what === 'wallet-of-list' ? first : given, among)
        },
      },
      lists: {
        items: (store, wallet, token) => (isOfAll ? [...store.all()] : items(store, wallet, token)),
      },
    }
  },
}

test('a list that shows every wallet address for an empty one fails', async () => {
  const events = await against({ only: ['tokens/other-wallet-lists'], further: [everyWallet] })
  expect([...brokenIn(events)]).toEqual([['right.wallet.list', 'failure']])
})

test('a server on which the payee of a quote or a payment may create it fails', async () => {
  const faults = ['payment-authorized-by-its-payee']
  const events = await against({ only: ['tokens/other-wallet-creates'], faults })
  expect([...brokenIn(events)]).toEqual([['right.wallet.create', 'failure']])
})
