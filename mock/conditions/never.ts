import { isCreation, isList, type OperationId } from '../core/operations.ts'
import type { Fault } from '../faults/fault.ts'
import { isOfDigest } from '../faults/requests/guards.ts'
import type { Guard } from '../http/guard.ts'
import type { ServedRoute } from '../http/route.ts'
import type { Condition } from './condition.ts'
import { functionsOf, guardsOf, ofGuards } from './matrix.ts'

/** Functions that produce the responses to requests without a valid token. */
const forAnyone: ReadonlySet<string> = new Set([
  'answers.answered',
  'incomingPayments.showPublicForm',
  'incomingPayments.showToAnyone',
  'answers.showAmount',
])

/**
 * Returns true if the fault shows only in responses to requests that every guard accepts. An extra guard comes after
 * all others, and a body that is read as a valid one passes all of them.
 */
const showsInSuccess = (fault: Fault): boolean =>
  guardsOf(fault).length === 0 &&
  (fault.extraGuards !== undefined ||
    functionsOf(fault).every((name) => name === 'requests.readBody' || !ofGuards.has(name)))

/**
 * Returns the conditions that never hold for a request that the operation carries out. Some of them are kinds of
 * tokens.
 */
const refusedOn = (operation: OperationId): readonly string[] => {
  const never = ['token-expired', 'token-revoked', 'body-empty', 'asked-by-anyone']
  const changes = isCreation(operation) || operation.startsWith('complete-')
  const withoutRight = changes ? ['token-read-only', 'token-receivers'] : ['token-write-only']
  const ofList = isList(operation) ? ['without-query'] : []
  return [...never, ...withoutRight, ...ofList, ...(isOfSender(operation) ? ['token-receivers'] : [])]
}

/** Receivers' wallets have neither quotes nor outgoing payments. */
const isOfSender = (operation: OperationId): boolean => /quote|outgoing/.test(operation)

/** Returns true if the response that creates a resource is right, because the fault is a difference between reads. */
const shownRightFirst = ({ id }: Fault): boolean => /drifts$|:changing$/.test(id)

const isOfToken = (condition: string): boolean => condition.startsWith('token-')

/** The kind of token that each of these guards of the token refuses. The guards accept all other tokens. */
const kindRefusedBy: Readonly<Record<string, string>> = {
  'token-not-expired': 'token-expired',
  'token-not-revoked': 'token-revoked',
}

/**
 * Conditions on the token under which a request lacks the right that a guard requires, or has the limit that it
 * enforces.
 */
const lacking: Readonly<Record<string, readonly string[]>> = {
  'right-create': ['token-read-only'],
  'right-read': ['token-write-only'],
  // The token of another wallet has all rights on that wallet.
  'right-wallet-create': ['token-full'],
  'right-wallet-get-quote': ['token-full'],
  'right-wallet-list': ['token-full'],
  // Tokens under other conditions have no limit, or a different one.
  'payment-token-limit': ['token-limited'],
  'payment-token-limit-interval': [],
  'payment-token-limit-receive': [],
  'payment-token-limit-receiver': [],
}

/** Returns true for guards of the query. They do not refuse a request without a query. */
const isOfQuery = (id: string): boolean => id === 'right-wallet-list' || id.startsWith('page-')

/** Returns true for the only guard that refuses an empty body. All other guards of the body accept it. */
const isOfEmptyBody = (id: string): boolean => id.endsWith('body-is-json')

/**
 * Returns true if a guard can be the only one that refuses a request on which the condition holds. Guards run in the
 * order of their families, so a request that reaches a later guard has passed the earlier ones.
 */
const isAloneUnder = ({ id, family }: Guard, operation: OperationId, condition: string): boolean => {
  if (condition === 'body-empty') return isOfEmptyBody(id)
  if (condition === 'without-query' && isOfQuery(id)) return false
  if (isOfDigest(id) && !isCreation(operation)) return false
  if (family === 'token') {
    const kind = kindRefusedBy[id]
    if (kind !== undefined)
      return condition !== 'asked-by-anyone' && (!isOfToken(condition) || condition === kind)
    return !isOfToken(condition) && !['asked-by-maker', 'asked-by-other-client'].includes(condition)
  }
  const tokens = lacking[id]
  if (tokens && isOfToken(condition)) return tokens.includes(condition)
  return !refusedOn(operation).includes(condition)
}

