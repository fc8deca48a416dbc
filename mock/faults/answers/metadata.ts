import type { Shown } from '../../core/answer.ts'
import { asObject, isExactNumber, jsonOf } from '../../core/json.ts'
import type { OutgoingPayment } from '../../state/resources.ts'
import { type Defect, faultsBy } from '../fault.ts'
import { decoded } from '../requests/weaker.ts'

export type Alter = (value: unknown) => unknown

type AlterList = (list: unknown[]) => unknown[]

/** Applies `alter` to every value that contains no other, and `ofList` to every array, within others too. */
const everywhere =
  (alter: Alter, ofList: AlterList = (list) => list): Alter =>
  (value) => {
    const within = everywhere(alter, ofList)
    if (Array.isArray(value)) return ofList(value).map(within)
    const object = asObject(value)
    if (!object) return alter(value)
    return Object.fromEntries(Object.entries(object).map(([name, each]) => [name, within(each)]))
  }

const asSet: AlterList = (list) => [...new Set(list)]

type AlterText = (text: string) => string

/** Applies `alter` to every text. */
export const everyText = (alter: AlterText): Alter =>
  everywhere((value) => (typeof value === 'string' ? alter(value) : value))

/** Applies `alter` to the keys of an object. */
const everyKey =
  (alter: AlterText): Alter =>
  (value) =>
    Object.fromEntries(Object.entries(Object(value)).map(([key, each]) => [alter(key), each]))

const reserved = new Set(['__proto__', 'constructor', 'prototype'])

const withoutReserved: Alter = (value) =>
  Object.fromEntries(Object.entries(Object(value)).filter(([name]) => !reserved.has(name)))

export function depthOf(value: unknown): number {
  return typeof value === 'object' && value !== null && !isExactNumber(value)
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0
}

const withoutNulls: Alter = (value) => {
  const object = asObject(value)
  if (!object) return value
  const left = Object.entries(object).filter(([, each]) => each !== null)
  return Object.fromEntries(left.map(([name, each]) => [name, withoutNulls(each)]))
}

const flattened: Alter = (value) =>
  Object.fromEntries(
    Object.entries(Object(value)).map(([name, each]) => [
      name,
      typeof each === 'object' ? jsonOf(each) : each,
    ]),
  )

/** Rounds numbers to doubles. */
export const digitsLost = everywhere((value) => (isExactNumber(value) ? Number(String(value)) : value))

/** Cuts a text by characters, not by UTF-16 code units. */
const cut =
  (most: number): AlterText =>
  (text) =>
    [...text].slice(0, most).join('')

/** Reads a key with a dot as a path to a member of a member. */
const keysAsPaths: Alter = (value) =>
  Object.fromEntries(
    Object.entries(Object(value)).map(([name, each]) => {
      const [outer = '', ...inner] = name.split('.')
      return [outer, inner.reduceRight((within, key) => ({ [key]: within }), each)]
    }),
  )

const counted = (names: readonly string[]): boolean =>
  names.length > 0 && names.every((name, place) => name === String(place))

/** Reads an object whose keys count from zero as a list, as PHP does. */
const countedAsLists: Alter = (value) => {
  if (Array.isArray(value)) return value.map(countedAsLists)
  const object = asObject(value)
  if (!object) return value
  const members = Object.entries(object).map(([name, each]) => [name, countedAsLists(each)] as const)
  return counted(Object.keys(object)) ? members.map(([, each]) => each) : Object.fromEntries(members)
}

const forHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Shows altered metadata if a payment has any. */
const shownAs =
  (alter: Alter) =>
  (shown: Shown, { metadata }: OutgoingPayment): Shown =>
    metadata ? { ...shown, metadata: alter(metadata) } : shown

const kept = 'create-outgoing-payment.metadata.kept'
const oddKept = 'create-outgoing-payment.metadata.odd-kept'

const hasMetadata = ({ metadata }: OutgoingPayment): boolean => metadata !== undefined

