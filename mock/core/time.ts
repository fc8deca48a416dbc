const dateTime =
  /^(\d{4})-(\d{2})-(\d{2})(?:T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/

/** Parses a date (its midnight, UTC) or a date-time with an offset. Undefined if the text is neither. */
export function instantOf(text: string): number | undefined {
  const [, year, month, day] = dateTime.exec(text) ?? []
  if (day === undefined) return undefined
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const exists = date.toISOString().startsWith(`${year}-${month}-${day}T`)
  return exists ? Date.parse(text) : undefined
}

const internetTime =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:([0-5]\d)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i

const earliest = Date.parse('0000-01-01T00:00:00Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Parses a date-time of RFC 3339, to the millisecond. Undefined if the text is not one, or if its year in UTC is out of
 * range.
 */
export function dateTimeOf(text: string): number | undefined {
  const [, date] = internetTime.exec(text) ?? []
  if (date === undefined || instantOf(date) === undefined) return undefined
  const instant = Date.parse(text.toUpperCase().replace(/(\.\d{3})\d+/, '$1'))
  return instant >= earliest && instant <= latest ? instant : undefined
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * Parses a duration such as `500ms`, `65s`, `2h` or, for a time before an event, `-1h`. Returns milliseconds, or
 * undefined if the text is not a duration.
 */
export function durationOf(text: string): number | undefined {
  const [, sign, count, unit = ''] = /^(-?)(0|[1-9][0-9]{0,8})(ms|s|m|h|d)$/.exec(text) ?? []
  const factor = units[unit]
  if (count === undefined || factor === undefined) return undefined
  return (sign === '-' ? -1 : 1) * Number(count) * factor
}

export function showTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
