import {
  createAuthenticatedClient,
  createUnauthenticatedClient,
  isPendingGrant,
} from '@interledger/open-payments'
import { expect, test } from 'vitest'
import {
  asked,
  consented,
  continued,
  decided,
  finishUri,
  given,
  hashOf,
  type Official,
  official,
  usd,
} from './testing/official-client.ts'

// The published client sends all requests over the network, and validates every response with its own OpenAPI
// documents.

const forQuotes = { type: 'quote' as const, actions: ['create' as const, 'read' as const] }
const forIncoming = {
  type: 'incoming-payment' as const,
  actions: ['create' as const, 'read' as const, 'list' as const, 'complete' as const],
}
const forOutgoing = (identifier: string, limits: object = { debitAmount: usd('500') }) => ({
  type: 'outgoing-payment' as const,
  actions: ['create' as const, 'read' as const, 'list' as const],
  identifier,
  limits,
})

/** Creates an incoming payment of two dollars to Carol. Returns it with the access that created it. */
const twoDollars = async (scene: Official) => {
  const { access_token } = await given(scene, forIncoming)
  const access = { url: scene.mock.url, accessToken: access_token.value }
  const payment = await scene.client.incomingPayment.create(access, {
    walletAddress: scene.carol,
    incomingAmount: usd('200'),
  })
  return { payment, access }
}

test('a wallet address and its keys are read without credentials', async () => {
  const { mock, client, alice } = await official()
  expect(await client.walletAddress.get({ url: alice })).toEqual({
    id: alice,
    publicName: 'Alice',
    assetCode: 'USD',
    assetScale: 2,
    authServer: `${mock.url}/auth`,
    resourceServer: mock.url,
  })
  const { keys } = await client.walletAddress.getKeys({ url: alice })
  expect(keys.map(({ kid }) => kid)).toContain('client-key-1')
})

test('an incoming payment is created, read in both forms, listed and completed under a grant given at once', async () => {
  const scene = await official()
  const { client, carol } = scene
  const { payment, access } = await twoDollars(scene)
  expect(payment).toMatchObject({ walletAddress: carol, incomingAmount: usd('200'), completed: false })
  const one = { ...access, url: payment.id }
  expect(await client.incomingPayment.get(one)).toMatchObject({ id: payment.id, methods: [{ type: 'ilp' }] })
  const stranger = await createUnauthenticatedClient({ useHttp: true, validateResponses: true })
  expect(await stranger.incomingPayment.get({ url: payment.id })).toEqual({
    receivedAmount: usd('0'),
    authServer: `${scene.mock.url}/auth`,
  })
  const { result } = await client.incomingPayment.list({ ...access, walletAddress: carol })
  expect(result.map(({ id }) => id)).toEqual([payment.id])
  expect(await client.incomingPayment.complete(one)).toMatchObject({ completed: true })
})

test('a quote is created and read under a grant given at once', async () => {
  const scene = await official()
  const { payment } = await twoDollars(scene)
  const { access_token } = await given(scene, forQuotes)
  const access = { url: scene.mock.url, accessToken: access_token.value }
  const quote = await scene.client.quote.create(access, {
    walletAddress: scene.alice,
    receiver: payment.id,
    method: 'ilp',
  })
  expect(quote).toMatchObject({ debitAmount: usd('200'), receiveAmount: usd('200') })
  expect(await scene.client.quote.get({ ...access, url: quote.id })).toEqual(quote)
})

test('a person is shown who asks for what, and goes back with a hash that the client can verify', async () => {
  const scene = await official()
  const grant = await asked(scene, forOutgoing(scene.alice))
  const page = await (await fetch(grant.interact.redirect)).text()
  for (const shown of [scene.alice, 'Alice', '5.00 USD', 'create', 'Accept', 'Decline']) {
    expect(page).toContain(shown)
  }
  const back = await decided(grant, 'accept')
  expect(back.href.startsWith(`${finishUri}&`)).toBe(true)
  const reference = back.searchParams.get('interact_ref') ?? ''
  expect(back.searchParams.get('hash')).toBe(hashOf(scene, grant, reference))
  const { access_token } = await continued(scene, grant, reference)
  expect(access_token).toMatchObject({ expires_in: 600, access: [forOutgoing(scene.alice)] })
})

