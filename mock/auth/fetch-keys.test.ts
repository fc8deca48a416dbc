import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { seeded } from '../core/random.ts'
import { createClient } from '../state/clients.ts'
import { call } from '../testing/call.ts'
import { askGrant, grant, jwkOf } from '../testing/grants.ts'
import { askQuote } from '../testing/requests.ts'
import { running } from '../testing/running.ts'

const client = createClient('key-of-mine', seeded('elsewhere'))

/** Starts a server that answers with this listener, and returns its URL. */
const serving = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const json =
  (body: unknown): RequestListener =>
  (_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  }

test('a client with a wallet address on another server signs with a key from the jwks.json there', async () => {
  const paths: string[] = []
  const url = await serving((request, response) => {
    paths.push(request.url ?? '')
    json({ keys: [{ kid: 'broken' }, jwkOf(client)] })(request, response)
  })
  const mock = await running()
  for (const named of [`${url}/me`, { walletAddress: `${url}/me` }]) {
    const { access_token } = await grant(mock, askGrant(mock, { client: named }, { signer: client }))
    const authorization = `GNAP ${access_token.value}`
    expect((await call(mock, askQuote(mock, {}, { authorization, signer: client }))).status).toBe(201)
  }
  expect(paths).toEqual(['/me/jwks.json', '/me/jwks.json'])
})

test('a mock knows a client by its wallet address on another mock', async () => {
  const clientKeys = [jwkOf(client) as { kid: string }]
  const [there, here] = [await running({ clientKeys }), await running()]
  const asked = askGrant(here, { client: `${there.url}/bob` }, { signer: client })
  expect((await call(here, asked)).status).toBe(200)
})

/** Redirects to a valid key set. */
const redirecting: RequestListener = (request, response) => {
  if (request.url === '/elsewhere') json({ keys: [jwkOf(client)] })(request, response)
  else response.writeHead(302, { location: '/elsewhere' }).end()
}

test.each<[string, RequestListener, string]>([
  ['answers 404', (_request, response) => response.writeHead(404).end('no'), 'the status is 404'],
  ['redirects', redirecting, 'cannot be read: unexpected redirect'],
  ['has no JSON', (_request, response) => response.end('<html>'), 'is not JSON'],
  ['has no JWK set', json({ key: 7 }), 'is not a JWK set'],
  ['has other keys', json({ keys: [] }), 'uses the unknown key'],
  ['is too large', json({ keys: 'x'.repeat(70_000) }), 'it is larger than 65536 bytes'],
  ['breaks off', (_request, response) => response.destroy(), 'cannot be read'],
  ['never answers', () => {}, 'no response within 2 s'],
])('a client whose jwks.json %s is refused, and the message says why', async (_says, answer, reason) => {
  const mock = await running()
  const url = `${await serving(answer)}/me`
  const refused = await call(mock, askGrant(mock, { client: url }, { signer: client }))
  expect(refused.status).toBe(401)
  expect(refused.json).toMatchObject({
    error: { code: 'invalid_client', description: expect.stringContaining(reason) },
  })
})

const fetched: string[] = []
const fetch = async (input: string | URL | Request): Promise<Response> => {
  fetched.push(String(input))
  return Response.json({ keys: [jwkOf(client)] })
}

test.each([
  ['https://client.example/me', false, 200],
  ['http://client.example/me', false, 401],
  ['http://client.example/me', true, 200],
  ['http://127.0.0.1.client.example/me', false, 401],
  ['http://localhost:1/me', false, 200],
  ['http://[::1]:1/me', false, 200],
  ['https://client.example/@me', false, 200],
  ['https://client.example', false, 200],
  ['file:///me', true, 400],
  ['http://127.0.0.1:1/admin?', false, 400],
  ['http://127.0.0.1:1/admin?me', false, 400],
  ['http://127.0.0.1:1/admin#', false, 400],
  ['http://127.0.0.1:1/admin#me', false, 400],
  ['http://name:word@127.0.0.1:1/me', false, 400],
  ['http://@127.0.0.1:1/me', false, 400],
  ['http://2130706433:1/me', false, 400],
  ['http://127.1:1/me', false, 400],
  ['http://0x7f.0.0.1:1/me', false, 400],
  ['http://LOCALHOST:1/me', false, 400],
  ['http://localhost:80/me', false, 400],
  ['http://[0:0:0:0:0:0:0:1]:1/me', false, 400],
  ['http://127.0.0.1:1/me/../admin', false, 400],
  ['http://127.0.0.1:1/me/%2e%2e/admin', false, 400],
  ['http:127.0.0.1:1/me', false, 400],
])('a client at %s, with plainHttpClients %j, is answered %d', async (url, plainHttpClients, status) => {
  fetched.length = 0
  const mock = await running({ fetch, plainHttpClients })
  const answer = await call(mock, askGrant(mock, { client: url }, { signer: client }))
  expect(answer.status).toBe(status)
  expect(fetched).toEqual(status === 200 ? [`${url}/jwks.json`] : [])
})

const ofPage = [
  { origin: 'https://page.example' },
  { origin: 'null' },
  { origin: 'http://rebound.example:8080', host: 'rebound.example:8080' },
]

test.each(ofPage)(
  'a grant request from a page in a browser (%j) makes the mock fetch nothing',
  async (headers) => {
    fetched.length = 0
    const mock = await running({ fetch })
    const tamper = (signed: Record<string, string>) => ({ ...signed, ...headers })
    const asked = { client: 'https://client.example/me' }
    const refused = await call(mock, askGrant(mock, asked, { signer: client, tamper }))
    expect([refused.status, refused.json]).toEqual([
      401,
      {
        error: {
          code: 'invalid_client',
          description: expect.stringContaining('is not fetched for a page in a browser'),
        },
      },
    ])
    expect(fetched).toEqual([])
    expect((await call(mock, askGrant(mock, {}, { tamper }))).status).toBe(200)
  },
)

test('an unsigned grant request makes the mock fetch nothing', async () => {
  fetched.length = 0
  const mock = await running({ fetch })
  const asked = askGrant(mock, { client: 'https://client.example/me' }, { signer: null })
  expect((await call(mock, asked)).status).toBe(401)
  expect(fetched).toEqual([])
})
