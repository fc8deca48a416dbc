import { instantOf } from './time.ts'

/** A repeating interval of ISO 8601: one period after the other, each as long as the first. */
export interface Repeating {
  start: number
  length: Length
  /** How often the first period is repeated; R0 is one period. */
  repeats: number
}

/** Months differ in length, so they are kept apart. */
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
 * `R/start/duration`, `R/start/end` or `R/duration/end`, where R alone or R-1 repeats for ever and Rn n times; undefined
 * where it is none.
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

/** A number of lengths after an instant; where a month lacks its day, the month's last. */
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

/** The period that an instant lies in; undefined before the first and after the last. */
export function periodAt({ start, length, repeats }: Repeating, instant: number): Period | undefined {
  if (instant < start) return undefined
  const roughly = (instant - start) / (length.months * averageMonth + length.milliseconds)
  let count = Math.max(0, Math.floor(roughly) - 2)
  while (after(start, length, count + 1) <= instant) count += 1
  if (count > repeats) return undefined
  return { from: after(start, length, count), to: after(start, length, count + 1) }
}
