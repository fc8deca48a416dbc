import { isObject } from '../../core/json.ts'

/** Where two JSON values differ, and how, a line for each place. */
export function differencesBetween(stated: unknown, found: unknown, path = ''): string[] {
  if (Array.isArray(stated) && Array.isArray(found)) {
    return keyed(membersOf(stated), membersOf(found), path)
  }
  if (isObject(stated) && isObject(found)) {
    return keyed(new Map(Object.entries(stated)), new Map(Object.entries(found)), path)
  }
  if (Object.is(stated, found)) return []
  return [`${path} is ${inWords(stated)}, but by its events ${inWords(found)}`]
}

type Members = ReadonlyMap<string, unknown>

const keyed = (stated: Members, found: Members, path: string): string[] =>
  [...new Set([...stated.keys(), ...found.keys()])].flatMap((key) =>
    differencesBetween(stated.get(key), found.get(key), path === '' ? key : `${path}.${key}`),
  )

/** Checks are compared by id and coverage by requirement, so that one that is left out does not shift all others. */
const membersOf = (items: readonly unknown[]): Members =>
  new Map(items.map((item, index) => [nameOf(item) ?? `${index + 1}`, item]))

const nameOf = (item: unknown): string | undefined => {
  if (!isObject(item)) return undefined
  const name = item['id'] ?? item['requirement']
  return typeof name === 'string' ? name : undefined
}

const inWords = (value: unknown): string => {
  if (value === undefined) return 'absent'
  return typeof value === 'object' && value !== null ? 'present' : JSON.stringify(value)
}
