import { isObject } from '../core/json.ts'

const longest = 40

/**
 * Names a case of a check for a note: `a year ago`, `lists depth 30`, `first -1`. Lists and objects in the case are
 * left out. Returns undefined if there is no case, or if it is a sequence of steps, which has no name.
 */
export function caseInWords(given: unknown): string | undefined {
  if (given === undefined || Array.isArray(given)) return undefined
  if (!isObject(given)) return scalar(given)
  const page = pageInWords(given)
  if (page !== undefined) return page
  const entries = Object.entries(given).filter(([, value]) => !isLarge(value))
  const [only, ...others] = entries
  if (only && others.length === 0) return `${only[0]} ${scalar(only[1])}`
  return entries
    .map(([name, value]) => (typeof value === 'string' ? scalar(value) : `${name} ${scalar(value)}`))
    .join(' ')
}

/**
 * Describes a case that is a request for a page of a list: `backwards, a page of 10, at item 11`. Returns undefined for
 * any other case.
 */
const pageInWords = (given: unknown): string | undefined => {
  if (!isObject(given)) return undefined
  const { direction, count, item, follow } = given
  if ((direction !== 'forwards' && direction !== 'backwards') || typeof count !== 'number') return undefined
  const at = typeof item === 'number' ? `, at item ${item}` : ''
  const then = follow === 'startCursor' || follow === 'endCursor' ? `, then on from its ${follow}` : ''
  return `${direction}, a page of ${count}${at}${then}`
}

const isLarge = (value: unknown): boolean => typeof value === 'object' && value !== null

/** Writes words as they are. A text that could be mistaken for punctuation of the note is put in quotation marks. */
const scalar = (value: unknown, most = longest): string => {
  const isPlain = typeof value === 'string' && /^[\p{L}\d+./_*-][\p{L}\d +./=_*-]*$/u.test(value)
  const text = isPlain ? value : (JSON.stringify(value) ?? '')
  return text.length > most ? `${text.slice(0, most)}…` : text
}

/** The most values of a list that words have room for, and the most characters of a value. */
const mostValues = 4
const mostOfValue = 200

/**
 * Describes a case completely, with lists and objects: `debitAmount 1`, `2 steps: pay debitAmount 5, wait`. The
 * member `do` of a step is its verb.
 */
export function wholeCaseInWords(given: unknown): string {
  if (Array.isArray(given)) {
    if (given.some(isObject)) return `${given.length} steps: ${given.map(wholeCaseInWords).join(', ')}`
    const more = given.length > mostValues ? ` and ${given.length - mostValues} more` : ''
    return `${given.slice(0, mostValues).map(wholeCaseInWords).join(', ')}${more}`
  }
  if (!isObject(given)) return scalar(given, mostOfValue)
  const page = pageInWords(given)
  if (page !== undefined) return page
  const entries = Object.entries(given)
  return entries
    .map(([name, value]) => {
      const text = wholeCaseInWords(value)
      if (isObject(value)) return `${name} (${text})`
      if (name === 'do') return text
      const isNamed =
        'do' in given || entries.length === 1 || (typeof value !== 'string' && name !== 'values')
      return isNamed ? `${name} ${text}` : text
    })
    .join(' ')
}
