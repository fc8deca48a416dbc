import { asObject, isExactNumber, jsonOf } from '../../core/json.ts'

// Ways in which servers alter JSON values that they store and return.

export type Alter = (value: unknown) => unknown

type AlterList = (list: unknown[]) => unknown[]

/** Applies `alter` to every value that contains no other, and `ofList` to every array, within others too. */
export const everywhere =
  (alter: Alter, ofList: AlterList = (list) => list): Alter =>
  (value) => {
    const within = everywhere(alter, ofList)
    if (Array.isArray(value)) return ofList(value).map(within)
    const object = asObject(value)
    if (!object) return alter(value)
    return Object.fromEntries(Object.entries(object).map(([name, each]) => [name, within(each)]))
  }

export const asSet: AlterList = (list) => [...new Set(list)]

type AlterText = (text: string) => string

export const everyText = (alter: AlterText): Alter =>
  everywhere((value) => (typeof value === 'string' ? alter(value) : value))

/** Applies `alter` to the keys of an object. */
export const everyKey =
  (alter: AlterText): Alter =>
  (value) =>
    Object.fromEntries(Object.entries(Object(value)).map(([key, each]) => [alter(key), each]))

export const reserved = new Set(['__proto__', 'constructor', 'prototype'])

export const withoutNamed =
  (names: ReadonlySet<string>): Alter =>
  (value) =>
    Object.fromEntries(Object.entries(Object(value)).filter(([name]) => !names.has(name)))

/** Empties the values that are nested deeper than this. */
export const levels =
  (most: number): Alter =>
  (value) => {
    if (depthOf(value) === 0) return value
    const object = most === 0 ? {} : asObject(value)
    if (!object) return value
    return Object.fromEntries(Object.entries(object).map(([name, each]) => [name, levels(most - 1)(each)]))
  }

export function depthOf(value: unknown): number {
  return typeof value === 'object' && value !== null && !isExactNumber(value)
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0
}

export const withoutNulls: Alter = (value) => {
  const object = asObject(value)
  if (!object) return value
  const left = Object.entries(object).filter(([, each]) => each !== null)
  return Object.fromEntries(left.map(([name, each]) => [name, withoutNulls(each)]))
}

export const flattened: Alter = (value) =>
  Object.fromEntries(
    Object.entries(Object(value)).map(([name, each]) => [
      name,
      typeof each === 'object' ? jsonOf(each) : each,
    ]),
  )

/** Rounds numbers to doubles. */
export const digitsLost = everywhere((value) => (isExactNumber(value) ? Number(String(value)) : value))

/** Cuts a text by characters, not by UTF-16 code units. */
export const cut =
  (most: number): AlterText =>
  (text) =>
    [...text].slice(0, most).join('')

/** Reads a key with a dot as a path to a member of a member. */
export const keysAsPaths: Alter = (value) =>
  Object.fromEntries(
    Object.entries(Object(value)).map(([name, each]) => {
      const [outer = '', ...inner] = name.split('.')
      return [outer, inner.reduceRight((within, key) => ({ [key]: within }), each)]
    }),
  )

const counted = (names: readonly string[]): boolean =>
  names.length > 0 && names.every((name, place) => name === String(place))

/** Reads an object whose keys count from zero as a list, as PHP does. */
export const countedAsLists: Alter = (value) => {
  if (Array.isArray(value)) return value.map(countedAsLists)
  const object = asObject(value)
  if (!object) return value
  const members = Object.entries(object).map(([name, each]) => [name, countedAsLists(each)] as const)
  return counted(Object.keys(object)) ? members.map(([, each]) => each) : Object.fromEntries(members)
}

export const forHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
