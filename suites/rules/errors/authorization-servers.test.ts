import { expect, test } from 'vitest'
import { baseUrl, heldOf, type Told } from '../../testing/fold.ts'
import {
  publicFormNamesTheChallengingServer,
  walletHasOneAuthorizationServer,
} from './authorization-servers.ts'

const [alice, bob] = [`${baseUrl}/alice`, `${baseUrl}/bob`]
const auth = 'https://auth.wallet.example'

let count = 0
const at = (): Told['at'] => [++count, ++count]

const unauthorized = (server: string, of: Partial<Told>): Told => ({
  operation: 'create-quote',
  at: at(),
  status: 401,
  headers: { 'www-authenticate': `GNAP as_uri=${server}` },
  ...of,
})

const creating = (server: string, walletAddress: unknown = alice): Told =>
  unauthorized(server, { asked: { walletAddress } })

const listing = (server: string, wallet: string): Told =>
  unauthorized(server, {
    operation: 'list-incoming-payments',
    url: `${baseUrl}/incoming-payments?wallet-address=${encodeURIComponent(wallet)}`,
  })

const reading = (server: string): Told =>
  unauthorized(server, { operation: 'get-quote', url: `${baseUrl}/quotes/1` })

const quote: Told = {
  operation: 'get-quote',
  at: [0.1, 0.2],
  url: `${baseUrl}/quotes/1`,
  told: { id: `${baseUrl}/quotes/1`, walletAddress: alice },
}

test.each<[string, Told[], boolean[]]>([
  ['the same', [creating(auth), listing(`${auth}/`, alice)], [true]],
  ['another', [creating(auth), listing(`${auth}/2`, alice)], [false]],
  ['another for another wallet', [creating(auth), creating(`${auth}/2`, bob)], []],
  ['another for a quote of the wallet', [quote, creating(auth), reading(`${auth}/2`)], [false]],
  ['another for a quote that nobody was shown', [creating(auth), reading(`${auth}/2`)], []],
  ['another where no wallet is named', [creating(auth, 'alice'), creating(`${auth}/2`, 'alice')], []],
  ['none the second time', [creating(auth), { ...creating(auth), headers: {} }], []],
])('a 401 for a wallet names an authorization server, then %s', (_name, exchanges, expected) => {
  expect(heldOf(walletHasOneAuthorizationServer, exchanges).flat()).toEqual(expected)
})

const receiver = `${baseUrl}/incoming-payments/1`

const publicForm = (server: unknown, more = {}): Told => ({
  operation: 'get-incoming-payment',
  at: at(),
  url: receiver,
  told: { authServer: server, receivedAmount: {}, ...more },
})

const refusedRead = (server: string): Told =>
  unauthorized(server, { operation: 'get-incoming-payment', url: receiver })

const fullForm: Told = {
  operation: 'get-incoming-payment',
  at: [0.1, 0.2],
  url: receiver,
  told: { id: receiver, walletAddress: alice },
}

test.each<[string, Told[], boolean[]]>([
  ['the server of the 401 before', [refusedRead(auth), publicForm(auth)], [true]],
  ['the server of the 401 after, spelled otherwise', [publicForm(`${auth}:443/`), refusedRead(auth)], [true]],
  ['another than the 401 before', [refusedRead(auth), publicForm(`${auth}/2`)], [false]],
  ['another than a 401 for its wallet', [fullForm, creating(auth), publicForm(`${auth}/2`)], [false]],
  ['another than a 401 for another wallet', [fullForm, creating(auth, bob), publicForm(`${auth}/2`)], []],
  ['no absolute URL', [refusedRead(auth), publicForm('auth')], []],
  ['none, as it is the full form', [refusedRead(auth), publicForm(`${auth}/2`, { id: receiver })], []],
])('a public form names %s', (_name, exchanges, expected) => {
  expect(heldOf(publicFormNamesTheChallengingServer, exchanges).flat()).toEqual(expected)
})
