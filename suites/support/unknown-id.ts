import { each } from '../../src/check/cases/given.ts'
import { type Alteration, altered, inPart, nextOfItsClass } from '../../src/generate/altered.ts'
import { lastSegment } from '../../src/http/path-segment.ts'

/**
 * Returns the id with its last characters changed, each within its class: digit, hexadecimal letter, letter.
 * Percent-encoded characters stay. The neighbours of an id that may count may well exist, so it becomes a very large one.
 */
export function unknownOfSameForm(id: string): string {
  if (counted.test(id)) return id.replace(counted, (count) => '9'.repeat(Math.max(9, count.length)))
  if (short.test(id)) return id.replace(short, (end) => otherCharacters(end.repeat(12).slice(0, 12)))
  return id.replace(lastCharacters, otherCharacters)
}

const otherCharacters = (text: string): string => text.replace(/%[0-9A-Fa-f]{2}|[0-9A-Za-z]/g, nextOfItsClass)

/**
 * Returns true for an id, or a URL that ends in one, that may exist with a few characters changed: a few digits, digits
 * padded with zeros, or a few letters and digits, each also behind a prefix such as `q_`; digits also in ids such as
 * `INV-2026-17` and `17-eu`.
 */
export function mayCount(id: string): boolean {
  return counted.test(id) || short.test(id)
}

/** A number at the end, also behind words and other numbers. */
const countedAtEnd =
  /(?<=(?:^|[^/]\/)(?:[A-Za-z]{1,12}|(?:(?:[A-Za-z]{1,12}|[0-9]{1,8})[-_.~])*))(?:[0-9]{1,8}|0[0-9]+)$/

/** A number at the beginning, before something that does not count: it is short, or has no digits. */
const countedAtBeginning =
  /(?<=^|[^/]\/)[0-9]{1,7}(?=[-_.~:;,](?:[^/]{1,12}|[^/0-9]+)$)(?![^/]*[-_.~][0-9]+$)/

const counted = new RegExp(`${countedAtEnd.source}|${countedAtBeginning.source}`)

const short = /(?<=(?:^|\/)(?:[A-Za-z]{1,12}[-_.~])?)[0-9A-Za-z]{1,6}$/

const lastCharacters = /(?:%[0-9A-Fa-f]{2}|[^%]){1,6}$/

/**
 * Returns true if the ids of two collections have one form: the same length and separators, digits alone or not. Ids
 * that may count are excluded, because both collections may have the same ones.
 */
export function isOfSameForm(one: string, other: string): boolean {
  return !mayCount(other) && formOf(one) === formOf(other)
}

/**
 * Returns true for an id with slashes in escapes, or with dots. A gateway may decode them and resolve the dots, and then the
 * request reaches something else than the operation.
 */
export function mayLeadAway(id: string): boolean {
  return /%2F|%5C|%2E|\.\./i.test(id)
}

const formOf = (id: string): string =>
  /^[0-9]+$/.test(id) ? id.replace(/[0-9]/g, '0') : id.replace(/[0-9A-Za-z]/g, 'x')

/**
 * The part of an id that is changed so that nothing has the id. Both are tried, to notice a server that compares only
 * the other half.
 */
export const unknownIds = each<UnknownId>('a character near its end altered', 'its first character altered')

export type UnknownId = Extract<
  Alteration,
  'a character near its end altered' | 'its first character altered'
>

/** Changes the last segment of a resource's id or URL in this way, unless that may give the id of another resource. */
export function unknownId(id: string, how: UnknownId): string {
  return mayCount(id) ? unknownOfSameForm(id) : unknownWallet(id, how)
}

/** Changes the last segment of a wallet address in this way. Wallet addresses are short, but do not count. */
export function unknownWallet(url: string, how: UnknownId): string {
  const end = lastSegment(url)
  return end === '' || counted.test(url) || (how === 'a character near its end altered' && end.length > 6)
    ? unknownOfSameForm(url)
    : url.slice(0, url.length - end.length) + altered(end, how)
}

/** Changes to the last segment of a URL, or to its host, so that it names nothing. */
export const elsewhere = [
  'its last characters altered',
  ...inPart,
  'on another host',
] as const satisfies ReadonlyArray<Alteration | 'its last characters altered' | 'on another host'>

export type Elsewhere = (typeof elsewhere)[number]

/**
 * Changes a wallet address in one of these ways. If it has no path or ends in a number, its last characters are changed
 * instead.
 */
export function walletElsewhere(url: string, how: Elsewhere): string {
  if (how === 'on another host') return url.replace(/^(\w+:\/\/)[^/?#]*/, '$1unknown.invalid')
  const segment = lastSegment(url)
  const hasPath = /^\w+:\/\/[^/]+\/.*[^/]$/.test(url)
  if (how === 'its last characters altered' || !hasPath || /^\d{1,8}$/.test(segment))
    return unknownOfSameForm(url)
  return url.slice(0, url.length - segment.length) + altered(segment, how)
}

/** Changes the URL of a resource in one of these ways, unless that may give the URL of another resource. */
export function urlElsewhere(url: string, how: Elsewhere): string {
  return mayCount(url) && how !== 'on another host' ? unknownOfSameForm(url) : walletElsewhere(url, how)
}
