import { expect, test } from 'vitest'
import { seeded } from '../core/random.ts'
import { createClient } from '../state/clients.ts'
import { firstWallet, walletUrl } from '../state/lookup.ts'
import { type Call, call } from '../testing/call.ts'
import { askGrant, codeOf, finish, forQuotes, grant, jwkOf, toPay } from '../testing/grants.ts'
import { askQuote, usd } from '../testing/requests.ts'
import { noon, type Running, running } from '../testing/running.ts'
import { variantsNamed } from '../variants/index.ts'
import { lenientSignatures } from '../variants/signatures.ts'
import { makeGrant, mostGrants } from './grants.ts'

test('a grant for quotes is given at once, and its token can create a quote', async () => {
  const mock = await running()
  const { access_token, continue: continuation } = await grant(mock)
  expect(access_token).toMatchObject({ expires_in: 600, access: [forQuotes] })
  expect(continuation.uri).toMatch(/\/auth\/continue\/[^/]+$/)
  const authorization = `GNAP ${access_token.value}`
  expect((await call(mock, askQuote(mock, {}, { authorization }))).status).toBe(201)
})

test('a client may be named with a slash at the end of its wallet address', async () => {
  const mock = await running()
  const client = `${walletUrl(mock.world, firstWallet(mock.world))}/`
  expect((await call(mock, askGrant(mock, { client }))).status).toBe(200)
})

test.each([
  [';created="1767268800"', 'is not an integer'],
  [';created=1767268800000', 'is in milliseconds'],
])('a grant request signed with %s is refused, and the message says that it %s', async (parameter, says) => {
  const mock = await running()
  const tamper: Call['tamper'] = (headers) => ({
    ...headers,
    'signature-input': (headers['signature-input'] ?? '').replace(/;created=\d+/, parameter),
  })
  const { status, json } = await call(mock, askGrant(mock, {}, { tamper }))
  expect(status).toBe(401)
  expect(json).toMatchObject({
    error: { code: 'invalid_client', description: expect.stringContaining(says) },
  })
})

test('a grant request whose signature has expired is refused', async () => {
  const mock = await running()
  const values = { expires: new Date(noon - 1000) }
  const parameters = ['created', 'keyid', 'expires']
  const { status, json } = await call(mock, askGrant(mock, {}, { parameters, values }))
  expect(status).toBe(401)
  expect(json).toMatchObject({
    error: {
      code: 'invalid_client',
      description: expect.stringContaining('1 s before the time of the server'),
    },
  })
})

test('a lenient mock warns of what it lets pass in a grant request too', async () => {
  const mock = await running({ variants: [lenientSignatures] })
  const tamper: Call['tamper'] = (headers) => ({
    ...headers,
    signature: (headers['signature'] ?? '').replaceAll(':', ''),
  })
  const { status, headers } = await call(mock, askGrant(mock, {}, { tamper }))
  expect([status, headers['x-mock-warning']]).toEqual([200, expect.stringContaining('base64 without colons')])
})

test('the URL of the authorization server may have a slash at its end', async () => {
  const mock = await running()
  expect((await call(mock, askGrant(mock, {}, { path: '/auth/' }))).status).toBe(200)
})

test('two mocks with the same seed give the same grant, byte for byte', async () => {
  const publicUrl = 'http://wallet.example'
  const [one, other] = [await running({ publicUrl }), await running({ publicUrl })]
  expect(await grant(one)).toEqual(await grant(other))
})

test.each([
  ['without a signature', { signer: null }],
  ['whose signature leaves out the method', { uncovered: '@method' }],
  ['whose signature leaves out the URL', { uncovered: '@target-uri' }],
  ['whose signature leaves out the digest', { uncovered: 'content-digest' }],
  ['whose digest is of other bytes', { digest: `sha-256=:${Buffer.alloc(32).toString('base64')}:` }],
  ['signed by a key that the client does not have', { keyId: 'another' }],
  ['signed by another key under the name of its own', { keyId: 'client-key-1', signer: stranger() }],
])('a grant request %s is refused', async (_says, differs) => {
  const mock = await running()
  const refused = await call(mock, askGrant(mock, {}, differs))
  expect(refused.status).toBe(401)
  expect(codeOf(refused)).toBe('invalid_client')
  expect(refused.headers['www-authenticate']).toBe(`GNAP as_uri=${mock.url}/auth`)
})

