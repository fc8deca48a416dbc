import type {
  AuthenticatedClient,
  IncomingPaymentWithPaymentMethods,
  Quote,
} from '@interledger/open-payments'
import type { IncomingPaymentKind } from '../../state/resources.ts'
import { type Official, usd } from '../official-client.ts'
import { consented, forIncoming, forOutgoing, forQuotes, given } from './grants.ts'
import type { Recorded } from './recorded.ts'

const nowhere = 'https://a.example/b'

/** The URL of a predefined incoming payment of that kind, on the wallet address of that name. */
const begun = ({ mock: { world, url } }: Official, kind: IncomingPaymentKind, name = 'carol'): string => {
  const found = [...world.incomingPayments.all()].find(
    (each) => each.kind === kind && each.wallet.name === name,
  )
  return `${url}/incoming-payments/${found?.id}`
}

/** Reads wallet addresses, their keys and DID documents. */
export async function walletSteps({ mock: { url, world } }: Official, { when }: Recorded): Promise<void> {
  for (const [name, { asset }] of world.wallets)
    await when(`the wallet address ${name}, in ${asset.assetCode}`).walletAddress.get({
      url: `${url}/${name}`,
    })
  await when('a slash at its end').walletAddress.get({ url: `${url}/alice/` })
  for (const [of, at] of [
    ['the wallet address alice', `${url}/alice`],
    ['the wallet address carol', `${url}/carol`],
    ['one that is not there', `${url}/nobody`],
  ] as const) {
    await when(of).walletAddress.getKeys({ url: at })
    await when(of).walletAddress.getDIDDocument({ url: at })
  }
  await when('one that is not there').walletAddress.get({ url: `${url}/nobody` })
}

type Create = Parameters<AuthenticatedClient['incomingPayment']['create']>[1]

/** Creates, reads, lists and completes incoming payments, and sends requests that are refused. */
export async function incomingSteps(scene: Official, { when }: Recorded): Promise<void> {
  const { mock, carol: walletAddress, alice } = scene
  const token = await given(scene, when, 'access to incoming payments', forIncoming)
  const access = { url: mock.url, accessToken: token.value }
  const create = (of: string, more: object = {}) =>
    when(of).incomingPayment.create(access, { walletAddress, ...more } as Create)
  const made = [
    await create('nothing but a wallet address'),
    await create('an incomingAmount', { incomingAmount: usd('200') }),
    await create('an expiresAt', { expiresAt: '2026-01-02T00:00:00Z' }),
    await create('metadata', { metadata: { description: 'Order 17' } }),
    await create('all of them', {
      incomingAmount: usd('200'),
      expiresAt: '2026-01-02T00:00:00Z',
      metadata: { description: 'Order 18', lines: [1, 2] },
    }),
  ] as IncomingPaymentWithPaymentMethods[]
  await create('an incomingAmount of 0', { incomingAmount: usd('0') })
  await create('an incomingAmount in another asset', { incomingAmount: { ...usd('1'), assetCode: 'EUR' } })
  await create('an expiresAt that has passed', { expiresAt: '2025-01-01T00:00:00Z' })
  await create('a wallet address of another server', { walletAddress: nowhere })
  await create('a field that is not listed', { description: 'Order 19' })
  await when('a token that is unknown').incomingPayment.create(
    { ...access, accessToken: 'x' },
    { walletAddress },
  )

  const [first] = made
  const one = { url: first?.id ?? '', accessToken: token.value }
  await when('its own').incomingPayment.get(one)
  await when('one that is not its own').incomingPayment.get({ ...one, url: begun(scene, 'open') })
  await when('one that is not there').incomingPayment.get({ ...one, url: `${one.url}x` })
  await when('a token that is unknown').incomingPayment.get({ ...one, accessToken: 'x' })
  await when('one that is open').incomingPayment.getPublic({ url: begun(scene, 'open') })
  await when('one that is completed').incomingPayment.getPublic({ url: begun(scene, 'completed') })
  await when('one that is not there').incomingPayment.getPublic({ url: `${one.url}x` })

  const list = (of: string, pagination?: object, at = walletAddress) =>
    when(of).incomingPayment.list({ ...access, walletAddress: at }, pagination as never)
  const { pagination } = (await list('no count')) as {
    pagination: { startCursor?: string; endCursor?: string }
  }
  await list('first 2', { first: 2 })
  await list('first 2 after a cursor', { first: 2, cursor: pagination.startCursor })
  await list('last 2 before a cursor', { last: 2, cursor: pagination.endCursor })
  await list('first 1000', { first: 1000 })
  await list('a cursor that is unknown', { first: 2, cursor: 'x' })
  await list('a wallet address where it has made none', undefined, alice)
  await list('a wallet address of another server', undefined, nowhere)

  await when('its own').incomingPayment.complete(one)
  await when('the same once more').incomingPayment.complete(one)
  await when('one that is completed').incomingPayment.get(one)
  await when('one that is not there').incomingPayment.complete({ ...one, url: `${one.url}x` })
}

