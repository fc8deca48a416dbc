import { firstWallet, incomingPaymentUrl, tokenOf, walletUrl } from '../../state/lookup.ts'
import type { IncomingPayment, Wallet } from '../../state/resources.ts'
import type { Answered, Call } from '../call.ts'
import { call } from '../call.ts'
import { askPayment, askQuote, receiver, usd } from '../requests.ts'
import type { Running } from '../running.ts'

type Answers = AsyncGenerator<Answered, void, void>

const shortly = 60
const settled = 1000

/** The URL that the response shows in a field, or a well-formed URL of no resource if it shows none. */
export function urlIn({ world }: Running, { json }: Answered, field: string, path: string): string {
  const url: unknown = Object(json)[field]
  return typeof url === 'string' ? url : `${world.publicUrl}/${path}/none`
}

export function paymentsOf(mock: Running, query = ''): Call {
  const wallet = walletUrl(mock.world, firstWallet(mock.world))
  return { path: `/outgoing-payments?wallet-address=${encodeURIComponent(wallet)}${query}` }
}

/** Reads a receiver with the token for receivers. */
const seen = (mock: Running, url: string): Call => ({
  path: url.slice(mock.world.publicUrl.length),
  authorization: `GNAP ${tokenOf(mock.world, firstWallet(mock.world), 'receivers').value}`,
})

const changed = (mock: Running, url: string, change: Partial<IncomingPayment>): string => {
  for (const payment of mock.world.incomingPayments.all())
    if (incomingPaymentUrl(mock.world, payment) === url) Object.assign(payment, change)
  return url
}

async function* all(mock: Running, ...calls: Call[]): Answers {
  for (const each of calls) yield await call(mock, each)
}

/**
 * Creates payments, then reads the list and the receiver while they are on their way, and twice after they have
 * settled.
 */
async function* watched(mock: Running, ...payments: Call[]): Answers {
  const [first] = payments
  const to = Object(first?.body).incomingPayment ?? receiver(mock, 'open')
  const look = [paymentsOf(mock, '&first=3'), seen(mock, to)]
  yield* all(mock, ...payments, ...look)
  mock.clock.advance(shortly)
  yield* all(mock, ...look)
  mock.clock.advance(settled)
  yield* all(mock, ...look, ...look)
}

/** Multiplied by 100 after a division by 100, it loses a unit in a double. */
const spoiledByFractions = usd('113')

async function* fromQuotes(mock: Running): Answers {
  const quoted = await call(mock, askQuote(mock, { debitAmount: spoiledByFractions }))
  const payment = askPayment(mock, { quoteId: urlIn(mock, quoted, 'id', 'quotes') })
  const again = { ...payment, body: { ...Object(payment.body), metadata: { a: 1 } } }
  yield* watched(mock, payment, again)
  yield* all(mock, again, paymentsOf(mock, '&first=3'))
  const late = await call(mock, askQuote(mock))
  const walletAddress = `${mock.world.publicUrl}/bob`
  yield* all(mock, askPayment(mock, { quoteId: urlIn(mock, late, 'id', 'quotes'), walletAddress }))
  mock.clock.advance(300_000)
  yield* all(mock, askPayment(mock, { quoteId: urlIn(mock, late, 'id', 'quotes') }))
}

/** Reads a quote into another asset, and pays from it, after its price may have moved. */
async function* fromOlderQuote(mock: Running): Answers {
  const quoted = await call(mock, askQuote(mock, { receiver: receiver(mock, 'otherAsset') }))
  mock.clock.advance(older)
  const quoteId = urlIn(mock, quoted, 'id', 'quotes')
  if (quoteId.startsWith(mock.world.publicUrl))
    yield await call(mock, { path: quoteId.slice(mock.world.publicUrl.length) })
  yield await call(mock, askPayment(mock, { quoteId }))
}

const older = 31_000

const metadata = {
  Order: 17,
  share: 1.5,
  paid: true,
  note: null,
  lines: [{ price: 2.25 }],
  'order.id': '007',
  marks: 'a < b {{name}}',
  id: 'O-17',
  items: Array.from({ length: 120 }, (_, place) => place),
  levels: JSON.parse(`${'{"in":'.repeat(18)}1${'}'.repeat(18)}`),
  escaped: '100%25',
  repeated: ['b', 'a', 'b'],
  receiver: 'a shop',
  numbered: { 0: 'first', 1: 'second' },
  ...Object.fromEntries(Array.from({ length: 60 }, (_, place) => [`member ${place}`, place])),
}

