import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HttpRequest } from '../../core/http-request.ts'
import { plainSigning } from '../../http/testing/target.ts'
import { created, signed, signedOver, withHeaders } from '../signature/testing/signed.ts'
import type { Claim } from './claim.ts'
import { clientClaims, clientSpecification } from './claims.ts'
import { type ClientRequest, readRequest } from './request.ts'
import {
  asks,
  bodies,
  fixed,
  messageOf,
  open,
  otherPair,
  quoteOfBob,
  requestOf,
  sentBy,
  server,
  type TestRequest,
  usd,
} from './testing/requests.ts'

const profiles = ['interface', 'open-payments-1.3'] as const
type Name = (typeof profiles)[number]

// Computed once, because it compiles schemas.
const claims: Record<Name, Claim[]> = {
  interface: clientClaims(clientSpecification('interface')),
  'open-payments-1.3': clientClaims(clientSpecification('open-payments-1.3')),
}

/** Returns whether each requirement is held, for every requirement that the request shows something about. */
const shownIn = (request: ClientRequest, name: Name): Map<string, boolean> => {
  const read = readRequest(request, server)
  return new Map(
    claims[name].flatMap(({ requirement, operations, judge }) => {
      const shown = operations.includes(request.operation) ? judge(read, server) : undefined
      return shown && shown.outcome !== 'undecided' ? [[requirement, shown.outcome === 'held'] as const] : []
    }),
  )
}

const brokenIn = (request: ClientRequest, name: Name): string[] =>
  [...shownIn(request, name)].flatMap(([requirement, held]) => (held ? [] : [requirement]))

const whole: TestRequest[] = [
  asks.quote,
  { ...asks.quote, body: { ...bodies.quote, debitAmount: undefined, receiveAmount: usd('5') } },
  asks.payment,
  { ...asks.payment, body: bodies.direct },
  asks.list,
]

test.each(whole)('a valid request, %j, breaks nothing', async (asked) => {
  expect(brokenIn(await sentBy(asked), 'interface')).toEqual([])
  expect(brokenIn(await sentBy(asked), 'open-payments-1.3')).toEqual([])
})

type Make = () => Promise<ClientRequest> | ClientRequest

const quote =
  (change: Record<string, unknown>): Make =>
  () =>
    sentBy({ ...asks.quote, body: { ...bodies.quote, ...change } })
const payment =
  (body: unknown): Make =>
  () =>
    sentBy({ ...asks.payment, body })
const incoming =
  (change: Record<string, unknown>): Make =>
  () =>
    sentBy({ ...asks.incoming, body: { ...bodies.incoming, ...change } })
const direct = (change: Record<string, unknown>): Make => payment({ ...bodies.direct, ...change })
const amount = (change: Record<string, unknown>): Make => quote({ debitAmount: { ...usd('1'), ...change } })
const uncovered =
  (component: string): Make =>
  () =>
    sentBy(asks.quote, {
      components: plainSigning.components.filter((name) => name !== component),
    })
const altered =
  (asked: TestRequest, change: (message: HttpRequest) => HttpRequest): Make =>
  async () =>
    requestOf(asked, change(await signed(messageOf(asked))))
const headers = (change: (headers: Record<string, string>) => Record<string, string | undefined>): Make =>
  altered(asks.quote, (message) => withHeaders(message, change(message.headers)))
/** The refusal of a server that gives its reason. */
const refusing = (reason: string): Partial<ClientRequest> => ({
  status: 400,
  headers: { 'x-mock-refused-by': reason },
  text: '{"error":{"description":"because"}}',
})
const refusedFor =
  (asked: TestRequest, requirement: string): Make =>
  () =>
    sentBy(asked, {}, refusing(`guard;requirement="${requirement}"`))

const refusedBy =
  (asked: TestRequest, guard: string): Make =>
  () =>
    sentBy(asked, {}, refusing(guard))

/** A refusal of that request without a reason. */
const refused =
  (make: Make): Make =>
  async () => ({ ...(await make()), status: 400 })

