import type { FunctionName } from '../changes/change.ts'
import { isCreation, isList, type OperationId } from '../core/operations.ts'
import type { Fault } from '../faults/fault.ts'
import type { ServedRoute } from '../http/route.ts'
import { type ConditionTopic, kindOfOperation, type ResourceKind } from './condition.ts'
import { functionsOf, guardsOf, ofGuards as usedByGuards } from './matrix.ts'

/** The places where a fault can show, as far as its form reveals them. */
export interface FaultReach {
  operations: readonly OperationId[]
  /** The topics that its conditions can examine. */
  topics: ReadonlySet<ConditionTopic>
  /** The kinds of resources among the topics. */
  kinds: ReadonlySet<ResourceKind>
}

interface Called {
  on: (operation: OperationId) => boolean
  topics: readonly ConditionTopic[]
  kinds: readonly ResourceKind[]
}

const all: readonly ResourceKind[] = ['quote', 'outgoing-payment', 'incoming-payment']
const anywhere = (): boolean => true
const paying = (operation: OperationId): boolean => operation === 'create-outgoing-payment'
const pricing = (operation: OperationId): boolean => operation === 'create-quote' || paying(operation)
/**
 * Selects the operations on one kind of resource. The grant's spent amounts are excluded, as that response shows no
 * payment.
 */
const about =
  (kind: ResourceKind) =>
  (operation: OperationId): boolean =>
    kindOfOperation(operation) === kind && operation !== 'get-outgoing-payment-grant'

const withoutResource = (on: Called['on'] = anywhere): Called => ({ on, topics: ['request'], kinds: [] })
const withAmount = (on: Called['on']): Called => ({ on, topics: ['request', 'amount'], kinds: [] })
const withResource = (on: Called['on'], ...kinds: ResourceKind[]): Called => ({
  on,
  topics: ['request', 'page', 'amount', 'resource'],
  kinds,
})
/** Functions that are called when a payment progresses, whatever request comes next. */
const settling: Called = {
  on: anywhere,
  topics: ['amount', 'resource'],
  kinds: ['outgoing-payment', 'incoming-payment'],
}

const ofPages: Called = { on: isList, topics: ['request', 'page'], kinds: [] }

const onIncomingGet = withResource((operation) => operation === 'get-incoming-payment', 'incoming-payment')

/** The operations during which each function is called, and the topics that it concerns. */
const calls: Readonly<Partial<Record<FunctionName, Called>>> = {
  'quotes.price': withAmount(pricing),
  'quotes.inferred': withResource(pricing, 'incoming-payment'),
  'quotes.expiry': withResource((operation) => operation === 'create-quote', 'incoming-payment'),
  'quotes.make': withoutResource((operation) => operation === 'create-quote'),
  'outgoingPayments.amounts': withResource(paying, 'quote', 'incoming-payment'),
  'quotes.isPaid': withResource(paying, 'quote'),
  'incomingPayments.room': withResource(pricing, 'incoming-payment'),
  'grants.allowance': withoutResource(paying),
  'grants.receiveAllowance': withoutResource(paying),
  'grants.isOwn': withoutResource((operation) => /^(get|list)-/.test(operation)),
  'outgoingPayments.pace': withResource(paying, 'outgoing-payment'),
  'outgoingPayments.canGoOn': settling,
  'outgoingPayments.sends': settling,
  'outgoingPayments.arrives': settling,
  'incomingPayments.isFull': settling,
  'incomingPayments.make': withAmount((operation) => operation === 'create-incoming-payment'),
  'incomingPayments.complete': withResource(
    (operation) => operation === 'complete-incoming-payment',
    'incoming-payment',
  ),
  'grants.spentBy': withoutResource((operation) => operation === 'get-outgoing-payment-grant'),
  'grants.shownSpent': withResource(about('outgoing-payment'), 'outgoing-payment'),
  'answers.showAmount': withAmount(anywhere),
  'quotes.show': withResource(about('quote'), 'quote'),
  'incomingPayments.show': withResource(about('incoming-payment'), 'incoming-payment'),
  'incomingPayments.showMethods': withResource(about('incoming-payment'), 'incoming-payment'),
  'incomingPayments.showPublicForm': onIncomingGet,
  'incomingPayments.showToReader': onIncomingGet,
  'incomingPayments.showToStranger': onIncomingGet,
  'incomingPayments.showToAnyone': onIncomingGet,
  'outgoingPayments.show': withResource(about('outgoing-payment'), 'outgoing-payment'),
  'lists.items': ofPages,
  'lists.page': ofPages,
  'lists.showCursor': ofPages,
  'lists.readCursor': ofPages,
  'requests.verifyDigest': withoutResource(isCreation),
  'requests.readBody': withoutResource(isCreation),
  'answers.refused': withResource(anywhere, ...all),
}