function stranger(keyId = 'client-key-1') {
  return createClient(keyId, seeded('a stranger'))
}

const asking = (access: unknown) => () => ({ access_token: { access } })
const interacting = (interact?: unknown) => (mock: Running) => ({
  access_token: { access: [toPay(mock)] },
  interact,
})
const limited = (limits: unknown) => (mock: Running) => ({
  access_token: { access: [{ ...toPay(mock), limits }] },
  interact: { start: ['redirect'] },
})

test.each<[(mock: Running) => Record<string, unknown>, string]>([
  [
    () => ({ client: undefined }),
    'client is neither a wallet address nor an object with either walletAddress or jwk',
  ],
  [() => ({ client: 'alice' }), 'client is not a URL of a wallet address'],
  [() => ({ client: { jwk: { kid: 'a' } } }), 'client.jwk is not a public Ed25519 key'],
  [() => ({ client: { jwk: {}, walletAddress: 'https://a.example' } }), 'client is neither'],
  [() => ({ access_token: undefined }), 'access_token is not a JSON object'],
  [() => ({ subject: {} }), 'subject.sub_ids is not an array of one item'],
  [() => ({ subject: { sub_ids: [{ id: 'x', format: 'email' }] } }), 'format is not "uri"'],
  [
    () => ({ subject: { sub_ids: [{ id: 'https://a.example', format: 'uri' }] } }),
    'id is not the URL of a wallet address',
  ],
  [asking([]), 'access_token.access is not an array of one to three access items'],
  [asking([forQuotes, forQuotes]), 'access_token.access has a duplicate item'],
  [
    asking([{ ...forQuotes, type: 'wallet' }]),
    'access[0].type is not one of quote, incoming-payment, outgoing-payment',
  ],
  [asking([{ ...forQuotes, actions: [] }]), 'access[0].actions is not an array of actions'],
  [
    asking([{ ...forQuotes, actions: ['list'] }]),
    'access[0].actions has an unknown action. Known actions: create, read, read-all',
  ],
  [asking([{ ...forQuotes, actions: ['read', 'read'] }]), 'access[0].actions has a duplicate action'],
  [
    asking([{ ...forQuotes, limits: {} }]),
    'access[0] has the unknown key "limits". Known keys: type, actions',
  ],
  [
    asking([{ type: 'outgoing-payment', actions: ['read'] }]),
    'access[0].identifier is not the URL of a wallet address',
  ],
  [
    asking([{ type: 'incoming-payment', actions: ['read'], identifier: 'https://a.example/b' }]),
    'access[0].identifier',
  ],
  [limited(7), 'access[0].limits is not a JSON object'],
  [limited({ most: 7 }), 'access[0].limits has the unknown key "most"'],
  [
    limited({ receiver: 'https://a.example/b' }),
    'access[0].limits.receiver is not a URL of an incoming payment',
  ],
  [limited({ interval: 'P1M' }), 'access[0].limits.interval is not an ISO 8601 repeating interval'],
  [limited({ debitAmount: 7 }), 'access[0].limits.debitAmount is not an Amount'],
  [
    limited({ debitAmount: { ...usd('7'), assetCode: 'EUR' } }),
    'access[0].limits.debitAmount is not in the asset',
  ],
  [interacting(), 'The requested access needs the consent of a user'],
  [interacting({ start: ['app'] }), 'interact.start has no "redirect"'],
  [
    interacting({ start: ['redirect'], finish: { ...finish, method: 'push' } }),
    'interact.finish.method is not "redirect"',
  ],
  [
    interacting({ start: ['redirect'], finish: { ...finish, uri: 'back' } }),
    'interact.finish.uri is not a URL',
  ],
  [
    interacting({ start: ['redirect'], finish: { ...finish, uri: 'javascript://a/%0aalert(1)' } }),
    'interact.finish.uri',
  ],
  [
    interacting({ start: ['redirect'], finish: { ...finish, uri: "https://a;script-src 'x'/" } }),
    'interact.finish.uri',
  ],
  [
    interacting({ start: ['redirect'], finish: { ...finish, nonce: 7 } }),
    'interact.finish.nonce is not a string',
  ],
  [
    interacting({ start: ['redirect'], finish: { ...finish, hash_method: 'sha-512' } }),
    'interact.finish.hash_method',
  ],
])('a grant request with fault %# is refused, and the message says why', async (fault, description) => {
  const mock = await running()
  const refused = await call(mock, askGrant(mock, fault(mock)))
  expect(refused.status).toBe(400)
  expect(refused.json).toMatchObject({
    error: { code: 'invalid_request', description: expect.stringContaining(description) },
  })
})