/** Operations on incoming payments of the token's own wallet. All of these are in the asset of the wallet. */
const inOwnAsset: readonly OperationId[] = [
  'list-incoming-payments',
  'create-incoming-payment',
  'complete-incoming-payment',
]

/**
 * Returns the state of the resource that a response shows: a new resource is `new`, and a completed one is `done`.
 * Undefined if the state is open.
 */
const stateShownOn = (operation: OperationId, { shows }: Fault): string | undefined => {
  if (isCreation(operation)) return 'state-new'
  return shows && operation === 'complete-incoming-payment' ? 'state-done' : undefined
}

/**
 * Returns true if the fault affects only responses. The response to a creation shows a new resource, while other
 * functions may concern an older one.
 */
const isOfAnswersOnly = (fault: Fault): boolean =>
  functionsOf(fault).every((name) => name === 'answers.answered')

const isShownOn = (
  operation: OperationId,
  { id, group }: Pick<Condition, 'id' | 'group'>,
  fault: Fault,
): boolean =>
  (group !== 'state' || [undefined, id].includes(stateShownOn(operation, fault))) &&
  (group !== 'age' || !isCreation(operation) || !isOfAnswersOnly(fault)) &&
  (group !== 'asset' || !inOwnAsset.includes(operation))

/** Returns true if the fault affects only responses to requests without a token. */
const isForAnyoneAlone = (fault: Fault): boolean => {
  const names = functionsOf(fault)
  return names.length > 0 && names.every((name) => name === 'incomingPayments.showToAnyone')
}

const namesIdentity = (condition: string): boolean =>
  isOfToken(condition) || ['asked-by-maker', 'asked-by-other-client'].includes(condition)

/**
 * Returns true if later steps hide the fault. Arrivals are totals, so the last step corrects an error of the first one.
 */
const isPutRight = (fault: Fault, condition: string): boolean =>
  condition === 'value-0' &&
  functionsOf(fault).some((name) => name === 'outgoingPayments.arrives') &&
  functionsOf(fault).every((name) => name === 'outgoingPayments.arrives' || fault.learns?.includes(name))

/**
 * Returns true if the condition can hold, on one of these operations, at a moment when the fault makes a difference.
 */
export function canHold(
  fault: Fault,
  { id, on, group }: Condition,
  operations: readonly OperationId[],
  routes: readonly ServedRoute[],
): boolean {
  const there = operations.filter(
    (operation) =>
      on(operation) &&
      !(isCreation(operation) && shownRightFirst(fault)) &&
      (!showsInSuccess(fault) || isShownOn(operation, { id, group }, fault)),
  )
  if (fault.never?.includes(id) || isPutRight(fault, id)) return false
  // A server may refuse a valid request because of a header that the interface does not name.
  if (group === 'fields' && fault.extraGuards) return false
  if (isForAnyoneAlone(fault) && namesIdentity(id)) return false
  if (showsInSuccess(fault)) {
    const isForAnyone = functionsOf(fault).some((name) => forAnyone.has(name))
    return there.some(
      (operation) =>
        !refusedOn(operation).includes(id) ||
        (id === 'asked-by-anyone' &&
          isForAnyone &&
          routes.some((route) => route.operation === operation && route.isForAnyone)),
    )
  }
  const guards = new Map(routes.flatMap((route) => route.guards.map((guard) => [guard.id, guard] as const)))
  const wrong = guardsOf(fault).flatMap((guard) => guards.get(guard) ?? [])
  return there.some(
    (operation) => wrong.length === 0 || wrong.some((guard) => isAloneUnder(guard, operation, id)),
  )
}
