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
  ['of no wallet, because it is empty', listed(of(alice), []), [true]],
  [
    'of the wallet in another spelling',
    listed(of(alice), [`${alice}/`, 'https://WALLET.example/alice']),
    [true],
  ],
  ['of another wallet', listed(of(alice), [alice, `${baseUrl}/bob`]), [false]],
  ['without a wallet address', listed(of(alice), [undefined]), [true]],
  ['of another wallet, if no wallet is requested', listed('first=1', [`${baseUrl}/bob`]), []],
  [
    'of another wallet, if two wallets are requested',
    listed(`${of(alice)}&${of(alice)}`, [`${baseUrl}/bob`]),
    [],
  ],
  ['of another wallet, if the requested one is not a URL', listed(of('alice'), [`${baseUrl}/bob`]), []],
  ['of another wallet, in a refusal', listed(of(alice), [`${baseUrl}/bob`], 403), []],
])('the rule judges a list with items %s', (_name, told, expected) => {
  expect(heldOf(listItemsAreOfTheWallet, [told])).toEqual([expected])
})
