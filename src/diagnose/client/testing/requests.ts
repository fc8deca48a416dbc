import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { HttpRequest } from '../../../core/http-request.ts'
import type { Signing } from '../../../target-file/target.ts'
import { clientKey, created, keyOf, signed } from '../../signature/testing/signed.ts'
import type { ServerFact } from '../facts.ts'
import type { ClientOperation, ClientRequest, ServerSide } from '../request.ts'

export const otherPair = generateKeyPairSync('ed25519')

export const open = 'https://wallet.example/op/incoming-payments/open'
export const fixed = 'https://wallet.example/op/incoming-payments/fixed'
export const quoteOfBob = 'https://wallet.example/op/quotes/of-bob'

/** The state that the earlier traffic has shown. */
const facts: ReadonlyArray<[url: string, ServerFact]> = [
  ['https://wallet.example/alice', { kind: 'wallet', asset: { assetCode: 'USD', assetScale: 2 } }],
  [open, { kind: 'incoming-payment', isFixed: false, asset: { assetCode: 'USD', assetScale: 2 } }],
  [fixed, { kind: 'incoming-payment', isFixed: true }],
  [quoteOfBob, { kind: 'quote', wallet: 'https://wallet.example/bob' }],
]

export const server: ServerSide = {
  keys: [clientKey, keyOf(createPublicKey(otherPair.privateKey), 'other-key')],
  isGranted: (token) => token === 'granted-token',
  nameOf: () => 'a token',
  facts: { at: (url) => facts.find(([known]) => known === url)?.[1] },
}

const base = 'https://wallet.example/op'

/** A client's request before it is signed. */
export interface TestRequest {
  operation: ClientOperation
  method: 'GET' | 'POST'
  path: string
  body?: unknown
}

export function usd(value: string) {
  return { value, assetCode: 'USD', assetScale: 2 }
}

export const bodies = {
  quote: {
    walletAddress: 'https://wallet.example/alice',
    receiver: 'https://wallet.example/op/incoming-payments/1',
    method: 'ilp',
    debitAmount: usd('100'),
  },
  fromQuote: { walletAddress: 'https://wallet.example/alice', quoteId: 'https://wallet.example/op/quotes/1' },
  direct: {
    walletAddress: 'https://wallet.example/alice',
    incomingPayment: 'https://wallet.example/op/incoming-payments/1',
    debitAmount: usd('100'),
  },
  incoming: { walletAddress: 'https://wallet.example/alice', incomingAmount: usd('100') },
}

export const asks = {
  quote: { operation: 'create-quote', method: 'POST', path: '/quotes', body: bodies.quote },
  payment: {
    operation: 'create-outgoing-payment',
    method: 'POST',
    path: '/outgoing-payments',
    body: bodies.fromQuote,
  },
  incoming: {
    operation: 'create-incoming-payment',
    method: 'POST',
    path: '/incoming-payments',
    body: bodies.incoming,
  },
  list: {
    operation: 'list-incoming-payments',
    method: 'GET',
    path: '/incoming-payments?first=10&wallet-address=https%3A%2F%2Fwallet.example%2Falice',
  },
  grant: { operation: 'post-request', method: 'POST', path: '/auth', body: {} },
  continuation: { operation: 'post-continue', method: 'POST', path: '/auth/continue/1', body: {} },
} as const satisfies Record<string, TestRequest>

export function messageOf(
  { method, path, body }: TestRequest,
  authorization = 'GNAP granted-token',
): HttpRequest {
  return {
    method,
    url: base + path,
    headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined
      ? {}
      : { body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) }),
  }
}

/** A request as the server received and answered it: accepted, unless `more` says otherwise. */
export function requestOf(
  { operation }: TestRequest,
  message: HttpRequest,
  more: Partial<ClientRequest> = {},
): ClientRequest {
  return {
    operation,
    message,
    status: 200,
    headers: { 'content-type': 'application/json' },
    text: '{}',
    at: created,
    ...more,
  }
}

/** Returns a request signed in the way the harness signs. */
export async function sentBy(
  asked: TestRequest,
  changes: Partial<Signing> = {},
  more: Partial<ClientRequest> = {},
): Promise<ClientRequest> {
  return requestOf(asked, await signed(messageOf(asked), changes), more)
}
