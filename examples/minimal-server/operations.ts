import { madeBy, maySee, type Token } from './access.ts'
import { type Body, expectOnly, metadataIn, textIn } from './body.ts'
import { lastSegment } from './ids.ts'
import { type Amount, amountOf, debitFor, receivedFor } from './money.ts'
import { only, pageOf } from './pages.ts'
import type { Profile } from './profile.ts'
import { Refusal } from './refusal.ts'
import {
  createdPayment,
  incomingItem,
  incomingWithMethods,
  outgoingItem,
  publicForm,
  quoteText,
} from './show.ts'
import {
  type IncomingPayment,
  missingFrom,
  type OutgoingPayment,
  type Quote,
  type Store,
  type Wallet,
} from './store.ts'

export interface Service {
  profile: Profile
  store: Store
  now: () => number
  newId: () => string
  authServer: string
}

const quoteLifetime = 120_000

const quoteFields = ['walletAddress', 'receiver', 'method', 'debitAmount', 'receiveAmount']

export function createQuote(service: Service, token: Token, body: Body): string {
  if (service.profile.closesBodies) expectOnly(body, quoteFields)
  const wallet = walletToUse(token, textIn(body, 'walletAddress'))
  if (textIn(body, 'method') !== 'ilp') throw new Refusal(400, 'method is not ilp')
  const receiver = receiverAt(service, textIn(body, 'receiver'))
  const amounts = amountsToQuote(body, wallet, receiver)
  service.store.expectPayable(receiver)
  if (amounts.receive.value > missingFrom(receiver))
    throw new Refusal(409, 'the receiver does not take that much')
  const createdAt = service.now()
  const id = `${wallet.url}/quotes/${service.newId()}`
  const expiresAt = Math.min(createdAt + quoteLifetime, receiver.expiresAt)
  const quote: Quote = madeBy(token, {
    ...{ id, wallet, receiver, ...amounts },
    ...{ paid: false, createdAt, expiresAt },
  })
  service.store.quotes.set(lastSegment(id), quote)
  return quoteText(quote)
}

/** Returns the amounts of a quote. One is fixed by the request or by the receiver, and the other follows from it. */
const amountsToQuote = (
  { fields: { debitAmount, receiveAmount } }: Body,
  wallet: Wallet,
  receiver: IncomingPayment,
): { debit: Amount; receive: Amount } => {
  if (debitAmount !== undefined && receiveAmount !== undefined)
    throw new Refusal(400, 'either debitAmount or receiveAmount')
  const asset = assetOf(receiver)
  if (debitAmount !== undefined) {
    const debit = amountOf(debitAmount, 'debitAmount', wallet.asset)
    return { debit, receive: receivedFor(debit, asset) }
  }
  const receive =
    receiveAmount === undefined ? missingIn(receiver) : amountOf(receiveAmount, 'receiveAmount', asset)
  return { debit: debitFor(receive, wallet.asset), receive }
}

const assetOf = ({ incomingAmount, wallet }: IncomingPayment) => incomingAmount?.asset ?? wallet.asset

const missingIn = (receiver: IncomingPayment): Amount => {
  if (!receiver.incomingAmount) throw new Refusal(400, 'no amount is given, and the receiver names none')
  return { value: missingFrom(receiver), asset: receiver.incomingAmount.asset }
}

const paymentFields = ['walletAddress', 'quoteId', 'incomingPayment', 'debitAmount', 'metadata']

export function createPayment(service: Service, token: Token, body: Body): string {
  if (service.profile.closesBodies) expectOnly(body, paymentFields)
  const { store, now, newId } = service
  const wallet = walletToUse(token, textIn(body, 'walletAddress'))
  const terms =
    body.fields['quoteId'] === undefined ? directTerms(service, wallet, body) : quoted(service, wallet, body)
  const metadata = metadataIn(body)
  const createdAt = now()
  const id = `${wallet.url}/outgoing-payments/${newId()}`
  const state = { sent: 0n, failed: false, createdAt, updatedAt: createdAt }
  const payment: OutgoingPayment = { id, wallet, ...terms, metadata, ...state }
  store.pay(madeBy(token, payment), token)
  return createdPayment(payment, token, service)
}

