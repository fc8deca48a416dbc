import { parse } from 'tinyduration'

/** A repeating interval of ISO 8601: the start of one period, and the length of every period. */
interface RepeatingInterval {
  anchor: number
  /** Months, kept apart from milliseconds because they differ in length. */
  months: number
  milliseconds: number
}

export function isRepeatingInterval(text: string): boolean {
  return repeatingOf(text) !== undefined
}

/**
 * Returns the start of a period that lies less than `margin` milliseconds from an instant, or undefined if there is
 * none.
 */
export function periodBeginsNear(interval: string, instant: number, margin: number): Date | undefined {
  const repeating = repeatingOf(interval)
  if (!repeating) return undefined
  const { anchor, months, milliseconds } = repeating
  const count = Math.floor((instant - anchor) / (months * averageMonth + milliseconds))
  return [-1, 0, 1, 2]
    .map((further) => after(repeating, count + further))
    .find((begin) => Math.abs(begin.getTime() - instant) < margin)
}

const day = 86_400_000
const averageMonth = 30.436875 * day

/** Parses `R/start/duration`, `R/start/end` or `R/duration/end`, with or without a number of repetitions. */
const repeatingOf = (text: string): RepeatingInterval | undefined => {
  const [, first = '', second = ''] = /^R(?:-1|\d{0,9})\/([^/]+)\/([^/]+)$/.exec(text) ?? []
  const [start, end] = [Date.parse(first), Date.parse(second)]
  if (!Number.isNaN(start) && !Number.isNaN(end))
    return end > start ? { anchor: start, months: 0, milliseconds: end - start } : undefined
  const anchor = Number.isNaN(start) ? end : start
  const length = lengthOf(Number.isNaN(start) ? first : second)
  return Number.isNaN(anchor) || !length ? undefined : { anchor, ...length }
}

const lengthOf = (duration: string): Omit<RepeatingInterval, 'anchor'> | undefined => {
  try {
    const { negative, years = 0, months = 0, weeks = 0, days = 0, ...time } = parse(duration)
    const { hours = 0, minutes = 0, seconds = 0 } = time
    const milliseconds = (7 * weeks + days) * day + ((hours * 60 + minutes) * 60 + seconds) * 1000
    const length = { months: 12 * years + months, milliseconds }
    return negative || length.months + milliseconds === 0 ? undefined : length
  } catch {
    return undefined
  }
}

const after = ({ anchor, months, milliseconds }: RepeatingInterval, count: number): Date => {
  const date = new Date(anchor)
  date.setUTCMonth(date.getUTCMonth() + count * months)
  return new Date(date.getTime() + count * milliseconds)
}
