import type { FunctionName, Replacement } from '../changes/change.ts'
import type { Fault } from '../faults/fault.ts'
import { transformationOf } from '../faults/fault.ts'
import type { World } from '../state/world.ts'
import { strict } from '../world/strict.ts'
import type { Condition, Group, ResourceKind } from './condition.ts'

/** What guards are made of, and what a refusal is shown by: called while it is not yet settled what a request is about. */
export const ofGuards: ReadonlySet<FunctionName> = new Set([
  'requests.authorization',
  'requests.keyFor',
  'requests.verifySignature',
  'requests.verifyDigest',
  'answers.challenge',
  'answers.refused',
  'urls.isId',
  'quotes.isPaid',
  'incomingPayments.room',
  'grants.allowance',
  'grants.receiveAllowance',
  'requests.find',
  'requests.same',
  'urls.below',
])

/** The guards that go by some of these. */
const guardsBy: Readonly<Partial<Record<FunctionName, string>>> = {
  'requests.authorization': 'token-present',
  'requests.keyFor': 'signature-keyid-known',
  'requests.verifySignature': 'signature-verifies',
  'requests.verifyDigest': 'digest-matches-body',
  'quotes.isPaid': 'payment-quote-unpaid',
  'incomingPayments.room': 'payment-receiver-room',
  'grants.allowance': 'payment-token-limit',
  'grants.receiveAllowance': 'payment-token-limit-receive',
}

/** Guards that are wrong in a fault, by id: left out, or what they go by or say. */
export function guardsOf(fault: Fault): readonly string[] {
  const { without = [], guards = [] } = fault
  return [...without, ...guards, ...functionsOf(fault).flatMap((name) => guardsBy[name] ?? [])]
}

/** The functions that a fault replaces, found without a world: their names are the same in every one. */
export function functionsOf({ override }: Fault): FunctionName[] {
  const nowhere = {} as World
  return override ? namesIn(override(strict(nowhere), nowhere)) : []
}

const namesIn = (replacement: Replacement): FunctionName[] =>
  Object.entries(replacement).flatMap(([group, functions]) =>
    Object.keys(functions).map((name) => `${group}.${name}` as FunctionName),
  )

const isOfGuards = (fault: Fault): boolean =>
  (fault.without ?? []).length > 0 ||
  fault.extraGuards !== undefined ||
  transformationOf(fault) === 'weaker than equality' ||
  functionsOf(fault).some((name) => ofGuards.has(name))

/** How a request is written is forgotten once it has passed the guards. */
const ofWriting: readonly Group[] = ['body', 'headers']

/** Values that no payment has which a run makes: they are within the limits of its target. */
const unpaid = (condition: string): boolean => condition === 'value-1' || condition.startsWith('value-from-')

/** What the amounts of a fault are of. */
interface ReachedAmounts {
  /** Whether quotes show them that nobody has to pay. */
  isOnlyQuoted: boolean
  /** The operations that show it. */
  operations: readonly string[]
  /** Whether an operation makes resources of that kind. */
  isMade: (kind: ResourceKind) => boolean
}

/** What a run pays has other values than it likes; what it cannot make on its own wallet has those that are there. */
const isWithinRuns = (
  { id, group }: Condition,
  { isOnlyQuoted, isMade, operations }: ReachedAmounts,
): boolean => {
  const isOfReceivers = operations.every((operation) => /get-incoming|list-incoming/.test(operation))
  if (['value', 'number'].includes(group) && isOfReceivers && !isMade('incoming-payment')) return false
  return group !== 'value' || isOnlyQuoted || !unpaid(id)
}

/** A run has as many tokens as its target: the first request with each shows that it is good, and is to one operation only. */
const hasFreshTokens = (fault: Fault): boolean =>
  guardsOf(fault).some((id) => id.startsWith('token-') && id !== 'token-present')

/**
 * A guard looks at a request, so it is wrong for some requests; what is done and shown is about resources, so it is wrong
 * for some of these, or for who asks, and when. A fault under the other conditions can be had all the same, and is counted
 * by itself; so is what only amounts or tokens bring that are beyond the limits of any run.
 */
export function isUsual(fault: Fault, condition: Condition, reached: ReachedAmounts): boolean {
  const { id, about, group } = condition
  if (id === 'first-use-of-token') return hasFreshTokens(fault) && reached.operations.length > 1
  if (isOfGuards(fault)) return about === 'request'
  return (about !== 'request' || !ofWriting.includes(group)) && isWithinRuns(condition, reached)
}
