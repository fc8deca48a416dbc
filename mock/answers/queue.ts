import type { OperationId } from '../core/operations.ts'

/** In what way an answer is broken on its way. */
export const breakages = ['reset', 'empty', 'garbage', 'cut-off'] as const
export type Breakage = (typeof breakages)[number]

/** What is to happen to the next answers, of one operation or path where it names one. */
export interface AnswerOrder {
  /** How many answers that it would fit go out unchanged first. */
  after?: number
  /** How many answers are still to come. */
  times: number
  operation?: OperationId
  /** With its query, or without any: then whatever the query is. */
  path?: string
  /** Milliseconds for which an answer is held back. */
  delay?: number
  /** Answered at once in place of the work, which is not done. */
  status?: number
  /** With that status, in place of the mock's own. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /** The work is done, its answer is broken on its way. */
  broken?: Breakage
}

/** The orders for answers to come, in the order in which they were given. */
export interface Answers {
  add: (order: AnswerOrder) => void
  all: () => readonly AnswerOrder[]
  clear: () => void
  /** What is to happen to the answer to this request; counted as done. */
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

/** Counts down what goes before it. */
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