type Terms = Pick<OutgoingPayment, 'quote' | 'receiver' | 'receive' | 'debit'>

const quoted = ({ store, now }: Service, wallet: Wallet, body: Body): Terms => {
  const { incomingPayment, debitAmount } = body.fields
  if (incomingPayment !== undefined || debitAmount !== undefined)
    throw new Refusal(400, 'either quoteId, or incomingPayment with debitAmount')
  const quoteId = textIn(body, 'quoteId')
  const quote = store.quotes.get(lastSegment(quoteId))
  if (quote?.id !== quoteId || quote.wallet !== wallet) throw new Refusal(404, 'the quote is unknown')
  if (quote.paid) throw new Refusal(409, 'the quote has been paid')
  if (quote.expiresAt <= now()) throw new Refusal(410, 'the quote has expired')
  const { receiver, receive, debit } = quote
  return { quote, receiver, receive, debit }
}

const directTerms = (service: Service, wallet: Wallet, body: Body): Terms => {
  const receiver = receiverAt(service, textIn(body, 'incomingPayment'))
  const debit = amountOf(body.fields['debitAmount'], 'debitAmount', wallet.asset)
  return { quote: undefined, receiver, receive: receivedFor(debit, assetOf(receiver)), debit }
}

export function walletToUse({ wallet, creates }: Token, url: string): Wallet {
  if (!creates) throw new Refusal(403, 'the access token may not create anything')
  if (url !== wallet.url) throw new Refusal(403, 'the access token is for another wallet address')
  return wallet
}

export function incomingAt({ store }: Service, id: string): IncomingPayment {
  const payment = store.incoming.get(id)
  if (!payment) throw new Refusal(404, 'there is no such incoming payment')
  return payment
}

const receiverAt = ({ store }: Service, url: string): IncomingPayment => {
  const receiver = store.incoming.get(lastSegment(url))
  if (receiver?.id !== url) throw new Refusal(404, 'the receiver is unknown')
  return receiver
}

export function getQuote({ store }: Service, token: Token, id: string): string {
  if (!token.reads) throw new Refusal(403, 'the access token may not read')
  const quote = store.quotes.get(id)
  if (quote?.wallet !== token.wallet || !maySee(token, quote))
    throw new Refusal(404, 'there is no such quote')
  return quoteText(quote)
}

/** Shows an incoming payment. A token that may not read its wallet address gets the public form. */
export function getIncomingPayment(service: Service, token: Token, id: string): string {
  const payment = incomingAt(service, id)
  const mayRead = token.reads && [token.wallet, ...token.alsoReads].includes(payment.wallet)
  return mayRead && maySee(token, payment)
    ? incomingWithMethods(payment, service)
    : publicForm(payment, service)
}

export function listOutgoing(service: Service, token: Token, query: URLSearchParams): string {
  return listed(service, token, query, ({ outgoing }) => outgoing, outgoingItem)
}

export function listIncoming(service: Service, token: Token, query: URLSearchParams): string {
  return listed(service, token, query, ({ incoming }) => incoming, incomingItem)
}

/**
 * A page of the list that was asked for, with the items that the token may see. The list of another wallet address is
 * empty.
 */
const listed = <Item extends object>(
  service: Service,
  token: Token,
  query: URLSearchParams,
  listOf: (wallet: Wallet) => readonly Item[],
  text: (item: Item, service: Service) => string,
): string => {
  const { wallet, reads } = token
  if (!reads) throw new Refusal(403, 'the access token may not list')
  const asked = only(query, 'wallet-address')
  if (asked === undefined && service.profile.listsByWalletOnly)
    throw new Refusal(400, 'wallet-address is missing')
  const all = (asked ?? wallet.url) === wallet.url ? listOf(wallet) : []
  const items = all.filter((item) => maySee(token, item))
  const { numbers, pagination } = pageOf(items.length, query)
  const result = numbers.flatMap((number) => items[number] ?? []).map((item) => text(item, service))
  return `{"pagination":${JSON.stringify(pagination)},"result":[${result.join()}]}`
}