test('payments are made from a quote and directly, read and listed, and the grant says what they spent', async () => {
  const scene = await official()
  const { client, alice, mock } = scene
  const { payment: receiver } = await twoDollars(scene)
  const quotes = await given(scene, forQuotes)
  const quote = await client.quote.create(
    { url: mock.url, accessToken: quotes.access_token.value },
    { walletAddress: alice, receiver: receiver.id, method: 'ilp', debitAmount: usd('150') },
  )
  const { access_token } = await consented(scene, forOutgoing(alice))
  const access = { url: mock.url, accessToken: access_token.value }
  expect(await client.outgoingPayment.getGrantSpentAmounts(access)).toEqual({
    spentDebitAmount: null,
    spentReceiveAmount: null,
  })
  const quoted = await client.outgoingPayment.create(access, { walletAddress: alice, quoteId: quote.id })
  expect(quoted).toMatchObject({ debitAmount: usd('150'), receiver: receiver.id, failed: false })
  mock.clock.advance(1000)
  const direct = await client.outgoingPayment.create(access, {
    walletAddress: alice,
    incomingPayment: receiver.id,
    debitAmount: usd('50'),
    metadata: { description: 'the rest' },
  })
  mock.clock.advance(1000)
  const read = await client.outgoingPayment.get({ ...access, url: direct.id })
  expect(read).toMatchObject({ sentAmount: usd('50'), metadata: { description: 'the rest' } })
  const { result } = await client.outgoingPayment.list({ ...access, walletAddress: alice })
  expect(result.map(({ id }) => id)).toEqual([direct.id, quoted.id])
  expect(await client.outgoingPayment.getGrantSpentAmounts(access)).toEqual({
    spentDebitAmount: usd('200'),
    spentReceiveAmount: usd('200'),
  })
})

test('a rotated token replaces the previous one, whose spent amount still counts', async () => {
  const scene = await official()
  const { client, alice, mock } = scene
  const { access_token: first } = await consented(scene, forOutgoing(alice))
  const receiver = [...mock.world.incomingPayments.all()].find(({ kind }) => kind === 'open')
  const incomingPayment = `${mock.url}/incoming-payments/${receiver?.id}`
  const pay = (accessToken: string, value: string) =>
    client.outgoingPayment.create(
      { url: mock.url, accessToken },
      { walletAddress: alice, incomingPayment, debitAmount: usd(value) },
    )
  await pay(first.value, '400')
  const { access_token: second } = await client.token.rotate({ url: first.manage, accessToken: first.value })
  expect(second.manage).not.toBe(first.manage)
  await expect(pay(first.value, '1')).rejects.toMatchObject({ status: 401 })
  await expect(pay(second.value, '101')).rejects.toMatchObject({ status: 403 })
  expect(await pay(second.value, '100')).toMatchObject({ debitAmount: usd('100') })
})

test('the environment that a tenant comes with is all that the client needs', async () => {
  const { mock } = await official()
  const answer = await fetch(`${mock.controlUrl}/tenants`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"shop"}',
  })
  const { env } = (await answer.json()) as { env: Record<string, string> }
  const client = await createAuthenticatedClient({
    walletAddressUrl: env['OP_WALLET_ADDRESS'] ?? '',
    keyId: env['OP_KEY_ID'] ?? '',
    privateKey: env['OP_PRIVATE_KEY'] ?? '',
    useHttp: true,
  })
  const wallet = await client.walletAddress.get({ url: env['OP_WALLET_ADDRESS'] ?? '' })
  expect(wallet).toMatchObject({ authServer: env['OP_AUTH_SERVER'], resourceServer: env['OP_BASE_URL'] })
  expect(wallet.authServer).toContain('/tenants/shop/')
  const grant = await client.grant.request(
    { url: wallet.authServer },
    { access_token: { access: [forQuotes] } },
  )
  expect(isPendingGrant(grant)).toBe(false)
})

