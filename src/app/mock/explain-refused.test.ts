import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { MockOptions } from '../../../mock/server/options.ts'
import { firstWallet, tokenOf, walletUrl } from '../../../mock/state/lookup.ts'
import { byKeyOf, type Call, call, digestOf } from '../../../mock/testing/call.ts'
import { askGrant, jwkOf } from '../../../mock/testing/grants.ts'
import { askQuote } from '../../../mock/testing/requests.ts'
import { noon, type Running, running } from '../../../mock/testing/running.ts'
import { variantsNamed } from '../../../mock/variants/index.ts'
import { lenientSignatures } from '../../../mock/variants/signatures.ts'
import { explainRefused, saidAtOnce } from './explain-refused.ts'

interface Looked {
  refusal: { guard: string }
  findings: Array<{ cause: string; says: string; lines?: Array<{ received?: string; expected?: string }> }>
}

/** Sends a request, and looks up the mock's explanation of it. */
const lookedUp = async (mock: Running, asked: Call): Promise<Looked> => {
  const { status, headers } = await call(mock, asked)
  expect(status).toBe(401)
  const found = await fetch(`${mock.controlUrl}/exchanges/${headers['x-mock-exchange']}`)
  return (await found.json()) as Looked
}

const explaining = (options: Partial<MockOptions> = {}): Promise<Running> =>
  running({ explain: explainRefused(), ...options })

const list = (mock: Running): Call => ({
  path: `/incoming-payments?wallet-address=${encodeURIComponent(walletUrl(mock.world, firstWallet(mock.world)))}`,
})

const signedFor = (mock: Running, change: (url: string) => string): Call => ({
  ...list(mock),
  over: (message) => ({ ...message, url: change(message.url) }),
})

const respelt = (asked: Call, name: string, change: (value: string) => string): Call => ({
  ...asked,
  tamper: (headers) => ({ ...headers, [name]: change(headers[name] ?? '') }),
})

const unquoted = (text: string): string => text.replace(/\([^)]*\)/, (list) => list.replaceAll('"', ''))

interface Broken {
  cause: string
  asked: (mock: Running) => Call
  says: (mock: Running) => string
  options?: Partial<MockOptions>
}

const does = 'Signature "sig1" does not verify: '
const behindTls = { publicUrl: 'https://wallet.example/op' }
const urlOf = (mock: Running): string => mock.world.publicUrl + list(mock).path

