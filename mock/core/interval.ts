import { instantOf } from './time.ts'

/** A repeating interval of ISO 8601: consecutive periods, each as long as the first. */
export interface Repeating {
  start: number
  length: Length
  /** The number of repetitions of the first period. R0 is one period. */
  repeats: number
}

/** The length of a period. Months are kept separately because they differ in length. */
interface Length {
  months: number
  milliseconds: number
}

export interface Period {
  from: number
  to: number
}

const day = 86_400_000

/**
 * Parses `R/start/duration`, `R/start/end` or `R/duration/end`. R or R-1 repeats for ever, Rn repeats n times.
 * Undefined if the text is none of these.
 */
export function repeatingOf(text: string): Repeating | undefined {
  const [, count = '', first = '', second = ''] = /^R(-1|\d{0,9})\/([^/]+)\/([^/]+)$/.exec(text) ?? []
  const span = spanOf(first, second)
  const repeats = count === '' || count === '-1' ? Number.POSITIVE_INFINITY : Number(count)
  return span && { ...span, repeats }
}

const spanOf = (first: string, second: string): Omit<Repeating, 'repeats'> | undefined => {
  const [start, end] = [instantOf(first), instantOf(second)]
  if (start !== undefined && end !== undefined) {
    return end > start ? { start, length: { months: 0, milliseconds: end - start } } : undefined
  }
  const length = lengthOf(start === undefined ? first : second)
  if (!length) return undefined
  if (start !== undefined) return { start, length }
  return end === undefined ? undefined : { start: after(end, length, -1), length }
}

const duration =
  /^P(?=.)(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=.)(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?$/

const lengthOf = (text: string): Length | undefined => {
  const parts = duration.exec(text)
  if (!parts) return undefined
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0))
  const milliseconds = (7 * weeks + days) * day + ((hours * 60 + minutes) * 60 + seconds) * 1000
  const length = { months: 12 * years + months, milliseconds }
  return length.months + length.milliseconds > 0 ? length : undefined
}

/** Adds a number of lengths to an instant. If the resulting month lacks the day, its last day is used. */
const after = (instant: number, { months, milliseconds }: Length, times: number): number => {
  const date = new Date(instant)
  const dayOfMonth = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + times * months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(dayOfMonth, last))
  const end = date.getTime() + times * milliseconds
  return Number.isNaN(end) ? Number.POSITIVE_INFINITY : end
}

const averageMonth = 30.436875 * day

/** The period in which an instant lies, or undefined before the first and after the last. */
export function periodAt({ start, length, repeats }: Repeating, instant: number): Period | undefined {
  if (instant < start) return undefined
  const roughly = (instant - start) / (length.months * averageMonth + length.milliseconds)
  let count = Math.max(0, Math.floor(roughly) - 2)
  while (after(start, length, count + 1) <= instant) count += 1
  if (count > repeats) return undefined
  return { from: after(start, length, count), to: after(start, length, count + 1) }
}
