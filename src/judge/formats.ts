import type { Ajv2020 } from 'ajv/dist/2020.js'
import { uint64Max } from '../amount.ts'

/** Adds the formats of spec/openapi.yaml. */
export const addFormats = (ajv: Ajv2020): Ajv2020 => {
  ajv.addFormat('uint64', isUint64)
  ajv.addFormat('uri', isAbsoluteUri)
  ajv.addFormat('date-time', isDateTime)
  return ajv
}

/** Decimal digits of at most 2^64 - 1. Leading zeros are left open by the interface. */
export const isUint64 = (text: string): boolean => /^[0-9]{1,64}$/.test(text) && BigInt(text) <= uint64Max

/** RFC 3986: a scheme, a colon, and none but its characters. */
export const isAbsoluteUri = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]*:(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9a-f]{2})+$/i.test(text)

const dateTime =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)[Tt](?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)(?:\.\d+)?(?:[Zz]|[+-](?<offsetHour>\d\d):(?<offsetMinute>\d\d))$/

/** RFC 3339, section 5.6: with T and an offset, of a day and time that there are; a leap second is one. */
export const isDateTime = (text: string): boolean => {
  const parts = dateTime.exec(text)?.groups
  if (!parts) return false
  const number = (name: string): number => Number(parts[name] ?? 0)
  const month = number('month')
  return (
    month >= 1 &&
    month <= 12 &&
    number('day') >= 1 &&
    number('day') <= lastDayOf(number('year'), month) &&
    number('hour') <= 23 &&
    number('minute') <= 59 &&
    number('second') <= 60 &&
    number('offsetHour') <= 23 &&
    number('offsetMinute') <= 59
  )
}

/** The calendar repeats every 400 years; a Date takes years below 100 for those of the last century. */
const lastDayOf = (year: number, month: number): number =>
  new Date(Date.UTC((year % 400) + 400, month, 0)).getUTCDate()
