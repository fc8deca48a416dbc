import { each } from '../../src/check/cases/given.ts'
import { type Alteration, altered, nextOfItsClass } from '../../src/generate/altered.ts'

/**
 * Returns the id with its last characters changed, each within its class: digit, hexadecimal letter, letter.
 * Percent-encoded characters stay. A few digits are a count, so they become a very large one: its neighbours may well
 * exist.
 */
export function unknownOfSameForm(id: string): string {
  return counted.test(id)
    ? id.replace(counted, '999999999')
    : id.replace(lastCharacters, (end) => end.replace(/%[0-9A-Fa-f]{2}|[0-9A-Za-z]/g, nextOfItsClass))
}

/** Matches a count, which is a few digits at the end of an id. */
export const counted = /(?<=^|\/)[0-9]{1,8}$/

const lastCharacters = /(?:%[0-9A-Fa-f]{2}|[^%]){1,6}$/

/**
 * Returns true if the ids of two collections have one form: the same length and separators, digits alone or not. Counts
 * are excluded, because both collections may have the same ones.
 */
export function isOfSameForm(one: string, other: string): boolean {
  return !counted.test(other) && formOf(one) === formOf(other)
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

/** Changes the last segment of an id or a URL in this way. */
export function unknownId(id: string, how: UnknownId): string {
  const end = id.slice(id.lastIndexOf('/') + 1)
  return end === '' || counted.test(id) || (how === 'a character near its end altered' && end.length > 6)
    ? unknownOfSameForm(id)
    : id.slice(0, id.length - end.length) + altered(end, how)
}