/** Requests that show each cause, with the sentence for it. */
const requests: Broken[] = [
  {
    cause: 'host',
    options: behindTls,
    asked: (mock) => signedFor(mock, (url) => url.replace('wallet.example', new URL(mock.url).host)),
    says: (mock) =>
      `(with another host, the one that the header Host has), but the request is for ${urlOf(mock)}.`,
  },
  {
    cause: 'scheme',
    options: behindTls,
    asked: (mock) => signedFor(mock, (url) => url.replace('https:', 'http:')),
    says: (mock) =>
      `${does}it was made for ${urlOf(mock).replace('https:', 'http:')} (with another scheme, as behind a proxy that terminates TLS), but the request is for ${urlOf(mock)}.`,
  },
  {
    cause: 'trailing-slash',
    asked: (mock) => ({ ...askQuote(mock), over: (message) => ({ ...message, url: `${message.url}/` }) }),
    says: ({ world }) =>
      `${does}it was made for ${world.publicUrl}/quotes/ (with a slash at the end of its path), but the request is for ${world.publicUrl}/quotes.`,
  },
  {
    cause: 'decoded-escapes',
    asked: (mock) => signedFor(mock, decodeURIComponent),
    says: (mock) =>
      `${does}it was made for ${decodeURIComponent(urlOf(mock))} (with the escapes of its query decoded), but the request is for ${urlOf(mock)}.`,
  },
  {
    cause: 'digest',
    asked: (mock) => {
      const { body } = askQuote(mock)
      return {
        ...askQuote(mock),
        body: JSON.stringify(body, null, 2),
        digest: digestOf(JSON.stringify(body)),
      }
    },
    says: () =>
      'which is that of the same JSON, written compactly; compute it over the exact bytes that are sent.',
  },
  {
    cause: 'prehashed-base',
    asked: (mock) => ({
      ...list(mock),
      sign: (base, signer) => byKeyOf(createHash('sha512').update(base).digest(), signer),
    }),
    says: () => `${does}it is over the SHA-512 hash of the base, but must be over the base itself.`,
  },
  {
    cause: 'missing-colons',
    asked: (mock) => respelt(list(mock), 'signature', (value) => value.replaceAll(':', '')),
    says: () =>
      'The headers break RFC 8941: in Signature, the base64 of "sig1" is not between colons; write sig1=:BASE64:.',
  },
  {
    cause: 'unquoted-components',
    asked: (mock) => respelt(list(mock), 'signature-input', unquoted),
    says: () =>
      'The headers break RFC 8941: in Signature-Input, the components of "sig1" are not in double quotes; write sig1=("@method" …).',
  },
  {
    cause: 'clock',
    options: { variants: variantsNamed(['old-signatures-refused']) },
    asked: (mock) => ({ ...list(mock), values: { created: new Date(noon - 3_600_000) } }),
    says: () =>
      'Signature "sig1" was created too long ago, 3600 s behind the clock here, at 2026-01-01T11:00:00Z, while it is 2026-01-01T12:00:00Z here; correct the clock of the client, and sign each request anew.',
  },
  {
    cause: 'clock',
    asked: (mock) => ({
      ...list(mock),
      parameters: ['created', 'keyid', 'expires'],
      values: { expires: new Date(noon - 60_000) },
    }),
    says: () =>
      'Signature "sig1" expired 60 s ago by the clock here, which is at 2026-01-01T12:00:00Z; sign each request anew.',
  },
  {
    cause: 'alg',
    asked: (mock) => ({ ...list(mock), alg: 'EdDSA' }),
    says: () => 'Signature "sig1" says alg="EdDSA", but its key is for "ed25519", as RFC 9421 calls it.',
  },
  {
    cause: 'other-key',
    asked: (mock) => ({ ...list(mock), sign: (base) => byKeyOf(base, mock.world.clients.otherKey) }),
    says: ({ world: { clients } }) =>
      `${does}it was made with the key "${clients.otherKey.key.keyId}", but its keyid names "${clients.signing.key.keyId}".`,
  },
  {
    cause: 'uncovered-component',
    asked: (mock) => ({ ...list(mock), uncovered: '@target-uri' }),
    says: () =>
      'Signature "sig1" does not cover "@target-uri", which is required; it covers "@method" "authorization".',
  },
  {
    cause: 'token',
    asked: (mock) => ({
      ...list(mock),
      authorization: `GNAP "${tokenOf(mock.world, firstWallet(mock.world)).value}"`,
    }),
    says: () => 'The access token is a token of this mock, but in quotes; send it without.',
  },
]

test.each(requests)('$cause: the lookup of a refused request explains its cause', async (broken) => {
  const mock = await explaining(broken.options)
  const { findings } = await lookedUp(mock, broken.asked(mock))
  expect(findings[0]?.cause).toBe(broken.cause)
  expect(findings[0]?.says).toContain(broken.says(mock))
})

/** Grant requests that are refused. They carry no token, and need none. */
test.each<[string, (mock: Running) => Partial<Call>, RegExp]>([
  [
    'other-key',
    ({ world }) => ({ sign: (base) => byKeyOf(base, world.clients.otherKey) }),
    /^Signature "sig1" does not verify: it was made with the key/,
  ],
  ['unknown-key', () => ({ keyId: 'nobodys' }), /uses the key "nobodys", which is unknown/],
  ['digest', () => ({ digest: digestOf('{}') }), /^Content-Digest does not match the body/],
])('the lookup of a refused grant request gives the cause %s', async (cause, differs, sentence) => {
  const mock = await explaining()
  const { findings } = await lookedUp(mock, askGrant(mock, {}, differs(mock)))
  expect(findings[0]?.cause).toBe(cause)
  expect(findings[0]?.says).toMatch(sentence)
})

