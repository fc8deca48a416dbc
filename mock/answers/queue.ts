import type { OperationId } from '../core/operations.ts'

/** The ways in which a response can be broken. */
export const breakages = ['reset', 'empty', 'garbage', 'cut-off'] as const
export type Breakage = (typeof breakages)[number]

/** An order for the next responses, of one operation or path if it names one. */
export interface AnswerOrder {
  /** The number of matching responses that are sent unchanged first. */
  after?: number
  /** The number of responses that are still to be changed. */
  times: number
  operation?: OperationId
  /** The path with its query, or without one to match any query. */
  path?: string
  /** Milliseconds by which a response is delayed. */
  delay?: number
  /** The status to respond with at once. The request is not processed. */
  status?: number
  /** The body to send with that status, in place of the mock's usual one. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /** The request is processed, and its response is then broken. */
  broken?: Breakage
}

/** The orders for future responses, in the order in which they were given. */
export interface Answers {
  add: (order: AnswerOrder) => void
  all: () => readonly AnswerOrder[]
  clear: () => void
  /** Returns the order for the response to this request, and counts it as carried out. */
  take: (url: string, operation: () => string | undefined) => AnswerOrder | undefined
}

export function createAnswers(): Answers {
  let orders: AnswerOrder[] = []
  return {
    add: (order) => void orders.push({ ...order }),
    all: () => orders,
    clear: () => {
      orders = []
    },
    take(url, operation) {
      if (orders.length === 0) return undefined
      const order = orders.find((each) => isMeant(each, url, operation) && isTurnOf(each))
      if (!order) return undefined
      order.times -= 1
      if (order.times === 0) orders = orders.filter((each) => each !== order)
      return order
    },
  }
}

/** Counts down the responses that precede the order. */
const isTurnOf = (order: AnswerOrder): boolean => {
  if (!order.after) return true
  order.after -= 1
  return false
}

const isMeant = (
  { operation, path }: AnswerOrder,
  url: string,
  addressed: () => string | undefined,
): boolean =>
  (operation === undefined || operation === addressed()) &&
  (path === undefined || path === url || path === url.split('?')[0])
