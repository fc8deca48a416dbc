import type { PassiveCheck, RunFacts, Seen, TestedClaim } from '../../../src/check/kinds/passive.ts'
import { createMemory } from '../../../src/check/memory.ts'
import { type Amount, inWords, numberOf, sameAmount } from '../../../src/core/amount.ts'
import { asText } from '../../../src/core/json.ts'
import { asAmount } from '../../support/fields.ts'
import { creatingQuote } from '../../support/operations.ts'
import { creationsOf, type MadeFrom } from '../asked.ts'

const moreIsNotLess = 'quote.prices.more-is-not-less'
const eitherSide = 'quote.prices.either-side'
const noGain = 'quote.prices.no-gain'

const sides = ['debitAmount', 'receiveAmount'] as const
type AmountSide = (typeof sides)[number]

/** The price that the server quoted for an amount. */
interface QuotedPrice {
  fixed: AmountSide
  debit: bigint
  receive: bigint
  /** The quote in words, and its id. */
  words: string
  resource: string
  /** The first and the last exchange that showed the price. */
  first: Seen['exchange']
  last: Seen['exchange']
}

/** Two prices that contradict each other, unless the server changed its prices between them. */
interface Suspicion {
  requirement: string
  prices: readonly [earlier: QuotedPrice, later: QuotedPrice]
  want: string
}

/** The prices that a server has quoted to one client for payments into one receiver, since they moved last. */
interface PriceList {
  prices: Map<string, QuotedPrice>
  suspicions: Suspicion[]
  /** The number of times that a price moved. */
  moves: number
}

/** Prices that move more often may alternate, for example between several providers. Then none is compared. */
const mostMoves = 1

/** The most prices of a receiver that are compared, and the most receivers. */
const mostPrices = 400
const mostLists = 100

export const pricesAgree: PassiveCheck = {
  id: 'rules/prices-agree',
  title: 'A quote for more never has less on its other side, and none delivers more than it debits',
  detects: 'computed-side-wraps-at-2^32',
  claims: () => [moreIsNotLess, eitherSide, noGain],
  operations: ['create-quote'],
  needs: creatingQuote.needs,
  shownBy: ['quotes/fixed-send-is-kept', 'quotes/fixed-receive-is-kept', 'quotes/to-other-asset'],
  start: (facts) => {
    const creationIn = creationsOf('quote')
    const lists = createMemory<PriceList>(mostLists)
    return (seen) => {
      const creation = creationIn(seen)
      const quoted = creation && !creation.isRepeated && quotedIn(creation, seen, facts)
      if (!quoted) return []
      const { walletAddress, receiver } = creation.made.fields
      const key = [seen.exchange.request.token, walletAddress, receiver].join(' ')
      const list = lists.get(key) ?? { prices: new Map(), suspicions: [], moves: 0 }
      lists.set(key, list)
      return [...gainOf(quoted), ...compared(list, quoted.price)]
    }
  },
}

interface Quoted {
  price: QuotedPrice
  debit: Amount
  receive: Amount
}

/**
 * Reads the price from a new quote. Returns undefined if the request did not fix exactly one side, or if the server did
 * not keep it. The interface leaves open what an amount does if the receiver has an incomingAmount.
 */
const quotedIn = ({ asked, made }: MadeFrom, { exchange }: Seen, facts: RunFacts): Quoted | undefined => {
  const kind = facts.receiverKind(asText(asked['receiver']))
  const [fixed, other] = sides.filter((side) => (asked[side] ?? undefined) !== undefined)
  const [debit, receive] = sides.map((side) => asAmount(made.fields[side]))
  if ((kind !== 'open' && kind !== 'otherAsset') || !fixed || other || !debit || !receive) return undefined
  const wanted = asAmount(asked[fixed])
  if (!wanted || !sameAmount(wanted, fixed === 'debitAmount' ? debit : receive)) return undefined
  const price: QuotedPrice = {
    fixed,
    debit: numberOf(debit),
    receive: numberOf(receive),
    words: `${inWords(debit)} for ${inWords(receive)} with a fixed ${fixed}`,
    resource: made.id,
    first: exchange,
    last: exchange,
  }
  return { price, debit, receive }
}