async function* direct(mock: Running): Answers {
  const noted = askPayment(mock, { metadata, debitAmount: spoiledByFractions })
  yield* watched(mock, noted, askPayment(mock, { metadata: { a: 1 }, debitAmount: spoiledByFractions }))
  yield* watched(mock, askPayment(mock, { incomingPayment: receiver(mock, 'otherAsset') }))
  yield* watched(mock, askPayment(mock, { incomingPayment: receiver(mock, 'failing') }))
  for (const other of [{ assetScale: 1 }, { assetScale: 0 }, { assetCode: '' }])
    yield* all(mock, askPayment(mock, { debitAmount: { ...usd('11'), ...other } }))
  yield* all(mock, askPayment(mock, { sentAmount: usd('7') }))
}

async function* intoFixed(mock: Running): Answers {
  const fixed = (nth: number, value: string) =>
    askPayment(mock, { incomingPayment: receiver(mock, 'fixed', nth), debitAmount: usd(value) })
  // The second payment finds the receiver full.
  yield* watched(mock, fixed(1, '500'))
  yield* watched(mock, fixed(1, '500'))
  yield* watched(mock, fixed(2, '300'), fixed(2, '300'), { ...fixed(2, '300'), ...asOtherClient(mock) })
}

async function* unpayable(mock: Running): Answers {
  const soon = changed(mock, receiver(mock, 'open', 2), { expiresAt: mock.world.now() + shortly })
  yield* watched(mock, askPayment(mock, { incomingPayment: soon }))
  for (const kind of ['expired', 'completed'] as const)
    for (const nth of [0, 1])
      yield* watched(mock, askPayment(mock, { incomingPayment: receiver(mock, kind, nth) }))
  const quoted = await call(mock, askQuote(mock, { receiver: receiver(mock, 'expired') }))
  yield* watched(mock, askPayment(mock, { quoteId: urlIn(mock, quoted, 'id', 'quotes') }))
}

const authorized = ({ world }: Running, kind: 'limited' | 'limitedReceive' | 'otherClient') =>
  `GNAP ${tokenOf(world, firstWallet(world), kind).value}`

const asOtherClient = (mock: Running): Partial<Call> => ({
  authorization: authorized(mock, 'otherClient'),
  signer: mock.world.clients.otherClient,
})

async function* byOtherTokens(mock: Running): Answers {
  const { world } = mock
  for (const kind of ['limited', 'limitedReceive'] as const) {
    const three = askPayment(mock, { debitAmount: usd('300') }, { authorization: authorized(mock, kind) })
    yield* all(mock, three, three)
  }
  const otherClient = asOtherClient(mock)
  yield* all(mock, askPayment(mock, {}, otherClient), { ...paymentsOf(mock), ...otherClient })
  const [, second] = world.wallets.values()
  if (!second) throw new Error('no second wallet')
  const besideItsOwn = `&wallet-address=${encodeURIComponent(walletUrl(world, second))}`
  const ofSecond = { authorization: `GNAP ${tokenOf(world, second, 'full').value}` }
  yield* all(
    mock,
    { ...paymentsOf(mock, besideItsOwn), ...ofSecond },
    { path: '/outgoing-payments', ...ofSecond },
    askPayment(mock, { incomingPayment: openOn(mock, second) }, ofSecond),
    namingBoth(askQuote(mock), walletUrl(world, second), ofSecond),
  )
}

const openOn = ({ world }: Running, wallet: Wallet): string => {
  const [open] = world.incomingPayments.of(wallet)
  return open ? incomingPaymentUrl(world, open) : ''
}

/** Sends the request in another name. Its body names another wallet address before its own. */
const namingBoth = (whole: Call, first: string, differs: Partial<Call>): Call => ({
  ...whole,
  ...differs,
  body: `{"walletAddress":${JSON.stringify(first)},${JSON.stringify(whole.body).slice(1)}`,
})

