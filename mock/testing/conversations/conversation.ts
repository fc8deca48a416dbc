import { firstWallet, tokenOf } from '../../state/lookup.ts'
import { type Answered, type Call, call, digestOf } from '../call.ts'
import { defects } from '../defects.ts'
import { askPayment, askQuote, pathOfId, receiver, usd } from '../requests.ts'
import type { Running } from '../running.ts'
import { oddCalls } from './odd-calls.ts'
import { openPaymentsConversation } from './open-payments-conversation.ts'
import { pageConversation } from './page-conversation.ts'
import { paymentConversation, urlIn } from './payment-conversation.ts'
import { signatureCalls } from './signature-calls.ts'

/** A sequence of requests. Each is sent when its response is pulled from the generator. */
export type Conversation = AsyncGenerator<Answered, void, void>

/** Valid requests to every operation. Some read what an earlier one created. */
async function* wholeConversation(mock: Running): Conversation {
  const [first, second] = mock.world.incomingPayments.of(firstWallet(mock.world))
  const [foreign] = [...mock.world.incomingPayments.all()].filter(({ kind }) => kind === 'open')
  const quote = await call(mock, askQuote(mock))
  const reading = { path: readable(quote) ? pathOfId(mock, quote) : '/quotes/none' }
  const made = mock.world.outgoingPayments.of(firstWallet(mock.world)).at(0)?.id
  yield quote
  yield* all(mock, [
    reading,
    reading,
    askPayment(mock, { quoteId: urlIn(mock, quote, 'id', 'quotes'), metadata: { description: 'Order 17' } }),
    askPayment(mock),
    { path: `/incoming-payments/${first?.id}` },
    { path: `/incoming-payments/${second?.id}` },
    { path: `/incoming-payments/${foreign?.id}` },
    { path: '/incoming-payments' },
    { path: '/outgoing-payments?first=1' },
    // Ids of another kind of resource.
    { path: `/quotes/${first?.id}` },
    { path: reading.path.replace('/quotes/', '/incoming-payments/') },
    { path: `/incoming-payments/${made}` },
    { path: `/outgoing-payments/${first?.id}` },
  ])
}

/** Requests in every form that is, or should be, accepted, and list pages in both directions. */
async function* furtherConversation(mock: Running): Conversation {
  const body = JSON.stringify(askQuote(mock).body, undefined, 2)
  const page = await call(mock, { path: '/incoming-payments?first=3' })
  const { startCursor, endCursor } = Object((page.json as { pagination?: unknown } | undefined)?.pagination)
  yield page
  yield* all(mock, [
    { path: `/incoming-payments?first=2&cursor=${endCursor}` },
    { path: `/incoming-payments?first=2&cursor=${endCursor}` },
    { path: `/incoming-payments?last=1&cursor=${endCursor}` },
    { path: `/incoming-payments?last=2&cursor=${startCursor}` },
    askQuote(mock, { debitAmount: usd('9007199254740993') }),
    askQuote(mock, { receiveAmount: usd('9007199254740993') }),
    askQuote(mock, { receiver: receiver(mock, 'fixed'), debitAmount: undefined }),
    askQuote(mock, { receiver: receiver(mock, 'fixed', 9), debitAmount: undefined }),
    askQuote(mock, { receiver: receiver(mock, 'fixed'), debitAmount: usd('100') }),
    askQuote(mock, {}, { label: 'any' }),
    askQuote(mock, {}, { components: ['content-digest', '@target-uri', 'authorization', '@method'] }),
    askQuote(mock, {}, { parameters: ['keyid', 'created'] }),
    askQuote(
      mock,
      {},
      { components: ['@method', '@target-uri', 'authorization', 'content-digest', 'content-type'] },
    ),
    askQuote(mock, {}, { tamper: twice }),
    askQuote(mock, {}, { tamper: onTwoLines }),
    { path: escapedPath(mock) },
    { path: '/incoming-payments', authorization: 'GNAP nobody-has-this', tamper: conditionally },
    { path: '/incoming-payments/none', authorization: null },
    ...[0, 2, 4].map((nth) => askQuote(mock, receiving(mock, nth))),
    askQuote(mock, {}, { chunked: true }),
    askQuote(mock, {}, { body, digest: digestOf(body, 'sha256') }),
    askQuote(mock, {}, { body, digest: `${digestOf(body)}, ${digestOf(body, 'sha256')}` }),
    askQuote(
      mock,
      {},
      { body, digest: `${digestOf(body)}, ${digestOf(body, 'sha256')}`, tamper: digestsOnTwoLines },
    ),
    ...signatureCalls(mock),
    ...oddCalls(mock),
    askQuote(mock, {}, { keyId: mock.world.clients.otherKey.key.keyId }),
    askQuote(
      mock,
      {},
      { signer: mock.world.clients.otherClient, keyId: mock.world.clients.signing.key.keyId },
    ),
    askQuote(mock, {}, { keyId: '3f2b8c1e-5a47-4d09-9c62-0b7e1f4a8d35' }),
  ])
}

