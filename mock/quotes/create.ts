import { type Asset, amountOf } from '../core/amounts.ts'
import type { Shown } from '../core/answer.ts'
import type { Rates } from '../state/assets.ts'
import { incomingPaymentUrl, quoteUrl, walletUrl } from '../state/lookup.ts'
import type { Priced, PriceOrder, QuoteOrder } from '../state/orders.ts'
import type { Client, Quote } from '../state/resources.ts'
import type { World } from '../state/world.ts'

export function showQuote(world: World, quote: Quote): Shown {
  return {
    id: quoteUrl(world, quote),
    walletAddress: walletUrl(world, quote.wallet),
    receiver: incomingPaymentUrl(world, quote.receiver),
    receiveAmount: world.behaviour.answers.showAmount(quote.receiveAmount),
    debitAmount: world.behaviour.answers.showAmount(quote.debitAmount),
    method: 'ilp',
    expiresAt: world.behaviour.answers.showTime(quote.expiresAt),
    createdAt: world.behaviour.answers.showTime(quote.createdAt),
  }
}

/** The two amounts of a quote. One is fixed, the other is computed. */
export function priced(world: World, order: QuoteOrder): Priced {
  const { wallet, receiver, debitAmount, receiveAmount } = order
  const assets = { debit: wallet.asset, receive: receiver.wallet.asset }
  if (debitAmount)
    return world.behaviour.quotes.price({ ...assets, fixed: 'debit', value: debitAmount.value }, world.rates)
  const value = receiveAmount?.value ?? world.behaviour.quotes.inferred(receiver)
  return world.behaviour.quotes.price({ ...assets, fixed: 'receive', value }, world.rates)
}

export function createQuote(world: World, order: QuoteOrder, client?: Client): Quote {
  const { wallet, receiver } = order
  const { debit, receive } = priced(world, order)
  const now = world.now()
  return world.quotes.add({
    id: world.behaviour.urls.newId(world.random),
    wallet,
    receiver,
    debitAmount: amountOf(debit, wallet.asset),
    receiveAmount: amountOf(receive, receiver.wallet.asset),
    ...(client && { client }),
    createdAt: now,
    expiresAt: world.behaviour.quotes.expiry(receiver, now),
  })
}

/** Computes the exact price at any size. The sender bears the rounding: never more is received than was paid for. */
export function price({ debit, receive, fixed, value }: PriceOrder, rates: Rates): Priced {
  if (fixed === 'debit')
    return { debit: value, receive: roundedDown(converted(value, debit, receive, rates)) }
  return { debit: roundedUp(converted(value, receive, debit, rates)), receive: value }
}

type Fraction = readonly [numerator: bigint, denominator: bigint]

const converted = (value: bigint, from: Asset, to: Asset, rates: Rates): Fraction => {
  if (from.assetCode === to.assetCode) return [value * scale(to), scale(from)]
  const [fromWorth, fromPer] = worthOf(from, rates)
  const [toWorth, toPer] = worthOf(to, rates)
  return [value * fromWorth * toPer * scale(to), fromPer * toWorth * scale(from)]
}

const scale = ({ assetScale }: Asset): bigint => 10n ** BigInt(assetScale)

const worthOf = ({ assetCode }: Asset, rates: Rates): Fraction => {
  const worth = rates.get(assetCode)
  if (!worth) throw new Error(`No exchange rate for ${assetCode}`)
  return worth
}

const roundedDown = ([numerator, denominator]: Fraction): bigint => numerator / denominator

const roundedUp = ([numerator, denominator]: Fraction): bigint => (numerator + denominator - 1n) / denominator
