import { type AnswerOrder, breakages } from '../answers/queue.ts'
import { CannotDo } from '../core/errors.ts'
import type { JsonObject } from '../core/json.ts'
import type { Control, Controlled } from './control.ts'
import { duration, fields, oneOf, text, wholeNumber } from './reading.ts'

const path = '/answers'

/** Limits of an order. A larger number would be a mistake. */
const most = { orders: 100, times: 1000, delay: '10m' }

/** Orders the mock to delay, replace or break its next responses. */
export const orderAnswers: Control = {
  method: 'post',
  path,
  keys: ['after', 'times', 'operation', 'path', 'delay', 'status', 'body', 'headers', 'broken'],
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
  work: (controlled) => shownOrders(controlled),
}

export const forgetAnswers: Control = {
  method: 'delete',
  path,
  work: (controlled) => {
    controlled.answers.clear()
    controlled.feed.tell('answers', shownOrders(controlled))
    return shownOrders(controlled)
  },
}

const shownOrders = (controlled: Controlled) => ({ orders: ordersOf(controlled) })

/** The orders that are still to be carried out, in the form in which they were given. */
export function ordersOf({ answers }: Pick<Controlled, 'answers'>): object[] {
  return answers.all().map(({ delay, ...order }) => ({
    ...order,
    ...(delay !== undefined && { delay: `${delay}ms` }),
  }))
}

const orderIn = ({ setup }: Controlled, body: JsonObject): AnswerOrder => {
  const { after, times, operation, path: below, delay, status, body: content, headers, broken } = body
  if (delay === undefined && status === undefined && broken === undefined) {
    throw new CannotDo('The order is empty. Give at least one of delay, status and broken')
  }
  if (status === undefined && (content !== undefined || headers !== undefined)) {
    throw new CannotDo('body and headers need a status. They are returned without processing the request')
  }
  const operations = setup.served.map(({ route }) => route.operation)
  return {
    ...(after !== undefined && { after: wholeNumber(after, 'after', { most: most.times }) }),
    times: times === undefined ? 1 : wholeNumber(times, 'times', { least: 1, most: most.times }),
    ...(operation !== undefined && { operation: oneOf(operations, operation, 'operation') }),
    ...(below !== undefined && { path: text(below, 'path') }),
    ...(delay !== undefined && { delay: duration(delay, 'delay', most.delay) }),
    ...(status !== undefined && { status: wholeNumber(status, 'status', { least: 200, most: 599 }) }),
    ...(content !== undefined && { body: content }),
    ...(headers !== undefined && { headers: fields(headers, 'headers') }),
    ...(broken !== undefined && { broken: oneOf(breakages, broken, 'broken') }),
  }
}