/** Reads a quote, and pays from it, after two more quotes were created for the same receiver. */
async function* quotesInTurn(mock: Running): Conversation {
  const first = await call(mock, askQuote(mock))
  yield first
  yield* all(mock, [
    askQuote(mock, { debitAmount: usd('300') }),
    askQuote(mock, { debitAmount: usd('200') }),
    { path: readable(first) ? pathOfId(mock, first) : '/quotes/none' },
    askPayment(mock, { quoteId: urlIn(mock, first, 'id', 'quotes') }),
  ])
}

/**
 * Sends, for every guard, a request that only it refuses; then every operation without a token and with a token that
 * does not permit it.
 */
async function* defectiveConversation(mock: Running): Conversation {
  const { world } = mock
  const [first] = world.incomingPayments.of(firstWallet(world))
  const [quote] = world.quotes.of(firstWallet(world))
  const reads = [
    '/incoming-payments',
    '/outgoing-payments',
    `/incoming-payments/${first?.id}`,
    `/quotes/${quote?.id}`,
  ]
  const altered = (authorization: string | null): Call[] => [
    ...reads.map((path) => ({ path, authorization })),
    askQuote(mock, {}, { authorization }),
    askPayment(mock, {}, { authorization }),
  ]
  yield* all(mock, [
    ...Object.values(defects).map((defect) => defect(mock)),
    ...altered(null),
    askQuote(mock, { walletAddress: 'https://mock.example/op/nobody' }, { authorization: null }),
    ...altered('GNAP nobody-has-this'),
    ...altered(`GNAP ${tokenOf(world, firstWallet(world), 'writeOnly').value}`),
    askPayment(mock, {}, { authorization: `GNAP ${tokenOf(world, firstWallet(world), 'readOnly').value}` }),
  ])
}

/** Adds a second signature over the same base, under another label. */
const twice = (headers: Record<string, string>): Record<string, string> => ({
  ...headers,
  ...Object.fromEntries(
    ['signature', 'signature-input'].map((name) => [
      name,
      `${headers[name]}, ${headers[name]?.replace('sig1', 'sig2')}`,
    ]),
  ),
})

/** Adds the second signature on a line of its own. */
const onTwoLines = (headers: Record<string, string>): Record<string, string> => ({
  ...headers,
  Signature: String(headers['signature']).replace('sig1', 'sig2'),
  'Signature-Input': String(headers['signature-input']).replace('sig1', 'sig2'),
})

/** Puts the second digest on a line of its own. */
const digestsOnTwoLines = (headers: Record<string, string>): Record<string, string> => {
  const [first = '', second = ''] = headers['content-digest']?.split(', ') ?? []
  return { ...headers, 'content-digest': first, 'Content-Digest': second }
}

/** The path of an incoming payment, whose id is written in escapes. */
const escapedPath = ({ world }: Running): string => {
  const [first] = world.incomingPayments.of(firstWallet(world))
  return `/incoming-payments/${Buffer.from(first?.id ?? '')
    .toString('hex')
    .replace(/../g, '%$&')}`
}

const conditionally = (headers: Record<string, string>): Record<string, string> => ({
  ...headers,
  'if-none-match': '*',
})

/** A quote of a fixed amount for a receiver in another asset. */
const receiving = (mock: Running, nth: number) => {
  const url = receiver(mock, 'otherAsset', nth)
  const found = [...mock.world.incomingPayments.all()].find(({ id }) => url.endsWith(id))
  const receiveAmount = { value: '3000', ...found?.wallet.asset }
  return { receiver: url, debitAmount: undefined, receiveAmount }
}

const readable = ({ json }: Answered): boolean => typeof Object(json).id === 'string'

async function* all(mock: Running, calls: readonly Call[]): Conversation {
  for (const each of calls) yield await call(mock, each)
}

/** Runs all conversations, one after the other. */
export async function* everyConversation(mock: Running): Conversation {
  if (mock.world.profile === 'open-payments-1.3') yield* openPaymentsConversation(mock)
  yield* wholeConversation(mock)
  yield* furtherConversation(mock)
  yield* quotesInTurn(mock)
  yield* paymentConversation(mock)
  yield* defectiveConversation(mock)
  yield* pageConversation(mock)
}

/** Everything that a client can see of a response. */
const seen = ({ status, headers, text }: Answered): string =>
  [status, JSON.stringify(headers), text].join('\n')

export async function transcript(conversation: Conversation): Promise<string[]> {
  const lines: string[] = []
  for await (const answer of conversation) lines.push(seen(answer))
  return lines
}

/** Returns true if the conversation differs from the transcript. It stops at the first difference. */
export async function differs(conversation: Conversation, from: readonly string[]): Promise<boolean> {
  let place = 0
  for await (const answer of conversation) if (seen(answer) !== from[place++]) return true
  return place < from.length
}
