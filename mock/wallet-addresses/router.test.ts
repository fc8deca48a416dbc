import { expect, test } from 'vitest'
import { call } from '../testing/call.ts'
import { type Running, running } from '../testing/running.ts'
import { urlVariants } from '../variants/urls.ts'

const look = (mock: Running, path: string) => call(mock, { path, authorization: null, signer: null })

test('a wallet address shows its name, its asset and its servers', async () => {
  const mock = await running()
  const { status, headers, json } = await look(mock, '/aiko')
  expect([status, headers['access-control-allow-origin'], headers['cache-control']]).toEqual([
    200,
    '*',
    'no-cache',
  ])
  expect(headers['content-type']).toMatch(/^application\/json/)
  expect(json).toEqual({
    id: `${mock.url}/aiko`,
    publicName: 'Aiko',
    assetCode: 'JPY',
    assetScale: 0,
    authServer: `${mock.url}/auth`,
    resourceServer: mock.url,
  })
})

test('a wallet address may have a slash at its end, as published addresses do', async () => {
  const mock = await running()
  const { status, json } = await look(mock, '/aiko/')
  expect([status, json]).toEqual([200, (await look(mock, '/aiko')).json])
  expect((await look(mock, '/aiko//')).status).toBe(404)
})

test('the key set of a wallet address has the public halves of the keys of the world, and no private one', async () => {
  const mock = await running()
  const { status, json, text } = await look(mock, '/alice/jwks.json')
  expect(status).toBe(200)
  const { x } = mock.world.clients.signing.privateJwk ?? {}
  expect((json as { keys: unknown[] }).keys[0]).toEqual({
    kid: 'client-key-1',
    alg: 'EdDSA',
    use: 'sig',
    kty: 'OKP',
    crv: 'Ed25519',
    x,
  })
  expect(text).not.toContain('"d"')
})

test.each(['wallets-elsewhere', 'base-path'])(
  'in the variant %s wallet addresses lie where the world says',
  async (id) => {
    const mock = await running({ variants: urlVariants.filter((variant) => variant.id === id) })
    const { behaviour, publicUrl } = mock.world
    const url = new URL(`${behaviour.urls.walletsBelow(publicUrl)}alice`)
    const answer = await mock.connection.request({ method: 'GET', path: url.pathname })
    // A wallet address on another host does not lead to the mock.
    expect(answer.statusCode).toBe(id === 'wallets-elsewhere' ? 404 : 200)
    if (answer.statusCode === 200) expect(await answer.body.json()).toMatchObject({ id: url.href })
  },
)

test('wallet addresses keep the path of the public URL', async () => {
  const mock = await running({ publicUrl: 'https://wallet.example/op' })
  expect((await look(mock, '/alice')).json).toMatchObject({
    id: 'https://wallet.example/op/alice',
    authServer: 'https://wallet.example/op/auth',
    resourceServer: 'https://wallet.example/op',
  })
  expect((await mock.connection.request({ method: 'GET', path: '/alice' })).statusCode).toBe(404)
})

test.each(['/alice//', '/Alice', '/nobody', '/nobody/jwks.json', '/alice/keys', '/jwks.json'])(
  '%s is not a wallet address of the mock',
  async (path) => {
    expect((await look(await running(), path)).status).toBe(404)
  },
)

test('a query of a wallet address changes nothing', async () => {
  expect((await look(await running(), '/alice?a=b')).status).toBe(200)
})

test('wallet addresses named like the paths of operations do not hide the operations', async () => {
  const { builtIn } = await import('../fixtures/built-in.ts')
  const wallets = [
    ...builtIn.wallets,
    { name: 'quotes', assetCode: 'USD' },
    { name: 'outgoing-payments', assetCode: 'USD' },
  ]
  const mock = await running({ fixtures: { ...builtIn, wallets } })
  expect((await call(mock, { path: '/outgoing-payments' })).json).toHaveProperty('pagination')
  expect((await look(mock, '/outgoing-payments')).status).toBe(401)
})

test('a POST to a wallet address is answered 404', async () => {
  expect((await call(await running(), { method: 'POST', path: '/alice', body: {} })).status).toBe(404)
})