/** Creates quotes of every form, and sends requests that are refused. Returns a quote to pay. */
export async function quoteSteps(scene: Official, { when }: Recorded): Promise<Quote> {
  const { mock, alice: walletAddress } = scene
  const token = await given(scene, when, 'access to quotes', forQuotes)
  const access = { url: mock.url, accessToken: token.value }
  const create = (of: string, receiver: string, more: object = {}) =>
    when(of).quote.create(access, { walletAddress, receiver, method: 'ilp', ...more } as never)
  const open = begun(scene, 'open')
  const quote = (await create('a debitAmount', open, { debitAmount: usd('100') })) as Quote
  await create('a receiveAmount', open, { receiveAmount: usd('100') })
  await create('a receiver with an incomingAmount', begun(scene, 'fixed'))
  for (const name of ['kenji', 'hamad', 'midas'])
    await create(`a debitAmount, to ${name}, in another asset`, begun(scene, 'open', name), {
      debitAmount: usd('10000'),
    })
  await create('both amounts', open, { debitAmount: usd('100'), receiveAmount: usd('100') })
  await create('no amount, to a receiver without one', open)
  await create('a receiver that has expired', begun(scene, 'expired'), { debitAmount: usd('100') })
  await create('a receiver that is completed', begun(scene, 'completed'), { debitAmount: usd('100') })
  await create('a receiver of another server', `${nowhere}/incoming-payments/1`, { debitAmount: usd('100') })
  await create('an amount in another asset', open, { debitAmount: { ...usd('100'), assetScale: 4 } })
  await when('its own').quote.get({ ...access, url: quote.id })
  await when('one that is not there').quote.get({ ...access, url: `${quote.id}x` })
  await when('a token that is unknown').quote.get({ url: quote.id, accessToken: 'x' })
  return quote
}

/**
 * Creates outgoing payments from a quote and directly, reads, lists and counts them, and sends requests that are
 * refused.
 */
export async function outgoingSteps(scene: Official, { when }: Recorded, quote: Quote): Promise<void> {
  const { mock, alice: walletAddress } = scene
  const token = await consented(scene, when, 'payments', forOutgoing(scene, { debitAmount: usd('500') }))
  const access = { url: mock.url, accessToken: token.value }
  const spent = (of: string) => when(of).outgoingPayment.getGrantSpentAmounts(access)
  const create = (of: string, body: object) =>
    when(of).outgoingPayment.create(access, { walletAddress, ...body } as never)
  const [incomingPayment, debitAmount] = [begun(scene, 'open'), usd('100')]
  await spent('a grant that has not paid')
  const paid = await create('a quote', { quoteId: quote.id })
  await create('the same quote once more', { quoteId: quote.id })
  await create('an incomingPayment and a debitAmount', { incomingPayment, debitAmount })
  await create('metadata', { incomingPayment, debitAmount, metadata: { description: 'Order 17' } })
  await create('a receiver in another asset', { incomingPayment: begun(scene, 'open', 'kenji'), debitAmount })
  await create('more than the limit', { incomingPayment, debitAmount: usd('101') })
  await create('a quote that is not there', { quoteId: `${quote.id}x` })
  await create('an incomingPayment without debitAmount', { incomingPayment })
  await create('an amount in another asset', {
    incomingPayment,
    debitAmount: { ...debitAmount, assetCode: 'EUR' },
  })
  await create('a receiver that is completed', { incomingPayment: begun(scene, 'completed'), debitAmount })
  await create('another wallet address', { walletAddress: scene.carol, incomingPayment, debitAmount })
  mock.clock.advance(1000)
  await spent('a grant that has paid')
  const { id } = paid as { id: string }
  await when('its own').outgoingPayment.get({ ...access, url: id })
  await when('one that is not there').outgoingPayment.get({ ...access, url: `${id}x` })
  await when('a token that is unknown').outgoingPayment.get({ url: id, accessToken: 'x' })
  const list = (of: string, pagination?: object, at = walletAddress) =>
    when(of).outgoingPayment.list({ ...access, walletAddress: at }, pagination as never)
  const { pagination } = (await list('no count')) as {
    pagination: { startCursor?: string; endCursor?: string }
  }
  await list('first 2', { first: 2 })
  await list('first 2 after a cursor', { first: 2, cursor: pagination.startCursor })
  await list('last 2 before a cursor', { last: 2, cursor: pagination.endCursor })
  await list('first 0', { first: 0 })
  await list('another wallet address', undefined, scene.carol)
}