/** Pays from a quote that fixes what arrives in another asset. */
async function* fixedAbroad(mock: Running): Answers {
  const url = receiver(mock, 'otherAsset')
  const receiveAmount = { ...receivingWallet(mock, url)?.asset, value: '11' }
  const quoted = await call(mock, askQuote(mock, { receiver: url, receiveAmount }))
  yield* all(mock, askPayment(mock, { quoteId: urlIn(mock, quoted, 'id', 'quotes') }))
}

/** Reads a quote that is not paid, and the lists of its receiver's wallet, once others have paid into the receiver. */
async function* onceOthersPaid(mock: Running): Answers {
  const { world } = mock
  const fixed = receiver(mock, 'fixed', 3)
  const quoted = await call(mock, askQuote(mock, { receiver: fixed, debitAmount: undefined }))
  const pay = (value: string) => askPayment(mock, { incomingPayment: fixed, debitAmount: usd(value) })
  yield* all(mock, pay('100'), pay('200'))
  mock.clock.advance(settled)
  const id = urlIn(mock, quoted, 'id', 'quotes')
  if (id.startsWith(world.publicUrl)) yield* all(mock, { path: id.slice(world.publicUrl.length) })
  const wallet = receivingWallet(mock, fixed)
  for (const list of ['incoming-payments', 'outgoing-payments']) {
    const query = `wallet-address=${encodeURIComponent(wallet ? walletUrl(world, wallet) : '')}&first=100`
    yield* all(mock, { ...seen(mock, fixed), path: `/${list}?${query}` })
  }
}

const receivingWallet = ({ world }: Running, url: string): Wallet | undefined =>
  [...world.incomingPayments.all()].find((payment) => incomingPaymentUrl(world, payment) === url)?.wallet

async function* pagesWhilePaying(mock: Running): Answers {
  const page = await call(mock, paymentsOf(mock, '&first=2'))
  yield page
  const { endCursor } = Object(Object(page.json).pagination)
  yield* all(
    mock,
    askPayment(mock),
    paymentsOf(mock, `&first=2&cursor=${endCursor}`),
    paymentsOf(mock, `&last=2&cursor=${endCursor}`),
    paymentsOf(mock, '&last=2'),
  )
}

const later = 600

/** Reads a quote some time after its creation, and then looks for traces of refused payments. */
async function* afterwards(mock: Running): Answers {
  const quoted = await call(mock, askQuote(mock))
  const fromQuote = { quoteId: urlIn(mock, quoted, 'id', 'quotes') }
  const readable = fromQuote.quoteId.startsWith(mock.world.publicUrl)
  mock.clock.advance(later)
  if (readable) yield await call(mock, { path: fromQuote.quoteId.slice(mock.world.publicUrl.length) })
  const altered: Partial<Call> = { over: (message) => ({ ...message, url: `${message.url}?` }) }
  yield* all(mock, askPayment(mock, fromQuote, altered), askPayment(mock, {}, altered))
  mock.clock.advance(later)
  yield* all(mock, paymentsOf(mock, '&first=50'), askPayment(mock, { ...fromQuote, metadata: {} }))
}

/** Requests that send the token where it is not allowed: in the query, in another header or in the body. */
const misplacedTokens = (mock: Running): Call[] => {
  const { value } = tokenOf(mock.world, firstWallet(mock.world))
  return [
    { path: `/incoming-payments?access_token=${value}`, authorization: null },
    {
      path: '/incoming-payments',
      authorization: null,
      tamper: (headers) => ({ ...headers, 'x-access-token': value }),
    },
    askQuote(mock, { access_token: value }, { authorization: null }),
  ]
}

/** Creates payments of every kind and outcome, and reads them until they have settled. */
export async function* paymentConversation(mock: Running): Answers {
  yield* fromQuotes(mock)
  yield* fromOlderQuote(mock)
  yield* direct(mock)
  yield* intoFixed(mock)
  yield* fixedAbroad(mock)
  yield* unpayable(mock)
  yield* byOtherTokens(mock)
  yield* pagesWhilePaying(mock)
  yield* afterwards(mock)
  yield* onceOthersPaid(mock)
  yield* all(mock, ...misplacedTokens(mock))
}