export function reachOf(fault: Fault, routes: readonly ServedRoute[]): FaultReach {
  const operations = routes.map(({ operation }) => operation)
  const ofGuard = ofGuards(fault, routes)
  const ofFunction = fault.shows ? [ofAnswers(fault)] : ofFunctions(fault)
  const parts = [...ofGuard, ...ofFunction]
  const shown = fault.operations ?? operations
  return {
    operations: operations.filter(
      (operation) => shown.includes(operation) && parts.some(({ on }) => on(operation)),
    ),
    topics: topicsOfBoth(ofGuard, ofFunction),
    kinds: new Set(parts.flatMap((part) => part.kinds)),
  }
}

/**
 * Returns the topics of conditions that can hold both for the guard that is left out and for the function that is
 * replaced.
 */
const topicsOfBoth = (ofGuard: readonly Called[], ofFunction: readonly Called[]): Set<ConditionTopic> => {
  const inGuard = new Set(ofGuard.flatMap(({ topics }) => topics))
  const functions = ofFunction.includes(settling) ? [settling] : ofFunction
  const inFunction = new Set(functions.flatMap(({ topics }) => topics))
  if (ofGuard.length === 0) return inFunction
  if (ofFunction.length === 0) return inGuard
  return new Set([...inGuard].filter((topic) => inFunction.has(topic)))
}

/**
 * Returns the reach of a fault's guards. Guards see what a request is about. A guard that is left out matters only on
 * the operations that have it.
 */
const ofGuards = (fault: Fault, routes: readonly ServedRoute[]): Called[] => {
  const { extraGuards: further = [] } = fault
  const wrong = guardsOf(fault)
  const having = routes.filter(({ guards }) => guards.some(({ id }) => wrong.includes(id)))
  const operations = [
    ...having.map(({ operation }) => operation),
    ...further.flatMap((guard) => guard.operations ?? routes.map(({ operation }) => operation)),
  ]
  return operations.map((operation) => ({
    on: (on) => on === operation,
    topics: isList(operation)
      ? ['request', 'page']
      : ['request', 'page', ...(isCreation(operation) ? (['amount'] as const) : []), 'resource'],
    kinds: kindsSeenBy(operation),
  }))
}

/** Returns the kinds of resources that exist when guards examine a request. */
const kindsSeenBy = (operation: OperationId): ResourceKind[] => {
  if (operation === 'create-quote') return ['incoming-payment']
  if (paying(operation)) return ['quote', 'incoming-payment']
  return isList(operation) || isCreation(operation) ? [] : [kindOfOperation(operation)]
}

/**
 * Returns the reach of the replaced functions. Those that a wrong guard uses are omitted, because the guard determines
 * their reach.
 */
const ofFunctions = (fault: Fault): Called[] => {
  const names = functionsOf(fault)
  const wrong = names.filter((name) => !fault.learns?.includes(name))
  const own = guardsOf(fault).length > 0 ? wrong.filter((name) => !usedByGuards.has(name)) : wrong
  return own.map((name) =>
    name === 'answers.answered' ? ofAnswers(fault) : (calls[name] ?? withoutResource()),
  )
}

/** Returns true if the fault shows only in the grant's spent amounts, which are not a resource. */
const ofGrants = ({ shows, operations = [] }: Fault): boolean =>
  shows?.operation === 'get-outgoing-payment-grant' ||
  (operations.length > 0 && operations.every((one) => one === 'get-outgoing-payment-grant'))

const ofAnswers = (fault: Fault): Called => {
  const { shows, operations = [] } = fault
  if (ofGrants(fault)) return withoutResource((on) => on === 'get-outgoing-payment-grant')
  if (!shows && operations.length > 0)
    return operations.every(isList) ? ofPages : withResource(anywhere, ...operations.map(kindOfOperation))
  if (!shows) return withResource(anywhere, ...all)
  const { operation, path } = shows
  const ofPage = isList(operation) && (path[0] !== 'result' || path.length < 3)
  const whole: ConditionTopic[] = ['request', 'page']
  const ofItems: ConditionTopic[] = isList(operation) ? ['place'] : []
  return {
    on: (on) => on === operation,
    topics: ofPage ? whole : [...whole, ...ofItems, 'amount', 'resource'],
    kinds: ofPage ? [] : [kindOfOperation(operation)],
  }
}
