import { expect, test } from 'vitest'
import { baseUrl, heldOf, type Told } from '../../testing/fold.ts'
import {
  authorizationServerIn,
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
  ['the same one', [creating(auth), listing(`${auth}/`, alice)], [true]],
  ['another one', [creating(auth), listing(`${auth}/2`, alice)], [false]],
  ['another one for another wallet', [creating(auth), creating(`${auth}/2`, bob)], []],
  ['another one for a quote of the wallet', [quote, creating(auth), reading(`${auth}/2`)], [false]],
  ['another one for a quote that was never shown', [creating(auth), reading(`${auth}/2`)], []],
  [
    'another one, if neither request names a wallet',
    [creating(auth, 'alice'), creating(`${auth}/2`, 'alice')],
    [],
  ],
  ['none', [creating(auth), { ...creating(auth), headers: {} }], []],
])(
  'the rule judges a 401 that names an authorization server, and a later one that names %s',
  (_name, exchanges, expected) => {
    expect(heldOf(walletHasOneAuthorizationServer, exchanges).flat()).toEqual(expected)
  },
)

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
  ['the server of an earlier 401', [refusedRead(auth), publicForm(auth)], [true]],
  ['the server of a later 401 in another spelling', [publicForm(`${auth}:443/`), refusedRead(auth)], [true]],
  ['another server than an earlier 401', [refusedRead(auth), publicForm(`${auth}/2`)], [false]],
  ['another server than a 401 for its wallet', [fullForm, creating(auth), publicForm(`${auth}/2`)], [false]],
  [
    'another server than a 401 for another wallet',
    [fullForm, creating(auth, bob), publicForm(`${auth}/2`)],
    [],
  ],
  ['a server without an absolute URL', [refusedRead(auth), publicForm('auth')], []],
  [
    'another server, but is in fact the full form',
    [refusedRead(auth), publicForm(`${auth}/2`, { id: receiver })],
    [],
  ],
])('the rule judges a public form that names %s', (_name, exchanges, expected) => {
  expect(heldOf(publicFormNamesTheChallengingServer, exchanges).flat()).toEqual(expected)
})

test.each([
  ['GNAP as_uri=https://auth.wallet.example', true],
  ['GNAP as_uri="https://auth.wallet.example/path?a=b"', true],
  ['gnap AS_URI=https://auth.wallet.example', true],
  ['GNAP realm="x", as_uri="https://auth.wallet.example", referrer="y"', true],
  ['GNAP  as_uri = "https://auth.wallet.example"', true],
  ['Bearer realm="x", GNAP as_uri=https://auth.wallet.example', true],
  ['GNAP as_uri=https://auth.wallet.example, Bearer realm="x"', true],
  ['GNAP error="invalid", error_description="see as_uri=...", as_uri=https://auth.wallet.example', true],
  ['GNAP realm="my as_uri= \\"wallet\\"", as_uri="https://auth.wallet.example"', true],
  [
    'Bearer realm="no, GNAP as_uri=nothing \\"x\\"", Basic realm="a=b, GNAP", gnap as_uri="https://a.example"',
    true,
  ],
  ['GNAP error="invalid_token", GNAP as_uri="https://auth.wallet.example"', true],
  ['GNAP as_uri=/auth, GNAP error="x", as_uri=https://auth.wallet.example, Bearer realm="x"', true],
  ['GNAP error="invalid_token", GNAP realm="x", Bearer as_uri=https://auth.wallet.example', false],
  ['Bearer realm="a, GNAP as_uri=https://not.example/x"', false],
  ['GNAP realm="x", Bearer as_uri=https://auth.wallet.example', false],
  ['GNAP', false],
  ['GNAP as_uri=', false],
  ['GNAP as_uri=/auth', false],
  ['GNAP as_uri=auth.wallet.example', false],
  ['Bearer as_uri=https://auth.wallet.example', false],
  ['GNAP not_as_uri=https://auth.wallet.example', false],
  ['https://auth.wallet.example', false],
  ['', false],
])('%j names an authorization server: %s', (header, expected) => {
  expect(authorizationServerIn(header) !== undefined).toBe(expected)
})

test.each([
  'GNAP as_uri=https://auth.wallet.example/tx;access=FWWIKYBQ6U56NL1;referrer=https://client.example',
  'GNAP as_uri="https://auth.wallet.example/tx";access="FWWIKYBQ6U56NL1"',
  'GNAP access=FWWIKYBQ6U56NL1;as_uri=https://auth.wallet.example/tx',
])('the authorization server in %s ends before the other parameters', (header) => {
  expect(authorizationServerIn(header)).toBe('https://auth.wallet.example/tx')
})
