import { isObject } from '../core/json.ts'
import { didYouMean } from './nearest.ts'
import { specProblem } from './spec-file.ts'

/** A mapping of a file under spec/, with the place that error messages name. */
export interface Mapping {
  place: string
  values: Record<string, unknown>
}

/** Throws unless the value is a mapping with known keys only. */
export function mappingOf(value: unknown, place: string, known?: readonly string[]): Mapping {
  if (!isObject(value)) throw specProblem(place, 'is not a mapping')
  const values = Object.fromEntries(Object.entries(value))
  const unknown = known && Object.keys(values).find((key) => !known.includes(key))
  if (unknown !== undefined) {
    throw specProblem(place, `"${unknown}" is not a known field${didYouMean(unknown, known ?? [])}`)
  }
  return { place, values }
}

export function listOf(value: unknown, place: string): unknown[] {
  if (!Array.isArray(value)) throw specProblem(place, 'is not a list')
  return value
}

export function optionalText({ place, values }: Mapping, key: string): string | undefined {
  const value = values[key]
  if (value === undefined || (typeof value === 'string' && value.trim() !== '')) return value
  throw specProblem(place, `${key} is not text`)
}

export function text(mapping: Mapping, key: string): string {
  const value = optionalText(mapping, key)
  if (value === undefined) throw specProblem(mapping.place, `${key} is missing`)
  return value
}

export function oneOf<T extends string>(mapping: Mapping, key: string, allowed: readonly T[]): T {
  const value = text(mapping, key)
  const found = allowed.find((word) => word === value)
  if (found === undefined) throw specProblem(mapping.place, `${key} is none of ${allowed.join(', ')}`)
  return found
}

export function wholeNumber({ place, values }: Mapping, key: string): number {
  const value = values[key]
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value
  throw specProblem(place, `${key} is ${value === undefined ? 'missing' : 'not a whole number'}`)
}

/** Reads a list of distinct texts. It must not be empty. */
export function optionalTexts({ place, values }: Mapping, key: string): string[] | undefined {
  const value = values[key]
  if (value === undefined) return undefined
  const texts = listOf(value, `${place}: ${key}`).filter((word) => typeof word === 'string')
  if (!Array.isArray(value) || texts.length !== value.length || texts.length === 0) {
    throw specProblem(place, `${key} is not a list of texts`)
  }
  const twice = texts.find((word, index) => texts.indexOf(word) !== index)
  if (twice !== undefined) throw specProblem(place, `${key} names "${twice}" twice`)
  return texts
}

/** Reads a field by this function if the mapping has it, and returns it as the member of an object. */
export function optionalPart<K extends string, V>(
  { place, values }: Mapping,
  key: K,
  read: (value: unknown, place: string) => V,
): { [P in K]?: V } {
  return given(key, values[key] === undefined ? undefined : read(values[key], `${place}: ${key}`))
}

/** Returns `{ [key]: value }`, or an empty object if there is no value. */
export function given<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: V }
}
