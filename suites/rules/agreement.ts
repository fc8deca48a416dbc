import type { ViewWord } from '../../src/catalogue/requirement.ts'
import { inWords, sameAmount, sameAsset, worthOf } from '../../src/core/amount.ts'
import { isMembers } from '../../src/core/json.ts'
import { asAmount, asFlag, asMoment } from '../support/fields.ts'
import { areSame, remembered } from '../support/same.ts'
import { isOddMetadata, isPlainMetadata } from './plain-metadata.ts'
import { isLater, type Showing } from './showing.ts'

type ShownFields = Readonly<Record<string, unknown>>

/** A shown value that later showings are compared with, and the showing that it comes from. */
interface HighestShown<V> {
  value: V
  by: Showing
}

/** A contradiction: the expected and the shown value, and the number of the exchange that set the expectation. */
interface Disagreement {
  want: string
  got: string
  earlier?: number
}

/** Takes the showings of one resource in turn. Returns what a showing contradicts, or undefined. */
type Agreement = (fields: ShownFields, showing: Showing) => Disagreement | undefined

/** Maps each word of the catalogue to a function that creates an agreement. An agreement remembers one resource. */
export const agreements: Readonly<Record<ViewWord, (names: readonly string[]) => Agreement>> = {
  same: (names) => allTheSame(names, isGiven),
  'same-if-plain': (names) => allTheSame(names, ofMetadata(isPlainMetadata)),
  'same-if-odd': (names) => allTheSame(names, ofMetadata(isOddMetadata)),
  'same-if-fixed': (names) => allTheSame(names, ofFixed(true)),
  'same-if-estimated': (names) => allTheSame(names, ofFixed(false)),
  'same-while-valid': (names) => allTheSame(names, whileValid()),
  grows: (names) => together(names.map((name) => neverBack(name, amountOf))),
  'grows-until-failed': (names) => together(names.map(noMoreOnceFailed)),
  'stays-true': (names) => together(names.map((name) => neverBack(name, flagOf))),
  'not-before': inOrder,
  'one-asset': inOneAsset,
}

/**
 * Returns the value of a field of a view that is compared with other views, and the key under which it is, usually the
 * name of the field: views with the same key must show the same value. Returns undefined if the field is not compared.
 */
type ComparedIn = (
  name: string,
  fields: ShownFields,
  showing: Showing,
) => { key: string; value: unknown } | undefined

const whole = (name: string, fields: ShownFields) => ({ key: name, value: fields[name] })

/** A field that a view leaves out is not compared. A quoteId of null counts as left out. */
const isGiven: ComparedIn = (name, fields) =>
  name in fields && (name !== 'quoteId' || fields[name] !== null) ? whole(name, fields) : undefined

/**
 * Compares the members of metadata that the creating request sent or, if that is not known, that the first showing has.
 * Others are the server's own, which it may add later and change.
 *
 * The interface does not say what updates an incoming payment. Its owner may edit its metadata, which changes its
 * updatedAt. So only views with the same updatedAt must show the same.
 */
const ofMetadata = (isMeant: (metadata: unknown) => boolean): ComparedIn => {
  let members: ReadonlySet<string> | undefined
  return (name, fields, showing) => {
    const metadata = fields[name]
    if (showing.members) members ??= new Set(showing.members)
    if (!isMembers(metadata) || !isMeant(metadata)) return undefined
    members ??= new Set(Object.keys(metadata))
    const sent = Object.entries(metadata).filter(([member]) => members?.has(member))
    const key = 'receivedAmount' in fields ? `${name} as updated at ${showing.updatedAt}` : name
    return { key, value: Object.fromEntries(sent) }
  }
}

/**
 * Compares only amounts that are fixed, or only those that are not. The amounts of a payment are fixed at its creation
 * if it is made from a quote, or if both are shown equal first. Any other payment has a price or a fee, which may be
 * determined only when it settles.
 */
const ofFixed = (wanted: boolean): ComparedIn => {
  let isFromQuote = false
  let isFree: boolean | undefined
  return (name, fields, showing) => {
    isFromQuote ||= showing.isFromQuote || typeof fields['quoteId'] === 'string'
    const [receive, debit] = [asAmount(fields['receiveAmount']), asAmount(fields['debitAmount'])]
    if (receive && debit) isFree ??= sameAmount(receive, debit)
    return name in fields && (isFromQuote || isFree === true) === wanted ? whole(name, fields) : undefined
  }
}

