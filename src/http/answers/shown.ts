import { isObject, valueAt } from '../../core/json.ts'
import type { Answer } from './answer.ts'

/** Returns the fields that a response shows. A response without a JSON object shows none. */
export function fieldsShown({ response }: Pick<Answer, 'response'>): Record<string, unknown> {
  return isObject(response?.json) ? response.json : {}
}

export function fieldOf(answer: Pick<Answer, 'response'>, name: string): unknown {
  return fieldsShown(answer)[name]
}

export function textIn(answer: Pick<Answer, 'response'>, name: string): string | undefined {
  const value = fieldOf(answer, name)
  return typeof value === 'string' ? value : undefined
}

/** Returns the items of a page, or undefined if the response is no page. */
export function itemsIn(answer: Pick<Answer, 'response'>): unknown[] | undefined {
  const items = fieldOf(answer, 'result')
  return Array.isArray(items) ? items : undefined
}

/** Returns the cursor from which on a list continues after a page, or undefined if there is none. */
export function endCursorIn(answer: Pick<Answer, 'response'>): string | undefined {
  const cursor = valueAt(answer.response?.json, 'pagination', 'endCursor')
  return typeof cursor === 'string' && cursor !== '' ? cursor : undefined
}
