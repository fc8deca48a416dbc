import type { FunctionName, Replacement } from '../changes/change.ts'
import { type Fault, transformationOf } from '../faults/fault.ts'
import type { World } from '../state/world.ts'
import { strict } from '../world/strict.ts'
import type { Condition, Group, ResourceKind } from './condition.ts'

/** The functions that guards and refusals use. They are called before it is settled what a request is about. */
export const ofGuards: ReadonlySet<FunctionName> = new Set([
  'requests.authorization',
  'requests.keyFor',
  'requests.verifySignature',
  'requests.verifyDigest',
  'requests.readBody',
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

/** The guards that use these functions. */
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

/**
 * Returns the ids of the guards that a fault makes wrong: those left out, and those whose functions or refusals it
 * changes.
 */
export function guardsOf(fault: Fault): readonly string[] {
  const { without = [], guards = [] } = fault
  return [...without, ...guards, ...functionsOf(fault).flatMap((name) => guardsBy[name] ?? [])]
}

/**
 * Returns the names of the functions that a fault replaces. They are the same in every world, so no real world is
 * needed.
 */
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

/** The groups about how a request is written, which no longer matters once the guards have accepted it. */
const ofWriting: readonly Group[] = ['body', 'headers', 'fields']

/** Values that no payment of a run has. The limits of its target determine the amounts. */
const unpaid = (condition: string): boolean =>
  condition === 'value-1' || /^value-(?:from-|is-|\w+-a-power)/.test(condition)

/** The origin of the amounts that a fault affects. */
interface ReachedAmounts {
  /** Set if the amounts are shown in quotes that nobody has to pay. */
  isOnlyQuoted: boolean
  /** The operations that show the fault. */
  operations: readonly string[]
  /** Returns true if an operation creates resources of that kind. */
  isMade: (kind: ResourceKind) => boolean
}

/**
 * Returns true if a run can reach the condition. A run cannot choose every value that it pays. For resources that it
 * cannot create on its own wallet, it finds only the existing values.
 */
const isWithinRuns = (
  { id, group }: Condition,
  { isOnlyQuoted, isMade, operations }: ReachedAmounts,
): boolean => {
  const isOfReceivers = operations.every((operation) => /get-incoming|list-incoming/.test(operation))
  if (['value', 'number'].includes(group) && isOfReceivers && !isMade('incoming-payment')) return false
  return group !== 'value' || isOnlyQuoted || !unpaid(id)
}

/**
 * A run has only the tokens of its target. The first request with each token is a valid one, and goes to a single
 * operation.
 */
const hasFreshTokens = (fault: Fault): boolean =>
  guardsOf(fault).some((id) => id.startsWith('token-') && id !== 'token-present')

/** Returns true for faults that repeat a refusal for the next valid request. */
const isRepeatedRefusal = ({ id }: Fault): boolean => /^refusal-by-.*-repeated-for-/.test(id)

/** Returns true for faults that show in few of the amounts that a run pays. */
const isOfFewAmounts = ({ id }: Fault): boolean => id.endsWith('-through-a-fraction')

/** Returns true for faults that already show in two circumstances only: with an idempotency key, after the same request. */
const isOfTwoCircumstances = ({ id }: Fault): boolean => id.endsWith('-remembered-by-idempotency-key')

/**
 * Returns true if the pair is usual. A guard examines a request, so it can be wrong for some requests. Other functions
 * concern resources, so they can be wrong for some resources, identities or times. Faults under other conditions are
 * possible, but counted separately. The same applies to amounts and tokens beyond the limits of every run, and to
 * comparisons: few of the values on a list show each of them, and a run tries a value on some operations and in some
 * circumstances, by the seed. Quotes whose price is out of range are few, too. So are valid requests of a particular kind
 * right after a refusal of that kind: one control stands for many checks. So are payments of an amount that a fraction
 * cannot hold, and requests in three particular circumstances at once: a run tries each two together.
 */
export function isUsual(fault: Fault, condition: Condition, reached: ReachedAmounts): boolean {
  const { id, about, group } = condition
  if (fault.source === 'comparison' || guardsOf(fault).includes('amount-in-range')) return false
  if (isOfFewAmounts(fault) || isOfTwoCircumstances(fault)) return false
  if (isRepeatedRefusal(fault) && about === 'request') return false
  if (id === 'first-use-of-token') return hasFreshTokens(fault) && reached.operations.length > 1
  if (isOfGuards(fault)) return about === 'request'
  return (about !== 'request' || !ofWriting.includes(group)) && isWithinRuns(condition, reached)
}