test('a body that is not JSON is refused', async () => {
  const mock = await running()
  const refused = await call(mock, askGrant(mock, {}, { body: '{' }))
  expect([refused.status, codeOf(refused)]).toEqual([400, 'invalid_request'])
})

test('a client known by a key alone gets a grant that needs no consent, and no other', async () => {
  const mock = await running()
  const signer = stranger('mine')
  const client = { jwk: jwkOf(signer) }
  const { access_token } = await grant(mock, askGrant(mock, { client }, { signer }))
  const authorization = `GNAP ${access_token.value}`
  expect((await call(mock, askQuote(mock, {}, { authorization, signer }))).status).toBe(201)
  const access = [toPay(mock)]
  const asked = askGrant(
    mock,
    { client, access_token: { access }, interact: { start: ['redirect'] } },
    { signer },
  )
  expect((await call(mock, asked)).json).toMatchObject({
    error: { code: 'invalid_request', description: expect.stringContaining('Send its wallet address') },
  })
})

test('two clients with the same kid can each use only their own token', async () => {
  const mock = await running()
  const clients = ['one', 'other'].map((name) => createClient('client-key-1', seeded(name)))
  const authorizations = []
  for (const signer of clients) {
    const { access_token } = await grant(mock, askGrant(mock, { client: { jwk: jwkOf(signer) } }, { signer }))
    authorizations.push(`GNAP ${access_token.value}`)
  }
  for (const [of, authorization] of authorizations.entries()) {
    for (const [by, signer] of [...clients, mock.world.clients.signing].entries()) {
      const { status } = await call(mock, askQuote(mock, {}, { authorization, signer }))
      expect([of, by, status]).toEqual([of, by, of === by ? 201 : 401])
    }
  }
})

test('a key given when the mock starts is a key of each of its wallet addresses', async () => {
  const signer = stranger('of-the-client')
  const mock = await running({ clientKeys: [jwkOf(signer) as { kid: string }] })
  expect((await call(mock, askGrant(mock, {}, { signer }))).status).toBe(200)
  expect((await call(mock, { path: '/alice/jwks.json', signer: null })).json).toMatchObject({
    keys: expect.arrayContaining([expect.objectContaining(jwkOf(signer))]),
  })
})

test('a key given when the mock starts needs a kid of its own', () => {
  const clientKeys = [jwkOf(stranger('client-key-2')) as { kid: string }]
  return expect(running({ clientKeys })).rejects.toThrow(
    'The mock already has a key "client-key-2". Give the key of the client a different kid',
  )
})

test('the oldest grants are forgotten with their tokens when there are too many', async () => {
  const { world } = await running()
  const tokens = [{ access: [{ type: 'quote', actions: ['create'] }] }] as const
  const asked = { client: world.clients.signing, tokens }
  const before = world.tokens.size
  const [first] = Array.from({ length: mostGrants + 1 }, () => makeGrant(world, asked))
  expect(world.grants.byId.size).toBe(mostGrants)
  expect(world.grants.byManageId.size).toBe(mostGrants)
  expect(world.tokens.size).toBe(before + mostGrants)
  expect(world.tokens.has(first?.tokens[0]?.token?.value ?? '')).toBe(false)
})

test('a server that asks no person gives access to payments at once', async () => {
  const mock = await running({ variants: variantsNamed(['no-interaction']) })
  const { access_token, interact } = await grant(
    mock,
    askGrant(mock, { access_token: { access: [toPay(mock)] } }),
  )
  expect([interact, access_token.access]).toEqual([undefined, [toPay(mock)]])
})
