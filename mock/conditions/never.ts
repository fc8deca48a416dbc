import type { OperationId } from '../core/operations.ts'
import type { Fault } from '../faults/fault.ts'
import type { Guard } from '../http/guard.ts'
import type { ServedRoute } from '../http/route.ts'
import { type Condition, isCreation, isList } from './condition.ts'
import { functionsOf, guardsOf, ofGuards } from './matrix.ts'

/** What an answer to a request without a good token is made by. */
const forAnyone: ReadonlySet<string> = new Set([
  'answers.answered',
  'incomingPayments.showPublicForm',
  'incomingPayments.showToAnyone',
  'answers.showAmount',
])

/** Whether it shows only in answers to requests that every guard lets pass. A guard too many hides behind all others. */
const showsInSuccess = (fault: Fault): boolean =>
  guardsOf(fault).length === 0 &&
  (fault.extraGuards !== undefined || functionsOf(fault).every((name) => !ofGuards.has(name)))

/** Kinds of tokens, and conditions alike, that no request has which an operation carries out. */
const refusedOn = (operation: OperationId): readonly string[] => {
  const never = ['token-expired', 'token-revoked', 'body-empty', 'asked-by-anyone']
  const changes = isCreation(operation) || operation.startsWith('complete-')
  const withoutRight = changes ? ['token-read-only', 'token-receivers'] : ['token-write-only']
  const ofList = isList(operation) ? ['without-query'] : []
  return [...never, ...withoutRight, ...ofList, ...(isOfSender(operation) ? ['token-receivers'] : [])]
}

/** The wallets of receivers have neither quotes nor outgoing payments. */
const isOfSender = (operation: OperationId): boolean => /quote|outgoing/.test(operation)

/** What differs from read to read is right in the answer that creates the resource. */
const shownRightFirst = ({ id }: Fault): boolean => /drifts$|:changing$/.test(id)

const isOfToken = (condition: string): boolean => condition.startsWith('token-')

/** With which tokens a request comes to what the guards of the token refuse: others of them let it pass. */
const kindRefusedBy: Readonly<Record<string, string>> = {
  'token-not-expired': 'token-expired',
  'token-not-revoked': 'token-revoked',
}

/** With which tokens a request lacks the right that these guards ask for, or has a limit. */
const lacking: Readonly<Record<string, readonly string[]>> = {
  'right-create': ['token-read-only'],
  'right-read': ['token-write-only'],
  // The token of another wallet has all rights there.
  'right-wallet-create': ['token-full'],
  'right-wallet-get-quote': ['token-full'],
  'right-wallet-list': ['token-full'],
  // Other tokens have no limit, or another one.
  'payment-token-limit': ['token-limited'],
  'payment-token-limit-interval': [],
  'payment-token-limit-receive': [],
  'payment-token-limit-receiver': [],
}

/** They look at the query, so they abstain if there is none. */
const isOfQuery = (id: string): boolean => id === 'right-wallet-list' || id.startsWith('page-')

/** What they look at comes with a body only. */
const isOfBody = (id: string): boolean => id.startsWith('digest-') || id.endsWith('-content-digest')

/** What has no body is refused by this guard alone; all others of the body abstain. */
const isOfEmptyBody = (id: string): boolean => id.endsWith('body-is-json')

/**
 * Whether a guard can be the only one that refuses a request on which the condition holds. Guards stand in the order of
 * their families, so whoever comes to a later one has passed those before it.
 */
const isAloneUnder = ({ id, family }: Guard, operation: OperationId, condition: string): boolean => {
  if (condition === 'body-empty') return isOfEmptyBody(id)
  if (condition === 'without-query' && isOfQuery(id)) return false
  if (isOfBody(id) && !isCreation(operation)) return false
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

/** Operations on incoming payments of a wallet that the token is for: all of them are in the asset of the wallet. */
const inOwnAsset: readonly OperationId[] = [
  'list-incoming-payments',
  'create-incoming-payment',
  'complete-incoming-payment',
]

/** In what state an answer shows what it is about: what has just been made is new, what has been completed is done. */
const stateShownOn = (operation: OperationId, { shows }: Fault): string | undefined => {
  if (isCreation(operation)) return 'state-new'
  return shows && operation === 'complete-incoming-payment' ? 'state-done' : undefined
}

/** What an answer to a creation shows has just been made; functions may look at something older. */
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

/** What is shown to whoever asks without a token. */
const isForAnyoneAlone = (fault: Fault): boolean => {
  const names = functionsOf(fault)
  return names.length > 0 && names.every((name) => name === 'incomingPayments.showToAnyone')
}

const namesAsker = (condition: string): boolean =>
  isOfToken(condition) || ['asked-by-maker', 'asked-by-other-client'].includes(condition)

/** What arrives is counted from the beginning, so that the last part puts right what the first one got wrong. */
const isPutRight = (fault: Fault, condition: string): boolean =>
  condition === 'value-0' &&
  functionsOf(fault).some((name) => name === 'outgoingPayments.arrives') &&
  functionsOf(fault).every((name) => name === 'outgoingPayments.arrives' || fault.learns?.includes(name))

/** Whether a condition can hold at a moment at which the fault makes a difference, on one of these operations. */
export function canHold(
  fault: Fault,
  { id, on, group }: Condition,
  operations: readonly OperationId[],
  routes: readonly ServedRoute[],
): boolean {
  const there = operations.filter(
    (operation) => on(operation) && (!showsInSuccess(fault) || isShownOn(operation, { id, group }, fault)),
  )
  if (fault.never?.includes(id) || isPutRight(fault, id)) return false
  if (isForAnyoneAlone(fault) && namesAsker(id)) return false
  if (id === 'in-creation' && shownRightFirst(fault)) return false
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