/** A request for each requirement that breaks it. */
const breaking: Record<string, Make> = {
  'client.bodies-are-json': () => sentBy({ ...asks.quote, body: '{"walletAddress":' }),
  'client.bodies.none-on-get': () => sentBy({ ...asks.list, body: {} }),
  'client.quote.amount-on-open-receiver': refused(quote({ receiver: open, debitAmount: undefined })),
  'client.token.carried': async () =>
    requestOf(asks.list, await signed(messageOf(asks.list, 'Bearer granted-token'))),
  'client.token.from-authorization-server': async () =>
    requestOf(
      asks.list,
      await signed(messageOf(asks.list, 'GNAP made-up-token')),
      refusing('token-known;requirement="token.known"'),
    ),
  'client.signature.made': () => requestOf(asks.list, messageOf(asks.list)),
  'client.signature.structured-field': headers((all) => ({
    signature: all['signature']?.replaceAll(':', ''),
  })),
  'client.signature.label-unique': headers((all) => ({
    'signature-input': `sig1=("@method");keyid="x", ${all['signature-input']}`,
  })),
  'client.signature.algorithm': headers((all) => ({
    'signature-input': `${all['signature-input']};alg="EdDSA"`,
  })),
  'client.signature.verifies': altered(asks.list, (message) => ({
    ...message,
    url: `${message.url}&last=2`,
  })),
  'client.digest.of-body': altered(asks.quote, (message) => ({
    ...message,
    body: Buffer.from(JSON.stringify(bodies.quote, null, 2)),
  })),
  'signature.covers.method': uncovered('@method'),
  'signature.covers.target-uri': uncovered('@target-uri'),
  'signature.covers.authorization': uncovered('authorization'),
  'signature.covers.content-digest': uncovered('content-digest'),
  'signature.digest.present': headers(() => ({ 'content-digest': undefined })),
  'signature.keyid.equals-kid': () =>
    sentBy(asks.list, { key: { ...plainSigning.key, privateKey: otherPair.privateKey } }),
  'amount.sent.value.required': amount({ value: undefined }),
  'amount.sent.value.uint64': amount({ value: 100 }),
  'amount.sent.asset-code.required': amount({ assetCode: undefined }),
  'amount.sent.asset-code.string': amount({ assetCode: 840 }),
  'amount.sent.asset-scale.required': amount({ assetScale: undefined }),
  'amount.sent.asset-scale.integer': amount({ assetScale: '2' }),
  'amount.sent.asset-scale.limit': amount({ assetScale: 256 }),
  'create-quote.body.json': () => sentBy({ ...asks.quote, body: [] }),
  'create-quote.wallet-address.required': quote({ walletAddress: undefined }),
  'create-quote.wallet-address.uri': quote({ walletAddress: 'alice' }),
  'create-quote.wallet-address.known': refusedFor(asks.quote, 'create-quote.wallet-address.known'),
  'create-quote.receiver.required': quote({ receiver: undefined }),
  'create-quote.receiver.uri': quote({ receiver: 'bob' }),
  'create-quote.receiver.pattern': quote({ receiver: 'https://wallet.example/bob' }),
  'create-quote.receiver.known': refusedFor(asks.quote, 'create-quote.receiver.known'),
  'create-quote.method.required': quote({ method: undefined }),
  'create-quote.method.string': quote({ method: 1 }),
  'create-quote.method.unknown': quote({ method: 'card' }),
  'create-quote.body.closed': quote({ description: 'coffee' }),
  'create-quote.debit-amount.amount': quote({ debitAmount: '100' }),
  'create-quote.debit-amount.amount-on-fixed': refused(quote({ receiver: fixed, debitAmount: '100' })),
  'create-quote.debit-amount.asset': refused(quote({ debitAmount: { ...usd('100'), assetCode: 'EUR' } })),
  'create-quote.receive-amount.amount': quote({ receiveAmount: '100' }),
  'create-quote.receive-amount.amount-on-fixed': refused(
    quote({
      receiver: fixed,
      receiveAmount: '100',
      debitAmount: undefined,
    }),
  ),
  'create-quote.receive-amount.asset': refused(
    quote({
      receiver: open,
      receiveAmount: { ...usd('100'), assetScale: 3 },
      debitAmount: undefined,
    }),
  ),
  'create-quote.amounts.exclusive': quote({ receiveAmount: usd('100') }),
  'create-quote.amounts.exclusive-fixed': quote({ receiver: fixed, receiveAmount: usd('100') }),
  'create-outgoing-payment.body.json': payment('7'),
  'create-outgoing-payment.wallet-address.required': payment({ quoteId: bodies.fromQuote.quoteId }),
  'create-outgoing-payment.wallet-address.uri': payment({ ...bodies.fromQuote, walletAddress: 'alice' }),
  'create-outgoing-payment.direct.wallet-address.required': direct({ walletAddress: undefined }),
  'create-outgoing-payment.direct.wallet-address.uri': direct({ walletAddress: 'alice' }),
  'create-outgoing-payment.wallet-address.known': refusedFor(
    asks.payment,
    'create-outgoing-payment.wallet-address.known',
  ),
  'create-outgoing-payment.quote-id.uri': payment({ ...bodies.fromQuote, quoteId: '1' }),
  'create-outgoing-payment.quote-id.unknown': refusedFor(
    asks.payment,
    'create-outgoing-payment.quote-id.unknown',
  ),
  'create-outgoing-payment.quote-id.no-quote': refused(payment({ ...bodies.fromQuote, quoteId: open })),
  'create-outgoing-payment.quote-id.other-wallet': refused(
    payment({ ...bodies.fromQuote, quoteId: quoteOfBob }),
  ),
  'create-outgoing-payment.metadata.object': payment({ ...bodies.fromQuote, metadata: 'x' }),
  'create-outgoing-payment.direct.incoming-payment.uri': direct({ incomingPayment: '1' }),
  'create-outgoing-payment.direct.incoming-payment.known': refusedFor(
    { ...asks.payment, body: bodies.direct },
    'create-outgoing-payment.direct.incoming-payment.known',
  ),
  'create-outgoing-payment.direct.debit-amount.amount': direct({ debitAmount: '1' }),
  'create-outgoing-payment.direct.debit-amount.asset-code.required': direct({
    debitAmount: { value: '1', assetScale: 2 },
  }),
  'create-outgoing-payment.direct.debit-amount.asset-scale.required': direct({
    debitAmount: { value: '1', assetCode: 'USD' },
  }),
  'create-outgoing-payment.direct.asset-code': refused(
    direct({ debitAmount: { ...usd('100'), assetCode: 'EUR' } }),
  ),
  'create-outgoing-payment.direct.asset-scale': refused(
    direct({ debitAmount: { ...usd('100'), assetScale: 3 } }),
  ),
  'create-outgoing-payment.variants.both': payment({ ...bodies.direct, ...bodies.fromQuote }),
  'create-outgoing-payment.variants.quote-and-debit-amount': payment({
    ...bodies.fromQuote,
    debitAmount: usd('100'),
  }),
  'create-outgoing-payment.body.closed': payment({ ...bodies.fromQuote, description: 'coffee' }),
  'create-outgoing-payment.variants.neither': payment({ walletAddress: bodies.direct.walletAddress }),
  'create-outgoing-payment.variants.incoming-payment-alone': direct({ debitAmount: undefined }),
  'create-outgoing-payment.variants.debit-amount-alone': direct({ incomingPayment: undefined }),
  'create-incoming-payment.body.json': () => sentBy({ ...asks.incoming, body: [] }),
  'create-incoming-payment.body.closed': incoming({ description: 'coffee' }),
  'create-incoming-payment.wallet-address.required': incoming({ walletAddress: undefined }),
  'create-incoming-payment.wallet-address.uri': incoming({ walletAddress: 'alice' }),
  'create-incoming-payment.wallet-address.known': refusedFor(
    asks.incoming,
    'create-incoming-payment.wallet-address.known',
  ),
  'create-incoming-payment.incoming-amount.amount': incoming({ incomingAmount: '100' }),
  'create-incoming-payment.incoming-amount.asset': refused(
    incoming({
      incomingAmount: { ...usd('100'), assetScale: 3 },
    }),
  ),
  'create-incoming-payment.expires-at.date-time': incoming({ expiresAt: 'tomorrow' }),
  'create-incoming-payment.expires-at.passed': () =>
    sentBy(
      { ...asks.incoming, body: { ...bodies.incoming, expiresAt: '2000-01-01T00:00:00Z' } },
      {},
      { status: 400 },
    ),
  'create-incoming-payment.metadata.object': incoming({ metadata: 'x' }),
  'client.authorization.signed': refusedBy(asks.grant, 'signature-verifies'),
  'client.authorization.grant-request': refusedBy(asks.grant, 'invalid_request'),
  'client.authorization.keys': refusedBy(asks.grant, 'client-keys'),
  'client.authorization.nonce': () => {
    const asked = { ...asks.grant, body: { interact: { finish: { nonce: 'a nonce' } } } }
    const request = requestOf(asked, messageOf(asked))
    shownIn(request, 'open-payments-1.3')
    return request
  },
  'client.authorization.wait': refusedBy(asks.continuation, 'too_fast'),
  'client.authorization.interact-ref': refusedBy(asks.continuation, 'interact-ref'),
  'client.authorization.token': refusedBy(asks.continuation, 'continuation-token'),
  'client.bodies.fields-listed': quote({ description: 'coffee' }),
  'client.bodies.media-type': headers(() => ({ 'content-type': 'text/plain' })),
  'client.list.wallet-address': () => sentBy({ ...asks.list, path: '/incoming-payments?first=10' }),
}

