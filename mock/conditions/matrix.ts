import type { Fault } from '../faults/fault.ts'
import { transformationOf } from '../faults/transformation.ts'
import type { Behaviour } from '../world/behaviour.ts'
import { strict } from '../world/strict.ts'
import type { Condition, Group, Kind } from './condition.ts'

/** What guards are made of, and what a refusal is shown by: called while it is not yet settled what a request is about. */
export const ofGuards: ReadonlySet<keyof Behaviour> = new Set([
  'authorization',
  'keyFor',
  'verifySignature',
  'verifyDigest',
  'challenge',
  'refused',
  'isId',
  'isPaid',
  'room',
  'allowance',
  'find',
  'same',
  'below',
])

/** The guards that go by some of these. */
const guardsBy: Readonly<Partial<Record<keyof Behaviour, string>>> = {
  authorization: 'token-present',
  keyFor: 'signature-keyid-known',
  verifySignature: 'signature-verifies',
  verifyDigest: 'digest-matches-body',
  isPaid: 'payment-quote-unpaid',
  room: 'payment-receiver-room',
  allowance: 'payment-token-limit',
}

/** Guards that are wrong in a fault, by id: left out, or what they go by or say. */
export const guardsOf = (fault: Fault): readonly string[] => {
  const { without = [], guards = [] } = fault
  return [...without, ...guards, ...functionsOf(fault).flatMap((name) => guardsBy[name] ?? [])]
}

export const functionsOf = ({ swap }: Fault): Array<keyof Behaviour> =>
  Object.keys(swap?.({ ...strict }) ?? {}) as Array<keyof Behaviour>

const isOfGuards = (fault: Fault): boolean =>
  (fault.without ?? []).length > 0 ||
  fault.further !== undefined ||
  transformationOf(fault) === 'weaker than equality' ||
  functionsOf(fault).some((name) => ofGuards.has(name))

/** How a request is written is forgotten once it has passed the guards. */
const ofWriting: readonly Group[] = ['body', 'headers']

/** Values that no payment has which a run makes: they are within the limits of its target. */
const unpaid = (condition: string): boolean => condition === 'value-1' || condition.startsWith('value-from-')

/**
 * A guard looks at a request, so it is wrong for some requests; what is done and shown is about resources, so it is wrong
 * for some of these, or for who asks, and when. A fault under the other conditions can be had all the same, and is counted
 * by itself; so is one of payments whose amounts are beyond the limits of any run.
 */
export const isUsual = (
  fault: Fault,
  { id, about, group }: Condition,
  kinds: ReadonlySet<Kind> = new Set(['quote']),
): boolean =>
  isOfGuards(fault)
    ? about === 'request'
    : (about !== 'request' || !ofWriting.includes(group)) && (kinds.has('quote') || !unpaid(id))
