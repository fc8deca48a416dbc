import type { Amount } from '../core/amounts.ts'
import { idInSegment } from '../state/lookup.ts'
import type { Context, World } from '../state/world.ts'
import type { Matter, Resource } from './condition.ts'
import type { Moment } from './moment.ts'

/** Returns the matters that a guard examines: the request, and the resources that it concerns. */
export function mattersOf(moment: Moment, { subject }: Context): Matter[] {
  const { quote, incomingPayment, outgoingPayment, receiver } = subject
  const named = [quote, outgoingPayment, incomingPayment, receiver ?? quote?.receiver].filter(isResource)
  const asked = [subject.debitAmount, subject.receiveAmount, subject.incomingAmount].filter(isAmount)
  return [{ moment, amounts: asked }, ...named.map((resource) => matterOf(moment, resource))]
}

/** Returns the matters that a function of the mock's behaviour examines, according to its arguments. */
export function mattersIn(moment: Moment, args: readonly unknown[]): Matter[] {
  const resources = args.flatMap(resourcesIn)
  const amounts = args.flatMap(amountsIn)
  return resources.length > 0
    ? resources.map((resource) => matterOf(moment, resource))
    : [{ moment, amounts }]
}

export function matterOf(moment: Moment, resource: Resource | undefined): Matter {
  return {
    moment,
    resource,
    amounts: resource ? Object.values(resource).filter(isAmount) : [],
  }
}

/** Returns the resource with the id in a response, or undefined if the response shows none. */
export function shownResource(world: World, shown: unknown): Resource | undefined {
  const { id: url } = Object(shown) as { id?: unknown }
  const id = typeof url === 'string' ? idInSegment(url.split('/').at(-1) ?? '') : ''
  return world.quotes.get(id) ?? world.outgoingPayments.get(id) ?? world.incomingPayments.get(id)
}

/**
 * Returns the resources in an argument: the resource itself, that of a step, those of a refused request, or those that
 * an order names.
 */
const resourcesIn = (arg: unknown): Resource[] => {
  if (isResource(arg)) return [arg]
  const { payment, quote, receiver, context } = Object(arg)
  const { subject } = Object(context)
  const inSubject = subject && [
    subject.quote,
    subject.outgoingPayment,
    subject.incomingPayment,
    subject.receiver,
  ]
  // A step of a payment also affects the payment's receiver.
  return [payment, quote, receiver ?? payment?.receiver, ...(inSubject ?? [])].filter(isResource)
}

const amountsIn = (arg: unknown): Amount[] => {
  if (isAmount(arg)) return [arg]
  // An order to price has its value beside the asset of the fixed side.
  const { value, fixed, debitAmount, incomingAmount, ...sides } = Object(arg)
  const priced = typeof value === 'bigint' && { value, ...sides[fixed] }
  return [priced, debitAmount, incomingAmount].filter(isAmount)
}

const isResource = (value: unknown): value is Resource => {
  const { id, wallet, createdAt } = Object(value)
  return typeof id === 'string' && typeof wallet === 'object' && typeof createdAt === 'number'
}

const isAmount = (value: unknown): value is Amount => {
  const { value: count, assetCode } = Object(value)
  return typeof count === 'bigint' && typeof assetCode === 'string'
}