test('a duty that only the server can judge is undecided if it refuses without a reason, and kept if it serves', async () => {
  const known = claims.interface.find(({ requirement }) => requirement === 'create-quote.receiver.known')
  const outcomeOf = async (more: Partial<ClientRequest>) =>
    known?.judge(readRequest(await sentBy(asks.quote, {}, more), server), server)?.outcome
  expect(await outcomeOf({ status: 201 })).toBe('held')
  expect(await outcomeOf({ status: 400 })).toBe('undecided')
  expect(
    await outcomeOf({ status: 404, ...refusing('receiver-known;requirement="create-quote.receiver.known"') }),
  ).toBe('broken')
  expect(
    await outcomeOf(refusing('wallet-known;requirement="create-quote.wallet-address.known"')),
  ).toBeUndefined()
  expect(await outcomeOf({ status: 401 })).toBeUndefined()
})

const everywhere = profiles.flatMap((name) =>
  claims[name].map(({ requirement }) => [requirement, name] as const),
)

test.each(everywhere)('some request breaks %s under %s', async (requirement, name) => {
  const make = breaking[requirement]
  if (!make) throw new Error(`no request breaks ${requirement}`)
  expect(brokenIn(await make(), name)).toContain(requirement)
})

test('a public read needs neither token nor signature where the profile has a public form', () => {
  const read: TestRequest = { operation: 'get-incoming-payment', method: 'GET', path: '/incoming-payments/1' }
  const bare = requestOf(read, { method: 'GET', url: `https://wallet.example/op${read.path}`, headers: {} })
  expect(brokenIn(bare, 'open-payments-1.3')).toEqual([])
  expect(brokenIn(bare, 'interface')).toEqual(['client.token.carried', 'client.signature.made'])
})

