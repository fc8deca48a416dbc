import { Refusal } from './refusal.ts'

const usual = 7
const most = 25

/** The numbers of a page's items in the order of their creation, and its pagination. */
interface Page {
  numbers: number[]
  pagination: Record<string, string | boolean>
}

/**
 * Returns a page of a list of this length. `first` goes from the newest to the oldest; `last` goes the other way, so
 * that it begins beside the cursor, or with the oldest.
 */
export function pageOf(length: number, query: URLSearchParams): Page {
  const [first, last] = [countIn(query, 'first'), countIn(query, 'last')]
  if (first !== undefined && last !== undefined) throw new Refusal(400, 'either first or last')
  const from = cursorIn(query, length)
  const size = Math.min(first ?? last ?? usual, most)
  if (last === undefined) {
    const newest = (from ?? length) - 1
    const oldest = Math.max(0, newest - size + 1)
    return page(numbersFrom(oldest, newest).reverse(), oldest, newest, length)
  }
  const oldest = from === undefined ? 0 : from + 1
  const newest = Math.min(length - 1, oldest + size - 1)
  return page(numbersFrom(oldest, newest), oldest, newest, length)
}

const page = (numbers: number[], oldest: number, newest: number, length: number): Page => {
  const [start, end] = [numbers.at(0), numbers.at(-1)]
  const cursors =
    start === undefined || end === undefined ? {} : { startCursor: cursorOf(start), endCursor: cursorOf(end) }
  return {
    numbers,
    pagination: { ...cursors, hasNextPage: oldest > 0, hasPreviousPage: newest < length - 1 },
  }
}

const numbersFrom = (oldest: number, newest: number): number[] =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => oldest + index)

const cursorOf = (number: number): string => Buffer.from(`item ${number}`).toString('base64url')

const cursorIn = (query: URLSearchParams, length: number): number | undefined => {
  const cursor = only(query, 'cursor')
  if (cursor === undefined) return undefined
  const [, digits = ''] = /^item ([0-9]{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const number = Number(digits)
  if (cursorOf(number) !== cursor || number >= length) throw new Refusal(400, 'the cursor is unknown')
  return number
}

const countIn = (query: URLSearchParams, name: string): number | undefined => {
  const count = only(query, name)
  if (count === undefined) return undefined
  if (!/^[1-9][0-9]{0,8}$/.test(count)) throw new Refusal(400, `${name} is not a count`)
  return Number(count)
}

/** The value of a parameter that may occur only once. */
export function only(query: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = query.getAll(name)
  if (others.length > 0) throw new Refusal(400, `${name} stands in the query more than once`)
  return value
}
