import { isObject } from '../core/json.ts'

/**
 * Describes a case that is a request for a page of a list: `backwards, a page of 10, at item 11`. Returns undefined for
 * any other case.
 */
export function pageInWords(given: unknown): string | undefined {
  if (!isObject(given)) return undefined
  const { direction, count, item, follow } = given
  if ((direction !== 'forwards' && direction !== 'backwards') || typeof count !== 'number') return undefined
  const at = typeof item === 'number' ? `, at item ${item}` : ''
  const then = follow === 'startCursor' || follow === 'endCursor' ? `, then on from its ${follow}` : ''
  return `${direction}, a page of ${count}${at}${then}`
}
