import { asObject } from '../guards/json.ts'
import type { Fault } from './fault.ts'

type Alter = (value: unknown) => unknown

const metadataFault = (id: string, says: string, alter: Alter): Fault => ({
  id,
  breaks: 'create-outgoing-payment.metadata.kept',
  says,
  source: 'behaviour',
  swap: ({ showOutgoingPayment }) => ({
    showOutgoingPayment: (world, payment) => {
      const shown = showOutgoingPayment(world, payment)
      return payment.metadata ? { ...shown, metadata: alter(payment.metadata) } : shown
    },
  }),
})

/** Every value that holds no other, altered; those in arrays and objects too. */
const everywhere =
  (alter: Alter): Alter =>
  (value) => {
    if (Array.isArray(value)) return value.map(everywhere(alter))
    const object = asObject(value)
    if (!object) return alter(value)
    return Object.fromEntries(Object.entries(object).map(([name, each]) => [name, everywhere(alter)(each)]))
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
      typeof each === 'object' ? JSON.stringify(each) : each,
    ]),
  )

const lowerCase: Alter = (value) =>
  Object.fromEntries(Object.entries(Object(value)).map(([name, each]) => [name.toLowerCase(), each]))

export const metadataFaults: readonly Fault[] = [
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
]
