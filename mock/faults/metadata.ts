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
    'Texts of metadata are cut at 1,000 characters',
    everywhere(ofText(cut(1000))),
  ),
  metadataFault('metadata-keys-cut', 'Keys of metadata are cut at 255 characters', keysCut),
  metadataFault(
    'metadata-keys-of-the-basic-plane',
    'Keys of metadata lose the characters beyond the basic plane',
    keysOfTheBasicPlane,
  ),
  metadataFault(
    'metadata-altered',
    'Numbers and booleans of metadata are given back as text',
    everywhere((value) => (value === null ? value : String(value))),
  ),
  metadataFault(
    'metadata-numbers-rounded',
    'Numbers of metadata are given back as whole numbers',
    everywhere((value) => (typeof value === 'number' ? Math.trunc(value) : value)),
  ),
  metadataFault('metadata-without-nulls', 'What is null in metadata is left out', withoutNulls),
  metadataFault('metadata-flattened', 'What metadata nests is given back as JSON text', flattened),
  metadataFault('metadata-extended', 'Metadata is given back with a key of the server', (value) => ({
    ...Object(value),
    source: 'api',
  })),
  metadataFault('metadata-keys-lowered', 'The keys of metadata are given back in lower case', lowerCase),
  metadataFault(
    'metadata-planes-mangled',
    'Characters beyond the first plane are given back as replacement characters in metadata',
    everywhere(ofText((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd'))),
  ),
  metadataFault(
    'metadata-normalized',
    'Text of metadata is given back composed, however it was written',
    everywhere(ofText((text) => text.normalize('NFC'))),
  ),
  metadataFault(
    'metadata-ends-at-nul',
    'Text of metadata ends before a character U+0000',
    everywhere(ofText((text) => text.split('\u0000', 1).join(''))),
    'odd-kept',
  ),
  metadataFault(
    'metadata-reserved-names-dropped',
    'Members of metadata by the name of __proto__ or constructor are left out',
    withoutReserved,
    'odd-kept',
  ),
  metadataFault(
    'metadata-flat-after-hundred',
    'Metadata that is nested deeper than a hundred is given back empty',
    (value) => (depthOf(value) > 100 ? {} : value),
    'odd-kept',
  ),
  metadataFault(
    'metadata-digits-lost',
    'Numbers of metadata have the digits that a double keeps',
    digitsLost,
    'digits-kept',
  ),
]