test('only a granted token, not one that was issued, shows that the client uses grants', async () => {
  const requirement = 'client.token.from-authorization-server'
  const given = requestOf(asks.list, await signed(messageOf(asks.list, 'GNAP given-token')))
  expect(shownIn(given, 'interface').has(requirement)).toBe(false)
  expect(shownIn(await sentBy(asks.list), 'interface').get(requirement)).toBe(true)
})

test('one good signature is enough, even beside a bad one', async () => {
  const message = await signed(messageOf(asks.list))
  const beside = withHeaders(message, {
    'signature-input': `bad=("@method");keyid="unknown", ${message.headers['signature-input']}`,
    signature: `bad=:${Buffer.alloc(64).toString('base64')}:, ${message.headers['signature']}`,
  })
  expect(brokenIn(requestOf(asks.list, beside), 'interface')).toEqual([])
})

test('a signature over an altered base breaks only the requirement that it verifies', async () => {
  const message = await signedOver(messageOf(asks.list), (base) => `${base}\n`)
  expect(brokenIn(requestOf(asks.list, message, { at: created }), 'interface')).toEqual([
    'client.signature.verifies',
  ])
})

test('judging never throws, whatever a client sends as a signature', () => {
  const word = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.constantFrom(
      'sig1=("@method");created=-999999999999999;expires=-999999999999999;keyid="test-key-ed25519"',
      `sig1=:${'A'.repeat(86)}==:`,
    ),
  )
  const fields = [
    'signature-input',
    'signature',
    'content-digest',
    'authorization',
    'content-length',
  ] as const
  const any = fc.dictionary(fc.constantFrom(...fields), word)
  fc.assert(
    fc.property(any, fc.string(), (headers, text) => {
      const message: HttpRequest = { ...messageOf(asks.quote), headers, body: Buffer.from(text) }
      shownIn(requestOf(asks.quote, message), 'interface')
    }),
    { numRuns: 100 },
  )
})