export const metadataFaults: readonly Defect[] = faultsBy('outgoingPayments', 'show', [
  {
    id: 'metadata-of-another-payment',
    breaks: kept,
    says: 'A payment without metadata shows that of the latest payment that has some',
    by: (show, world) => (payment) => {
      const latest = payment.metadata ? undefined : [...world.outgoingPayments.all()].findLast(hasMetadata)
      return { ...show(payment), ...(latest && { metadata: latest.metadata }) }
    },
  },
  {
    id: 'metadata-cut',
    breaks: kept,
    says: 'Strings in metadata are cut at 1,000 characters',
    gives: shownAs(everyText(cut(1000))),
  },
  {
    id: 'metadata-keys-cut',
    breaks: kept,
    says: 'Keys in metadata are cut at 255 characters',
    gives: shownAs(everyKey(cut(255))),
  },
  {
    id: 'metadata-keys-of-the-basic-plane',
    breaks: oddKept,
    says: 'Keys in metadata lose the characters beyond the Basic Multilingual Plane',
    gives: shownAs(everyKey((key) => key.replace(/[\u{10000}-\u{10ffff}]/gu, '?'))),
  },
  {
    id: 'metadata-altered',
    breaks: kept,
    says: 'Numbers and booleans in metadata come back as strings',
    gives: shownAs(everywhere((value) => (value === null ? value : String(value)))),
  },
  {
    id: 'metadata-numbers-rounded',
    breaks: kept,
    says: 'Numbers in metadata come back as integers',
    gives: shownAs(everywhere((value) => (typeof value === 'number' ? Math.trunc(value) : value))),
  },
  {
    id: 'metadata-without-nulls',
    breaks: kept,
    says: 'Null members of metadata are left out',
    gives: shownAs(withoutNulls),
  },
  {
    id: 'metadata-flattened',
    breaks: kept,
    says: 'Nested metadata comes back as JSON text',
    gives: shownAs(flattened),
  },
  {
    id: 'metadata-extended',
    breaks: oddKept,
    says: 'Metadata comes back with a key that the server added',
    gives: shownAs((value) => ({ ...Object(value), source: 'api' })),
  },
  {
    id: 'metadata-keys-lowered',
    breaks: kept,
    says: 'Keys in metadata come back in lower case',
    gives: shownAs(everyKey((key) => key.toLowerCase())),
  },
  {
    id: 'metadata-keys-as-paths',
    breaks: kept,
    says: 'Keys in metadata that have a dot come back as nested objects',
    gives: shownAs(keysAsPaths),
  },
  {
    id: 'metadata-counted-keys-as-lists',
    breaks: kept,
    says: 'Objects in metadata whose keys count from zero come back as lists',
    gives: shownAs(countedAsLists),
  },
  {
    id: 'metadata-escaped-for-html',
    breaks: kept,
    says: 'The characters &, < and > in metadata come back as references of HTML',
    gives: shownAs(everyText(forHtml)),
  },
  {
    id: 'metadata-percent-decoded',
    breaks: kept,
    says: 'Percent-encoded characters in metadata come back decoded',
    gives: shownAs(everyText(decoded)),
  },
  {
    id: 'metadata-lists-as-sets',
    breaks: kept,
    says: 'Lists in metadata come back with each text, number and null once',
    gives: shownAs(everywhere((value) => value, asSet)),
  },
  {
    id: 'metadata-of-fifty-members',
    breaks: kept,
    says: 'Only the first fifty members of metadata come back',
    gives: shownAs((value) => Object.fromEntries(Object.entries(Object(value)).slice(0, 50))),
  },
  {
    id: 'metadata-digits-as-numbers',
    breaks: kept,
    says: 'Strings of digits in metadata come back as numbers',
    gives: shownAs(everywhere((value) => (/^\d+$/.test(String(value)) ? Number(value) : value))),
  },
  {
    id: 'metadata-planes-mangled',
    breaks: oddKept,
    says: 'Characters beyond the Basic Multilingual Plane come back as replacement characters in metadata',
    gives: shownAs(everyText((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd'))),
  },
  {
    id: 'metadata-normalized',
    breaks: oddKept,
    says: 'Strings in metadata come back in Unicode normal form NFC',
    gives: shownAs(everyText((text) => text.normalize('NFC'))),
  },
  {
    id: 'metadata-ends-at-nul',
    breaks: oddKept,
    says: 'Strings in metadata are cut before a character U+0000',
    gives: shownAs(everyText((text) => text.split('\u0000', 1).join(''))),
  },
  {
    id: 'metadata-reserved-names-dropped',
    breaks: oddKept,
    says: 'Members of metadata with the name __proto__ or constructor are left out',
    gives: shownAs(withoutReserved),
  },
  {
    id: 'metadata-flat-after-hundred',
    breaks: oddKept,
    says: 'Metadata that is nested more than 100 levels deep comes back empty',
    gives: shownAs((value) => (depthOf(value) > 100 ? {} : value)),
  },
  {
    id: 'metadata-digits-lost',
    breaks: 'create-outgoing-payment.metadata.digits-kept',
    says: 'Numbers in metadata are rounded to doubles',
    gives: shownAs(digitsLost),
  },
])