/** Milliseconds before the expiry from which on a resource counts as expired, because a Date has no fractions of a second. */
const beforeExpiry = 2000

/**
 * Compares only what is shown before the first expiresAt of the resource, by the Date of the response. The clock of a
 * gateway that sets the Date is behind by at least the time from the Date of a response to the createdAt that it shows.
 */
const whileValid = (): ComparedIn => {
  let until: number | undefined
  let behind = 0
  return (name, fields, { date }) => {
    until ??= asMoment(fields['expiresAt'])
    behind = Math.max(behind, (asMoment(fields['createdAt']) ?? date) - date)
    const isValid = until === undefined || date + behind < until - beforeExpiry
    return name in fields && isValid ? whole(name, fields) : undefined
  }
}

function allTheSame(names: readonly string[], comparedIn: ComparedIn): Agreement {
  const marks = new Map<string, HighestShown<string>>()
  return (fields, by) => {
    for (const name of names) {
      const compared = comparedIn(name, fields, by)
      if (!compared) continue
      const { key } = compared
      const value = remembered(compared.value)
      const before = marks.get(key)
      if (!before) marks.set(key, { value, by })
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

/** A value as a number that must not decrease, and as a text for a finding. */
interface RankedValue {
  rank: bigint
  /** Only values of one unit can be compared. */
  unit?: string
  least: string
  got: string
}

type RankOf = (value: unknown) => RankedValue | undefined

/** An amount ranks by what it is worth, in whatever scale it is shown. Assets cannot be compared. */
const amountOf: RankOf = (value) => {
  const amount = asAmount(value)
  if (!amount) return undefined
  const got = inWords(amount)
  return { rank: worthOf(amount), unit: amount.assetCode, least: `of at least ${got}`, got }
}

const flagOf: RankOf = (value) => {
  const flag = asFlag(value)
  return flag === undefined
    ? undefined
    : { rank: flag ? 1n : 0n, least: `${flag}, as before`, got: `${flag}` }
}

/** Milliseconds. The clocks of several machines may differ a little, and a field may omit fractions of a second. */
const tolerance = 1000n

const momentOf: RankOf = (value) => {
  const moment = asMoment(value)
  if (moment === undefined) return undefined
  const got = new Date(moment).toISOString()
  return { rank: BigInt(moment), least: `of ${got} or later`, got }
}

/**
 * Keeps the highest value that lists have shown apart from the highest that single responses have shown. A list is
 * compared with earlier lists at once, but with earlier single responses only after a while.
 */
function neverBack(name: string, rankOf: RankOf, allowed = 0n): Agreement {
  const most = new Map<boolean, HighestShown<RankedValue>>()
  return (fields, by) => {
    const now = rankOf(fields[name])
    if (!now) return undefined
    const passed = [...most.values()].find(
      (mark) => isLater(by, mark.by) && now.unit === mark.value.unit && now.rank + allowed < mark.value.rank,
    )
    const own = most.get(by.isList)
    if (!own || now.unit !== own.value.unit || now.rank > own.value.rank)
      most.set(by.isList, { value: now, by })
    return passed && fallen(name, passed.value, now, passed.by.number)
  }
}

const fallen = (name: string, before: RankedValue, now: RankedValue, earlier?: number): Disagreement => ({
  want: `${name} ${before.least}`,
  got: `${name} ${now.got}`,
  ...(earlier === undefined ? {} : { earlier }),
})

/** A payment that was seen to have failed must not show more later than it showed then. */
function noMoreOnceFailed(name: string): Agreement {
  let most: HighestShown<RankedValue> | undefined
  return (fields, by) => {
    const now = amountOf(fields[name])
    if (!now) return undefined
    if (most && isLater(by, most.by) && now.unit === most.value.unit && now.rank > most.value.rank)
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

/**
 * Requires all amounts to be in one asset. The first showing sets it, by the field that is named first if it is there.
 */
function inOneAsset(names: readonly string[]): Agreement {
  const [measure = ''] = names
  let known: HighestShown<NonNullable<ReturnType<typeof asAmount>>> | undefined
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
  return (fields, showing) =>
    all.map((agreement) => agreement(fields, showing)).find((disagreement) => disagreement !== undefined)
}
