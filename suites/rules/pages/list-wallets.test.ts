import { expect, test } from 'vitest'
import { baseUrl, heldOf, type Told } from '../../testing/fold.ts'
import { listItemsAreOfTheWallet } from './list-wallets.ts'

const alice = `${baseUrl}/alice`

const listed = (asked: string, wallets: readonly unknown[], status = 200): Told => ({
  operation: 'list-incoming-payments',
  at: [1, 2],
  url: `${baseUrl}/incoming-payments?${asked}`,
  status,
  told: { result: wallets.map((walletAddress, index) => ({ id: `${index}`, walletAddress })) },
})

const of = (wallet: string): string => `wallet-address=${encodeURIComponent(wallet)}&first=1`

test.each<[string, Told, boolean[]]>([
  ['of the wallet', listed(of(alice), [alice, alice]), [true]],
  ['of none', listed(of(alice), []), [true]],
  [
    'of the wallet, written otherwise',
    listed(of(alice), [`${alice}/`, 'https://WALLET.example/alice']),
    [true],
  ],
  ['of another wallet', listed(of(alice), [alice, `${baseUrl}/bob`]), [false]],
  ['that do not say whose they are', listed(of(alice), [undefined]), [true]],
  ['of the token, where none is asked for', listed('first=1', [`${baseUrl}/bob`]), []],
  ['of the token, where two are asked for', listed(`${of(alice)}&${of(alice)}`, [`${baseUrl}/bob`]), []],
  ['of the token, where no URL is asked for', listed(of('alice'), [`${baseUrl}/bob`]), []],
  ['of another wallet, in a refusal', listed(of(alice), [`${baseUrl}/bob`], 403), []],
])('a list shows items %s', (_name, told, expected) => {
  expect(heldOf(listItemsAreOfTheWallet, [told])).toEqual([expected])
})
