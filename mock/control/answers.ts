import { breakages, type Order } from '../answers/queue.ts'
import { CannotDo } from '../core/errors.ts'
import type { JsonObject } from '../core/json.ts'
import type { Control, Controlled } from './control.ts'
import { duration, oneOf, text, wholeNumber } from './reading.ts'

const path = '/answers'

/** More than this would be a mistake. */
const most = { orders: 100, times: 1000, delay: '10m' }

/** Orders that the next answers are delayed or broken. */
export const orderAnswers: Control = {
  method: 'post',
  path,
  keys: ['times', 'operation', 'path', 'delay', 'status', 'broken'],
  work: (controlled, body) => {
    const { answers, feed } = controlled
    const order = orderIn(controlled, body)
    if (answers.all().length >= most.orders) {
      throw new CannotDo(`Too many orders (limit ${most.orders}). DELETE ${path} removes all orders`)
    }
    answers.add(order)
    const shown = shownOrders(controlled)
    feed.tell('answers', shown)
    return shown
  },
}

export const showAnswers: Control = {
  method: 'get',
  path,
  keys: [],
  work: (controlled) => shownOrders(controlled),
}

export const forgetAnswers: Control = {
  method: 'delete',
  path,
  keys: [],
  work: (controlled) => {
    controlled.answers.clear()
    controlled.feed.tell('answers', shownOrders(controlled))
    return shownOrders(controlled)
  },
}

const shownOrders = (controlled: Controlled) => ({ orders: ordersOf(controlled) })

/** The orders that are still to be carried out, as they were asked for. */
export function ordersOf({ answers }: Pick<Controlled, 'answers'>): object[] {
  return answers.all().map(({ delay, ...order }) => ({
    ...order,
    ...(delay !== undefined && { delay: `${delay}ms` }),
  }))
}

const orderIn = ({ setup }: Controlled, body: JsonObject): Order => {
  const { times, operation, path: below, delay, status, broken } = body
  if (delay === undefined && status === undefined && broken === undefined) {
    throw new CannotDo('The order is empty. Give at least one of delay, status and broken')
  }
  const operations = setup.served.map(({ route }) => route.operation)
  return {
    times: times === undefined ? 1 : wholeNumber(times, 'times', { least: 1, most: most.times }),
    ...(operation !== undefined && { operation: oneOf(operations, operation, 'operation') }),
    ...(below !== undefined && { path: text(below, 'path') }),
    ...(delay !== undefined && { delay: duration(delay, 'delay', most.delay) }),
    ...(status !== undefined && { status: wholeNumber(status, 'status', { least: 200, most: 599 }) }),
    ...(broken !== undefined && { broken: oneOf(breakages, broken, 'broken') }),
  }
}
