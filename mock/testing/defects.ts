import { seeded, uuid } from '../core/random.ts'
import { cursorOf } from '../lists/page.ts'
import { createOutgoingPayment } from '../outgoing-payments/create.ts'
import { createQuote } from '../quotes/create.ts'
import { createClient } from '../state/clients.ts'
import { firstWallet, quoteUrl, tokenOf, walletUrl } from '../state/lookup.ts'
import type { Quote, TokenKind } from '../state/resources.ts'
import { type Call, digestOf } from './call.ts'
import { furtherDefects } from './further-defects.ts'
import { askPayment, askQuote, receiver, usd } from './requests.ts'
import type { Running } from './running.ts'

type Defect = (mock: Running) => Call

const token = (mock: Running, kind: TokenKind, wallet = firstWallet(mock.world)): string =>
  `GNAP ${tokenOf(mock.world, wallet, kind).value}`

const bob = (mock: Running) => {
  const wallet = mock.world.wallets.get('bob')
  if (!wallet) throw new Error('no wallet bob')
  return wallet
}

const ownPayment = ({ world }: Running): string =>
  `/incoming-payments/${world.incomingPayments.of(firstWallet(world)).at(0)?.id}`

const list = (mock: Running, wallet = firstWallet(mock.world)): string =>
  `/incoming-payments?wallet-address=${encodeURIComponent(walletUrl(mock.world, wallet))}&first=2`

const body =
  (differs: Record<string, unknown>): Defect =>
  (mock) =>
    askQuote(mock, differs)

/** A valid request with one signature header altered. */
const header =
  (name: string, alter: (value: string) => string): Defect =>
  (mock) => ({
    path: ownPayment(mock),
    tamper: (headers) => ({ ...headers, [name]: alter(headers[name] ?? '') }),
  })

const uncovered =
  (component: string): Defect =>
  (mock) =>
    askQuote(mock, {}, { uncovered: component })

const digest =
  (stated: string | null): Defect =>
  (mock) =>
    askQuote(mock, {}, { digest: stated })

const payment =
  (differs: Record<string, unknown>): Defect =>
  (mock) =>
    askPayment(mock, differs)

/** A payment from a quote that is created for it and then altered. */
const fromQuote =
  (alter: (quote: Quote, mock: Running) => void, wallet = firstWalletOf): Defect =>
  (mock) => {
    const { world } = mock
    const own = wallet(mock)
    const [to] = [...world.incomingPayments.all()].filter(({ kind }) => kind === 'open')
    if (!to) throw new Error('no open receiver')
    const debitAmount = { value: 100n, ...own.asset }
    const quote = createQuote(world, { wallet: own, receiver: to, debitAmount, receiveAmount: undefined })
    alter(quote, mock)
    return askPayment(mock, { quoteId: quoteUrl(world, quote) })
  }

const firstWalletOf = ({ world }: Running) => firstWallet(world)

const unaltered = () => {}

const payIt = (quote: Quote, { world }: Running): void => {
  createOutgoingPayment(world, { wallet: quote.wallet, quote }, tokenOf(world, quote.wallet))
}

const huge = '18446744073709551615'

const withFields = (whole: Call, fields: Record<string, unknown>): Call => ({
  ...whole,
  body: { ...Object(whole.body), ...fields },
})

/**
 * Maps the name of every guard to a request with the one defect that it refuses. If a profile does not have the guard,
 * its mock serves the request or does not know the operation.
 */
