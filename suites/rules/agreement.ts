import type { ViewWord } from '../../src/catalogue/views.ts'
import { inWords, numberOf, sameAsset } from '../../src/core/amount.ts'
import { asAmount, asFlag, asMoment } from '../support/fields.ts'
import { areSame, remembered } from '../support/same.ts'
import { isOddMetadata, isPlainMetadata } from './plain-metadata.ts'
import { isLater, type Sight } from './sight.ts'

type ShownFields = Readonly<Record<string, unknown>>

/** What was shown of a resource and has to stay so, and the sight that showed it. */
interface Mark<V> {
  value: V
  by: Sight
}

/** What a sight shows that it must not, and the number of the exchange that shows why. */
interface Disagreement {
  want: string
  got: string
  earlier?: number
}

/** Takes the sights of one resource one after the other. */
type Agreement = (fields: ShownFields, sight: Sight) => Disagreement | undefined

/** How fields of one resource agree in all its views; each gives what remembers one resource. */
export const agreements: Readonly<Record<ViewWord, (names: readonly string[]) => Agreement>> = {
  same: (names) => allTheSame(names, isGiven),
  'same-if-plain': (names) => allTheSame(names, (name, fields) => isPlainMetadata(fields[name])),
  'same-if-odd': (names) => allTheSame(names, (name, fields) => isOddMetadata(fields[name])),
  'same-if-fixed': (names) => allTheSame(names, ofFixed(true)),
  'same-if-estimated': (names) => allTheSame(names, ofFixed(false)),
  grows: (names) => together(names.map((name) => neverBack(name, amountOf))),
  'grows-until-failed': (names) => together(names.map(noMoreOnceFailed)),
  'stays-true': (names) => together(names.map((name) => neverBack(name, flagOf))),
  'not-before': inOrder,
  'one-asset': inOneAsset,
}

/** Whether a field of a view is compared with other views. */
type IsCompared = (name: string, fields: ShownFields, sight: Sight) => boolean

/** A field that a view leaves out is not compared; null for quoteId is as good as none. */
const isGiven: IsCompared = (name, fields) => name in fields && (name !== 'quoteId' || fields[name] !== null)

/**
 * Whether the amounts of a payment were fixed when it was created: by its quote, or because both are in one asset. The price of
 * any other payment may be settled with it.
 */
const ofFixed = (wanted: boolean): IsCompared => {
  let isFromQuote = false
  return (name, fields, sight) => {
    isFromQuote ||= sight.isFromQuote || typeof fields['quoteId'] === 'string'
    const [receive, debit] = [asAmount(fields['receiveAmount']), asAmount(fields['debitAmount'])]
    const isFixed = isFromQuote || (receive !== undefined && debit !== undefined && sameAsset(receive, debit))
    return name in fields && isFixed === wanted
  }
}

function allTheSame(names: readonly string[], isCompared: IsCompared): Agreement {
  const marks = new Map<string, Mark<string>>()
  return (fields, by) => {
    for (const name of names.filter((name) => isCompared(name, fields, by))) {
      const value = remembered(fields[name])
      const before = marks.get(name)
      if (!before) marks.set(name, { value, by })
      else if (!areSame(before.value, value))
        return {
          want: `${name} ${before.value}, as shown first`,
          got: `${name} ${value}`,
          earlier: before.by.number,
        }
    }
    return undefined
  }
}

/** A value as a number that never gets less, and in words. */
interface Rank {
  rank: bigint
  least: string
  got: string
}

type RankOf = (value: unknown) => Rank | undefined

const amountOf: RankOf = (value) => {
  const amount = asAmount(value)
  return amount && { rank: numberOf(amount), least: `of at least ${amount.value}`, got: amount.value }
}

const flagOf: RankOf = (value) => {
  const flag = asFlag(value)
  return flag === undefined
    ? undefined
    : { rank: flag ? 1n : 0n, least: `${flag}, as before`, got: `${flag}` }
}

/** Clocks of several machines may differ a little, and a field may leave fractions of a second out; in milliseconds. */
const tolerance = 1000n

const momentOf: RankOf = (value) => {
  const moment = asMoment(value)
  if (moment === undefined) return undefined
  const got = new Date(moment).toISOString()
  return { rank: BigInt(moment), least: `of ${got} or later`, got }
}

/** The most that lists have shown, and the most that single answers have: a list is held against the former at once. */
function neverBack(name: string, rankOf: RankOf, allowed = 0n): Agreement {
  const most = new Map<boolean, Mark<Rank>>()
  return (fields, by) => {
    const now = rankOf(fields[name])
    if (!now) return undefined
    const passed = [...most.values()].find(
      (mark) => isLater(by, mark.by) && now.rank + allowed < mark.value.rank,
    )
    const own = most.get(by.isList)
    if (!own || now.rank > own.value.rank) most.set(by.isList, { value: now, by })
    return passed && fallen(name, passed.value, now, passed.by.number)
  }
}

const fallen = (name: string, before: Rank, now: Rank, earlier?: number): Disagreement => ({
  want: `${name} ${before.least}`,
  got: `${name} ${now.got}`,
  ...(earlier === undefined ? {} : { earlier }),
})

/** What a payment showed when it was first seen to have failed is the most that it shows from then on. */
function noMoreOnceFailed(name: string): Agreement {
  let most: Mark<Rank> | undefined
  return (fields, by) => {
    const now = amountOf(fields[name])
    if (!now) return undefined
    if (most && isLater(by, most.by) && now.rank > most.value.rank)
      return {
        want: `${name} of at most ${most.value.got}, because the payment had failed`,
        got: `${name} ${now.got}`,
        earlier: most.by.number,
      }
    if (asFlag(fields['failed']) === true) most ??= { value: now, by }
    return undefined
  }
}

function inOrder(names: readonly string[]): Agreement {
  const last = names.at(-1) ?? ''
  const goesOn = neverBack(last, momentOf, tolerance)
  return (fields, by) => {
    const moments = names.flatMap((name) => momentOf(fields[name]) ?? [])
    const end = momentOf(fields[last])
    const ahead = end && moments.find(({ rank }) => end.rank + tolerance < rank)
    return goesOn(fields, by) ?? (end && ahead && fallen(last, ahead, end))
  }
}

/** Each amount in the asset of the one named first, as soon as that is known. */
function inOneAsset(names: readonly string[]): Agreement {
  const [measure = ''] = names
  let known: Mark<NonNullable<ReturnType<typeof asAmount>>> | undefined
  return (fields, by) => {
    const own = asAmount(fields[measure])
    if (own && known === undefined) known = { value: own, by }
    for (const name of names.slice(1)) {
      const now = asAmount(fields[name])
      if (!now) continue
      known ??= { value: now, by }
      if (!sameAsset(now, known.value))
        return {
          want: `${name} in the same asset as ${inWords(known.value)}`,
          got: `${name} ${inWords(now)}`,
          earlier: known.by.number,
        }
    }
    return undefined
  }
}

function together(all: readonly Agreement[]): Agreement {
  return (fields, sight) =>
    all.map((agreement) => agreement(fields, sight)).find((disagreement) => disagreement !== undefined)
}
