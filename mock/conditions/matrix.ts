import type { Fault } from '../faults/fault.ts'
import { transformationOf } from '../faults/transformation.ts'
import type { Behaviour } from '../world/behaviour.ts'
import { strict } from '../world/strict.ts'
import type { Condition, Group } from './condition.ts'

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

export const functionsOf = ({ swap }: Fault): Array<keyof Behaviour> =>
  Object.keys(swap?.({ ...strict }) ?? {}) as Array<keyof Behaviour>

const isOfGuards = (fault: Fault): boolean =>
  (fault.without ?? []).length > 0 ||
  fault.further !== undefined ||
  transformationOf(fault) === 'weaker than equality' ||
  functionsOf(fault).some((name) => ofGuards.has(name))

/** How a request is written is forgotten once it has passed the guards. */
const ofWriting: readonly Group[] = ['body', 'headers']

/**
 * A guard looks at a request, so it is wrong for some requests; what is done and shown is about resources, so it is wrong
 * for some of these, or for who asks, and when. A fault under the other conditions can be had all the same, and is counted
 * by itself.
 */
export const isUsual = (fault: Fault, { about, group }: Condition): boolean =>
  isOfGuards(fault) ? about === 'request' : about !== 'request' || !ofWriting.includes(group)
