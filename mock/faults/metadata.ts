import { asObject, isExactNumber, jsonOf } from '../core/json.ts'
import type { Fault } from './fault.ts'

export type Alter = (value: unknown) => unknown

const metadataFault = (id: string, says: string, alter: Alter, kept = 'kept'): Fault => ({
  id,
  breaks: `create-outgoing-payment.metadata.${kept}`,
  says,
  source: 'behaviour',
  override: ({ showOutgoingPayment }) => ({
    showOutgoingPayment: (world, payment) => {
      const shown = showOutgoingPayment(world, payment)
      return payment.metadata ? { ...shown, metadata: alter(payment.metadata) } : shown
    },
  }),
})

/** Every value that holds no other, altered; those in arrays and objects too. */
export const everywhere =
  (alter: Alter): Alter =>
  (value) => {
    if (Array.isArray(value)) return value.map(everywhere(alter))
    const object = asObject(value)
    if (!object) return alter(value)
    return Object.fromEntries(Object.entries(object).map(([name, each]) => [name, everywhere(alter)(each)]))
  }

const ofText =
  (alter: (text: string) => string): Alter =>
  (value) =>
    typeof value === 'string' ? alter(value) : value

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

const lowerCase: Alter = (value) =>
  Object.fromEntries(Object.entries(Object(value)).map(([name, each]) => [name.toLowerCase(), each]))

/** Numbers as a double keeps them. */
export const digitsLost = everywhere((value) => (isExactNumber(value) ? Number(String(value)) : value))

/** Characters, not units of sixteen bits. */
const cut =
  (most: number) =>
  (text: string): string =>
    [...text].slice(0, most).join('')

const keysCut: Alter = (value) =>
  Object.fromEntries(Object.entries(Object(value)).map(([name, each]) => [cut(255)(name), each]))

const keysOfTheBasicPlane: Alter = (value) =>
  Object.fromEntries(
    Object.entries(Object(value)).map(([name, each]) => [
      name.replace(/[\u{10000}-\u{10ffff}]/gu, '?'),
      each,
    ]),
  )

export const metadataFaults: readonly Fault[] = [
  metadataFault(
    'metadata-cut',
    'Strings in metadata are cut at 1,000 characters',
    everywhere(ofText(cut(1000))),
  ),
  metadataFault('metadata-keys-cut', 'Keys in metadata are cut at 255 characters', keysCut),
  metadataFault(
    'metadata-keys-of-the-basic-plane',
    'Keys in metadata lose the characters beyond the Basic Multilingual Plane',
    keysOfTheBasicPlane,
    'odd-kept',
  ),
  metadataFault(
    'metadata-altered',
    'Numbers and booleans in metadata come back as strings',
    everywhere((value) => (value === null ? value : String(value))),
  ),
  metadataFault(
    'metadata-numbers-rounded',
    'Numbers in metadata come back as integers',
    everywhere((value) => (typeof value === 'number' ? Math.trunc(value) : value)),
  ),
  metadataFault('metadata-without-nulls', 'Null members of metadata are left out', withoutNulls),
  metadataFault('metadata-flattened', 'Nested metadata comes back as JSON text', flattened),
  metadataFault('metadata-extended', 'Metadata comes back with a key that the server added', (value) => ({
    ...Object(value),
    source: 'api',
  })),
  metadataFault('metadata-keys-lowered', 'Keys in metadata come back in lower case', lowerCase),
  metadataFault(
    'metadata-planes-mangled',
    'Characters beyond the Basic Multilingual Plane come back as replacement characters in metadata',
    everywhere(ofText((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd'))),
    'odd-kept',
  ),
  metadataFault(
    'metadata-normalized',
    'Strings in metadata come back in Unicode normal form NFC',
    everywhere(ofText((text) => text.normalize('NFC'))),
    'odd-kept',
  ),
  metadataFault(
    'metadata-ends-at-nul',
    'Strings in metadata are cut before a character U+0000',
    everywhere(ofText((text) => text.split('\u0000', 1).join(''))),
    'odd-kept',
  ),
  metadataFault(
    'metadata-reserved-names-dropped',
    'Members of metadata with the name __proto__ or constructor are left out',
    withoutReserved,
    'odd-kept',
  ),
  metadataFault(
    'metadata-flat-after-hundred',
    'Metadata that is nested more than 100 levels deep comes back empty',
    (value) => (depthOf(value) > 100 ? {} : value),
    'odd-kept',
  ),
  metadataFault(
    'metadata-digits-lost',
    'Numbers in metadata are rounded to doubles',
    digitsLost,
    'digits-kept',
  ),
]
