import { CannotDo, MockConfigurationError, suggestion } from '../core/errors.ts'
import { asObject } from '../core/json.ts'
import { durationOf } from '../core/time.ts'

// Functions that read values from the body or the query of a control request. Each throws CannotDo for a value that it
// does not accept.

export function wholeNumber(value: unknown, what: string, { least = 0, most = 1_000_000_000 } = {}): number {
  const number = typeof value === 'string' && /^[0-9]{1,16}$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most)
    return number
  throw new CannotDo(`${what} is not an integer from ${least} to ${most}`)
}

/** Reads a duration, in milliseconds. */
export function duration(value: unknown, what: string, most: string): number {
  const found = typeof value === 'string' ? durationOf(value) : undefined
  if (found === undefined || found < 0) throw new CannotDo(`${what} is not a duration such as "2s"`)
  if (found > (durationOf(most) ?? 0)) throw new CannotDo(`${what} is longer than ${most}`)
  return found
}

export function text(value: unknown, what: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw new CannotDo(`${what} is not a string, or is empty`)
}

export function texts(value: unknown, what: string): string[] {
  if (Array.isArray(value) && value.every((each): each is string => typeof each === 'string')) return value
  throw new CannotDo(`${what} is not a list of ids`)
}

/** Headers that describe how the message itself is sent. */
const framing = /^(?:connection|content-length|keep-alive|transfer-encoding|upgrade|trailer|te)$/i

/** Reads the names and values of headers. */
export function fields(value: unknown, what: string): Record<string, string> {
  const entries = Object.entries(asObject(value) ?? { '': '' })
  for (const [name, text] of entries) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || typeof text !== 'string' || !/^[\t\x20-\x7e]*$/.test(text))
      throw new CannotDo(`${what} is not an object of header names and strings`)
    if (framing.test(name)) throw new CannotDo(`${what} has ${name}, which the mock sets itself`)
  }
  return Object.fromEntries(entries) as Record<string, string>
}

/** Reads one of the known names. The message of a failure suggests the nearest one. */
export function oneOf<T extends string>(names: readonly T[], value: unknown, what: string): T {
  const found = names.find((name) => name === value)
  if (found !== undefined) return found
  const hint = typeof value === 'string' ? suggestion(value, names, '') : ''
  throw new CannotDo(`${what} is not one of ${names.join(', ')}${hint && `. ${hint}`}`)
}

/** Runs a lookup by name that the command line uses too, and refuses an unknown name in the same words. */
export function named<T>(lookUp: () => T): T {
  try {
    return lookUp()
  } catch (error) {
    if (error instanceof MockConfigurationError) throw new CannotDo(error.message, error.code)
    throw error
  }
}
