import { profileNames } from '../../catalogue/profiles.ts'
import { isObject, parseJson, withoutHeavyMembers } from '../../core/json.ts'
import { once } from '../../core/once.ts'
import { loadOpenApi } from '../../openapi/document.ts'
import { fieldsOf } from '../../openapi/places.ts'
import { longestText } from './lightened.ts'

/**
 * The most items of a list and members of an object that are kept of a long response, because checks and rules hold
 * hundreds of responses. No honest list that fits into a response is so long, and no payment carries so much metadata.
 */
const most = { items: 10_000, members: 1000 }

let latest: { text: string; json: unknown } = { text: '', json: undefined }

/**
 * Parses the JSON of a response and drops its surplus. Members that a specification names and those at either end are
 * always kept. The latest long text yields the same value again: a response is parsed when it arrives, and once more at
 * once to be judged.
 */
export function answerJson(text: string): unknown {
  if (text.length <= longestText) return parseJson(text)
  if (latest.text !== text) latest = { text, json: withoutSurplus(parseJson(withoutHeavyMembers(text))) }
  return latest.json
}

/** Returns the value itself if nothing is dropped. */
const withoutSurplus = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const kept = value.slice(0, most.items).map(withoutSurplus)
    return kept.length === value.length && kept.every((item, at) => item === value[at]) ? value : kept
  }
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value
  const names = Object.keys(value)
  const kept = names.length > most.members ? names.filter(isKept) : names
  const members = kept.map((name) => [name, withoutSurplus(value[name])] as const)
  return members.length === names.length && members.every(([name, member]) => member === value[name])
    ? value
    : Object.fromEntries(members)
}

const isKept = (name: string, at: number, { length }: readonly string[]): boolean =>
  at < most.members || at >= length - most.members || namedFields().has(name)

/** The fields that the specifications of all profiles name. They are read only if a response is so large. */
const namedFields = once(() => {
  const schemas = profileNames().flatMap((name) => Object.values(loadOpenApi(name).components?.schemas ?? {}))
  return new Set(schemas.flatMap(fieldNamesWithin))
})

const fieldNamesWithin = (schema: unknown): string[] => {
  if (Array.isArray(schema)) return schema.flatMap(fieldNamesWithin)
  if (!isObject(schema)) return []
  return [...fieldsOf(schema).map(([name]) => name), ...Object.values(schema).flatMap(fieldNamesWithin)]
}