const gainOf = ({ debit, receive, price }: Quoted): TestedClaim[] => {
  if (debit.assetCode !== receive.assetCode) return []
  const held =
    price.receive * 10n ** BigInt(debit.assetScale) <= price.debit * 10n ** BigInt(receive.assetScale)
  const want = `a receiveAmount of at most ${inWords(debit)}`
  return [{ requirement: noGain, resource: price.resource, held, want, got: inWords(receive) }]
}

/** Compares a price with those before it. A contradiction counts once it is shown that the prices have not moved. */
const compared = (list: PriceList, price: QuotedPrice): TestedClaim[] => {
  const key = `${price.fixed} ${fixedOf(price)}`
  const known = list.prices.get(key)
  // A server that returns an earlier quote does not show today's price.
  if (known?.resource === price.resource) return []
  if (known && otherOf(known) === otherOf(price)) {
    known.last = price.last
    return confirmed(list, known)
  }
  if (known) {
    list.prices.clear()
    list.suspicions = []
    list.moves++
  }
  if (list.moves > mostMoves) return []
  const before = [...list.prices.values()]
  const suspicions = before.flatMap((one) => suspicionOf(one, price) ?? [])
  if (list.prices.size < mostPrices) list.prices.set(key, price)
  return [moreIsNotLess, eitherSide].flatMap((requirement) => {
    const [first] = suspicions.filter((suspicion) => suspicion.requirement === requirement)
    if (first) list.suspicions.push(first)
    const isCompared = before.some((one) => lawOf(one, price) === requirement)
    if (first || !isCompared) return []
    const want = 'a price that fits those of other amounts'
    return [{ requirement, resource: price.resource, held: true, want, got: price.words }]
  })
}

/** The law by which two prices are compared. */
const lawOf = (one: QuotedPrice, other: QuotedPrice): string =>
  one.fixed === other.fixed ? moreIsNotLess : eitherSide

const fixedOf = ({ fixed, debit, receive }: QuotedPrice): bigint =>
  fixed === 'debitAmount' ? debit : receive
const otherOf = ({ fixed, debit, receive }: QuotedPrice): bigint =>
  fixed === 'debitAmount' ? receive : debit

const suspicionOf = (before: QuotedPrice, price: QuotedPrice): Suspicion | undefined => {
  const prices = [before, price] as const
  const requirement = lawOf(before, price)
  if (requirement === moreIsNotLess) {
    const [less, more] = fixedOf(before) < fixedOf(price) ? prices : [price, before]
    if (otherOf(less) <= otherOf(more)) return undefined
    return { requirement, prices, want: 'no less on the other side of a quote that fixes more' }
  }
  const [sent, bought] = before.fixed === 'debitAmount' ? prices : [price, before]
  // The least debit for a receive amount is within a debit exactly if that debit delivers the amount.
  const isEnough = bought.receive <= sent.receive
  if (isEnough === bought.debit <= sent.debit) return undefined
  return {
    requirement,
    prices,
    want: `${bought.receive} to cost ${isEnough ? 'no more' : 'more'} than ${sent.debit}, which delivers ${sent.receive}`,
  }
}

/**
 * Takes the suspicions about prices that the server gave between two equal quotes with the same price. Prices therefore
 * did not move there.
 */
const confirmed = (list: PriceList, known: QuotedPrice): TestedClaim[] => {
  const isBetween = (price: QuotedPrice): boolean =>
    price === known ||
    [price.first, price.last].some(
      ({ sent, received }) => sent > known.first.received && received < known.last.sent,
    )
  const sure = list.suspicions.filter(({ prices }) => prices.every(isBetween))
  list.suspicions = list.suspicions.filter((suspicion) => !sure.includes(suspicion))
  return sure.map(({ requirement, prices: [before, price], want }) => ({
    requirement,
    resource: price.resource,
    exchange: price.first.number,
    earlier: before.first.number,
    held: false,
    want: `${want}; the price of ${known.words} was the same before and after`,
    got: `${before.words}, and ${price.words}`,
  }))
}
