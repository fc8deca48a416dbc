import type { Requirement } from '../../catalogue/requirement.ts'
import { isObject } from '../../core/json.ts'
import { type OperationId, operationIds } from '../../core/operations.ts'
import { broken, held, type Judging } from './claim.ts'

/**
 * What depends on what the server has, such as whether a receiver is known: there the server's word counts. The duty is
 * broken where the server refused a request for its sake, and kept where it served one that it applies to.
 */
export function stateJudging({ id }: Requirement): Judging | undefined {
  const [operation, ...rest] = id.split('.')
  const own = operationIds.find((name) => name === operation)
  if (!own) return undefined
  const applies = subjectOf(rest)
  return {
    shownBy: `${own}${applies.words} by the client`,
    on: () => [own as OperationId],
    judge: ({ refusal, accepted, json }) => {
      if (refusal?.requirement === id)
        return broken('nothing that the server must refuse', refusal.description)
      return accepted && applies.to(isObject(json) ? json : {}) ? held('served') : undefined
    },
  }
}

interface Subject {
  words: string
  to: (body: Record<string, unknown>) => boolean
}

const amounts = (body: Record<string, unknown>): number =>
  ['debitAmount', 'receiveAmount'].filter((field) => Object.hasOwn(body, field)).length

/** Which bodies a duty is about: those that have the field which the id names. */
const subjectOf = ([part = '', detail]: string[]): Subject => {
  if (part === 'amounts' && detail === 'exclusive')
    return { words: ' with an amount', to: (body) => amounts(body) > 0 }
  if (part === 'amounts') return { words: ' without an amount', to: (body) => amounts(body) === 0 }
  const field =
    part === 'direct' ? 'incomingPayment' : part.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  return { words: ` with ${field}`, to: (body) => Object.hasOwn(body, field) }
}