export const defects: Readonly<Record<string, Defect>> = {
  'token-present': (mock) => ({ path: list(mock), authorization: null }),
  'token-scheme': (mock) => ({
    path: ownPayment(mock),
    authorization: token(mock, 'full').replace('GNAP', 'Bearer'),
  }),
  'token-known': (mock) => askQuote(mock, {}, { authorization: 'GNAP nobody-has-this' }),
  'token-not-expired': (mock) => ({ path: list(mock), authorization: token(mock, 'expired') }),
  'token-not-revoked': (mock) => ({ path: list(mock), authorization: token(mock, 'revoked') }),
  'token-not-rotated': (mock) => ({ path: list(mock), authorization: token(mock, 'rotated') }),
  'signature-present': (mock) => askQuote(mock, {}, { signer: null }),
  'signature-readable': header('signature', () => 'sig1=:'),
  'signature-structured': header('signature', (value) => value.replaceAll(':', '')),
  'signature-component-unique': header('signature-input', (value) =>
    value.replace('("@method"', '("@method" "@method"'),
  ),
  'signature-covers-method': uncovered('@method'),
  'signature-covers-target-uri': uncovered('@target-uri'),
  'signature-covers-authorization': uncovered('authorization'),
  'signature-covers-content-digest': uncovered('content-digest'),
  'signature-keyid-known': (mock) => ({ path: ownPayment(mock), keyId: 'nobody-has-this' }),
  'signature-alg-fits-key': (mock) => ({ path: ownPayment(mock), alg: 'rsa-pss-sha512' }),
  'signature-verifies': (mock) => ({
    path: ownPayment(mock),
    signer: createClient(mock.world.clients.signing.key.keyId, seeded('stranger')),
  }),
  'key-bound-to-token': (mock) => ({ path: ownPayment(mock), signer: mock.world.clients.otherKey }),
  'digest-present': digest(null),
  'digest-readable': digest('sha-512=what'),
  'digest-algorithm': digest('md5=:1B2M2Y8AsgTpgAmY7PhCfg==:'),
  'digest-matches-body': digest(digestOf('another body')),
  'right-create': (mock) => askQuote(mock, {}, { authorization: token(mock, 'readOnly') }),
  'right-read': (mock) => ({ path: ownPayment(mock), authorization: token(mock, 'writeOnly') }),
  'right-wallet-create': (mock) => askQuote(mock, {}, { authorization: token(mock, 'full', bob(mock)) }),
  'right-wallet-get-quote': (mock) => ({
    path: `/quotes/${mock.world.quotes.of(firstWallet(mock.world)).at(0)?.id}`,
    authorization: token(mock, 'full', bob(mock)),
  }),
  'right-wallet-list': (mock) => ({ path: list(mock), authorization: token(mock, 'full', bob(mock)) }),
  'body-is-json': (mock) => askQuote(mock, {}, { body: '{"walletAddress":' }),
  'wallet-address-required': body({ walletAddress: undefined }),
  'wallet-address-uri': body({ walletAddress: 'alice' }),
  'receiver-required': body({ receiver: undefined }),
  'receiver-uri': body({ receiver: 17 }),
  'receiver-pattern': body({ receiver: 'https://wallet.example/invoices/1' }),
  'method-required': body({ method: undefined }),
  'method-string': body({ method: ['ilp'] }),
  'method-known': body({ method: 'card' }),
  'debit-amount-on-fixed': (mock) =>
    askQuote(mock, { receiver: receiver(mock, 'fixed'), debitAmount: '100' }),
  'receive-amount-on-fixed': (mock) =>
    askQuote(mock, { receiver: receiver(mock, 'fixed'), debitAmount: undefined, receiveAmount: {} }),
  'debit-amount-object': body({ debitAmount: '100' }),
  'receive-amount-object': body({ receiveAmount: null }),
  'amount-value-required': body({ debitAmount: { assetCode: 'USD', assetScale: 2 } }),
  'amount-value-uint64': body({ receiveAmount: usd('18446744073709551616') }),
  'amount-value-leading-zero': body({ debitAmount: usd('0100') }),
  'amount-asset-code-required': body({ debitAmount: { value: '1', assetScale: 2 } }),
  'amount-asset-code-string': body({ debitAmount: { value: '1', assetCode: 840, assetScale: 2 } }),
  'amount-asset-scale-required': body({ receiveAmount: { value: '1', assetCode: 'USD' } }),
  'amount-asset-scale-integer': body({ debitAmount: { value: '1', assetCode: 'USD', assetScale: '2' } }),
  'amount-asset-scale-limit': body({ debitAmount: { value: '1', assetCode: 'USD', assetScale: 256 } }),
  'wallet-known': (mock) => askQuote(mock, { walletAddress: `${mock.world.publicUrl}/nobody` }),
  'receiver-known': body({ receiver: 'https://elsewhere.example/incoming-payments/1' }),
  'receiver-not-expired': (mock) => askQuote(mock, { receiver: receiver(mock, 'expired') }),
  'receiver-not-completed': (mock) => askQuote(mock, { receiver: receiver(mock, 'completed') }),
  'amounts-exclusive': body({ debitAmount: usd('100'), receiveAmount: usd('100') }),
  'amounts-exclusive-fixed': (mock) =>
    askQuote(mock, { receiver: receiver(mock, 'fixed'), debitAmount: usd('100'), receiveAmount: usd('100') }),
  'amount-given-or-inferable': body({ debitAmount: undefined }),
  'debit-amount-asset': body({ debitAmount: { value: '100', assetCode: 'EUR', assetScale: 2 } }),
  'receive-amount-asset': body({ receiveAmount: { value: '100', assetCode: 'USD', assetScale: 3 } }),
  'amount-in-range': (mock) =>
    askQuote(mock, { receiver: receiver(mock, 'otherAsset'), debitAmount: usd(huge) }),
  'payment-body-is-json': (mock) => askPayment(mock, {}, { body: '[]' }),
  'payment-wallet-address-required': (mock) =>
    withFields(fromQuote(unaltered)(mock), { walletAddress: undefined }),
  'payment-wallet-address-uri': (mock) => withFields(fromQuote(unaltered)(mock), { walletAddress: 'alice' }),
  'payment-direct-wallet-address-required': payment({ walletAddress: undefined }),
  'payment-direct-wallet-address-uri': payment({ walletAddress: 'alice' }),
  'payment-variants-both': (mock) =>
    withFields(fromQuote(unaltered)(mock), {
      incomingPayment: receiver(mock, 'open'),
      debitAmount: usd('100'),
    }),
  'payment-variants-neither': payment({ incomingPayment: undefined, debitAmount: undefined }),
  'payment-incoming-payment-alone': payment({ debitAmount: undefined }),
  'payment-debit-amount-alone': payment({ incomingPayment: undefined }),
  'payment-quote-and-debit-amount': (mock) =>
    withFields(fromQuote(unaltered)(mock), { debitAmount: usd('100') }),
  'payment-quote-id-uri': payment({ quoteId: null }),
  'payment-incoming-payment-uri': payment({ incomingPayment: 'incoming-payments/1' }),
  'payment-debit-amount-object': payment({ debitAmount: '100' }),
  'payment-debit-amount-asset-code-required': payment({ debitAmount: { value: '100', assetScale: 2 } }),
  'payment-debit-amount-asset-scale-required': payment({ debitAmount: { value: '100', assetCode: 'USD' } }),
  'payment-metadata-object': payment({ metadata: ['Order 17'] }),
  'payment-wallet-known': (mock) => askPayment(mock, { walletAddress: `${mock.world.publicUrl}/nobody` }),
  'payment-quote-id-of-quote': (mock) => askPayment(mock, { quoteId: receiver(mock, 'open') }),
  'payment-quote-id-form': (mock) =>
    askPayment(mock, { quoteId: `${mock.world.publicUrl}/quotes/not-an-id` }),
  'payment-quote-known': (mock) =>
    askPayment(mock, { quoteId: `${mock.world.publicUrl}/quotes/${uuid(seeded('nobody has this'))}` }),
  'payment-quote-of-wallet': fromQuote(unaltered, bob),
  'payment-quote-not-expired': fromQuote((quote, { world }) => {
    quote.expiresAt = world.now()
  }),
  'payment-quote-unpaid': fromQuote(payIt),
  'payment-receiver-known': payment({ incomingPayment: 'https://elsewhere.example/incoming-payments/1' }),
  'payment-receiver-not-expired': (mock) => askPayment(mock, { incomingPayment: receiver(mock, 'expired') }),
  'payment-receiver-not-completed': (mock) =>
    askPayment(mock, { incomingPayment: receiver(mock, 'completed') }),
  'payment-debit-amount-asset-code': payment({
    debitAmount: { value: '100', assetCode: 'EUR', assetScale: 2 },
  }),
  'payment-debit-amount-asset-scale': payment({
    debitAmount: { value: '100', assetCode: 'USD', assetScale: 3 },
  }),
  'payment-receiver-room': (mock) =>
    askPayment(mock, { incomingPayment: receiver(mock, 'fixed'), debitAmount: usd('501') }),
  'payment-token-limit': (mock) =>
    askPayment(mock, { debitAmount: usd('501') }, { authorization: token(mock, 'limited') }),
  'payment-token-limit-interval': (mock) =>
    askPayment(mock, { debitAmount: usd('501') }, { authorization: token(mock, 'limitedPerInterval') }),
  'payment-token-limit-receive': (mock) =>
    askPayment(mock, { debitAmount: usd('501') }, { authorization: token(mock, 'limitedReceive') }),
  'payment-token-limit-receiver': (mock) =>
    askPayment(
      mock,
      { incomingPayment: receiver(mock, 'fixed') },
      { authorization: token(mock, 'limitedToReceiver') },
    ),
  'quote-id-form': () => ({ path: '/quotes/not-an-id' }),
  'quote-known': () => ({ path: `/quotes/${uuid(seeded('nobody has this'))}` }),
  'incoming-payment-id-form': () => ({ path: '/incoming-payments/not-an-id' }),
  'incoming-payment-known': () => ({ path: `/incoming-payments/${uuid(seeded('nobody has this'))}` }),
  'page-first-in-range': () => ({ path: '/incoming-payments?first=101' }),
  'page-last-in-range': () => ({ path: '/outgoing-payments?last=zero' }),
  'page-one-direction': () => ({ path: '/incoming-payments?first=2&last=2' }),
  ...furtherDefects,
  'page-cursor-known': () => ({ path: `/incoming-payments?cursor=${cursorOf({ id: 'nobody' })}` }),
}