test('the explanation of a bad signature uses the key that a grant request itself presents', async () => {
  const mock = await explaining()
  const { otherClient, otherKey } = mock.world.clients
  const named = { client: { jwk: jwkOf(otherClient) } }
  const asked = askGrant(mock, named, { signer: otherClient, sign: (base) => byKeyOf(base, otherKey) })
  const { findings } = await lookedUp(mock, asked)
  expect(findings[0]?.says).toContain(`does not verify with the key "${otherClient.key.keyId}"`)
})

test('the explanation shows the differing line of the signature base beside the expected one', async () => {
  const mock = await explaining()
  const { findings } = await lookedUp(
    mock,
    signedFor(mock, (url) => url.replace('127.0.0.1', 'localhost')),
  )
  expect(findings[0]?.lines).toEqual([
    {
      received: `"@target-uri": ${urlOf(mock).replace('127.0.0.1', 'localhost')}`,
      expected: `"@target-uri": ${urlOf(mock)}`,
    },
  ])
})

test('the explanation shows the whole expected signature base if it finds no cause', async () => {
  const mock = await explaining()
  const over: Call['over'] = (message) => ({ ...message, url: 'https://nowhere.example/' })
  const { findings } = await lookedUp(mock, { ...list(mock), over })
  expect(findings[0]?.cause).toBe('altered-or-other-key')
  expect(findings[0]?.lines?.map(({ expected }) => expected)).toContain(`"@target-uri": ${urlOf(mock)}`)
})

test.each([
  [
    '//quotes',
    'double-slash',
    'The path //quotes has two slashes. Remove the slash at the end of the base URL.',
  ],
  [
    '/quotes/',
    'trailing-slash',
    'The path /quotes/ ends in a slash, but the path of no operation does. Remove it.',
  ],
])('the lookup of a POST to %s gives the cause %s', async (path, cause, says) => {
  const mock = await explaining()
  const { headers } = await call(mock, { ...askQuote(mock), path })
  const found = await fetch(`${mock.controlUrl}/exchanges/${headers['x-mock-exchange']}`)
  expect(((await found.json()) as Looked).findings).toEqual([{ cause, says }])
})

test('the lookup of an accepted exchange reports what only a lenient mock accepts', async () => {
  const mock = await explaining({ variants: [lenientSignatures] })
  const { status, headers } = await call(
    mock,
    respelt(list(mock), 'signature', (value) => value.replaceAll(':', '')),
  )
  expect(status).toBe(200)
  const found = await fetch(`${mock.controlUrl}/exchanges/${headers['x-mock-exchange']}`)
  const says = headers['x-mock-warning']
  expect(((await found.json()) as Looked).findings).toEqual([{ cause: 'lenient', says }])
})

test('the log line gives the guard’s reason at once, and the address of the full explanation', async () => {
  const mock = await explaining()
  const { headers } = await call(
    mock,
    signedFor(mock, (url) => url.replace('127', '128')),
  )
  const place = `${mock.controlUrl}/exchanges/${headers['x-mock-exchange']}`
  const exchange = mock.exchanges.get(Number(headers['x-mock-exchange']))
  if (!exchange) throw new Error('the exchange is not kept')
  const described = `${exchange.refusal?.description}.`
  expect(saidAtOnce(exchange, mock.world, place)).toBe(`${described} More: ${place}`)
  expect(saidAtOnce(exchange, mock.world, undefined)).toBe(described)
  const { findings } = (await (await fetch(place)).json()) as Looked
  expect(findings[0]?.says).not.toBe(described)
})