test('a person tells the client which wallet address is theirs, with a token or without', async () => {
  const scene = await official()
  const { client, alice, mock } = scene
  const sub_ids = [{ id: alice, format: 'uri' as const }]
  const finish = { method: 'redirect' as const, uri: finishUri, nonce: 'n' }
  const interact = { start: ['redirect' as const], finish }
  for (const access_token of [undefined, { access: [forQuotes] }]) {
    const grant = await client.grant.request({ url: `${mock.url}/auth` }, {
      subject: { sub_ids },
      interact,
      ...(access_token && { access_token }),
    } as Parameters<typeof client.grant.request>[1])
    if (!isPendingGrant(grant)) throw new Error('nobody was asked')
    expect(await (await fetch(grant.interact.redirect)).text()).toContain(
      `know that the wallet address ${alice}`,
    )
    const back = await decided(grant, 'accept')
    mock.clock.advance(5000)
    const { uri, access_token: token } = grant.continue
    const interact_ref = back.searchParams.get('interact_ref') ?? ''
    const answer = await client.grant.continue({ url: uri, accessToken: token.value }, { interact_ref })
    expect(answer).toMatchObject({ subject: { sub_ids } })
    expect('access_token' in answer).toBe(access_token !== undefined)
  }
})

test('the DID document of a wallet address has its keys', async () => {
  const { client, alice } = await official()
  const document = await client.walletAddress.getDIDDocument({ url: alice })
  const { keys } = await client.walletAddress.getKeys({ url: alice })
  expect(document).toMatchObject({
    id: `did:web:${encodeURIComponent(new URL(alice).host)}:alice`,
    verificationMethod: keys.map((publicKeyJwk) => ({ publicKeyJwk })),
  })
})

test('a revoked token is dead', async () => {
  const scene = await official()
  const { access_token } = await given(scene, forQuotes)
  const { value: accessToken, manage } = access_token
  await scene.client.token.revoke({ url: manage, accessToken })
  const order = {
    walletAddress: scene.alice,
    receiver: `${scene.mock.url}/incoming-payments/x`,
    method: 'ilp' as const,
  }
  await expect(scene.client.quote.create({ url: scene.mock.url, accessToken }, order)).rejects.toMatchObject({
    status: 401,
    description: 'The access token has been revoked',
  })
})

// The documents judge each of these responses too: auth-server.yaml lists status and code for each request.
test('each error of a grant has the status and code that the document lists', async () => {
  const scene = await official()
  const { client, mock } = scene
  const { continue: pending } = await asked(scene, forOutgoing(scene.alice))
  const at = { url: pending.uri, accessToken: pending.access_token.value }
  const continuing = (body?: { interact_ref: string }) => {
    mock.clock.advance(5000)
    return body ? client.grant.continue(at, body) : client.grant.continue(at)
  }
  await expect(continuing({ interact_ref: 'early' })).rejects.toMatchObject({
    status: 404,
    code: 'invalid_continuation',
  })
  await expect(client.grant.continue(at)).rejects.toMatchObject({ status: 400, code: 'too_fast' })
  await expect(continuing()).rejects.toMatchObject({ status: 404, code: 'invalid_request' })
  const { continue: declined, ...rest } = await asked(scene, forOutgoing(scene.alice))
  expect((await decided({ continue: declined, ...rest }, 'decline')).search).toBe(
    '?order=17&result=grant_rejected',
  )
  mock.clock.advance(5000)
  const refused = client.grant.continue({ url: declined.uri, accessToken: declined.access_token.value })
  await expect(refused).rejects.toMatchObject({ status: 401, code: 'request_denied' })
  await client.grant.cancel(at)
  await expect(client.grant.cancel(at)).rejects.toMatchObject({ status: 404, code: 'invalid_request' })
})

test('a grant can be cancelled before and after it is given, and its token is then refused', async () => {
  const scene = await official()
  const { client } = scene
  const { continue: pending, interact } = await asked(scene, forOutgoing(scene.alice))
  await client.grant.cancel({ url: pending.uri, accessToken: pending.access_token.value })
  expect((await fetch(interact.redirect)).status).toBe(404)
  const { continue: whole, access_token } = await given(scene, forIncoming)
  await client.grant.cancel({ url: whole.uri, accessToken: whole.access_token.value })
  const access = { url: scene.mock.url, accessToken: access_token.value, walletAddress: scene.carol }
  await expect(client.incomingPayment.list(access)).rejects.toMatchObject({ status: 401 })
})
