import type { ExchangeEvent } from '../../core/events.ts'
import { isObject, parseJson, sameJson } from '../../core/json.ts'
import type { Evidence } from '../../core/verdict.ts'

/**
 * Returns the member of a response that the words of a piece of evidence name, as a JSON Pointer. For an absent member,
 * returns the place where it should be.
 */
export function placesInResponse({ want, got, resource }: Evidence, { response }: ExchangeEvent): string[] {
  const body = parseJson(response?.body ?? '')
  const [, at, absent] = /^(?:(\/\S+) )?must have (\w+)$/.exec(want) ?? []
  if (absent !== undefined) return [`${at ?? ''}/${absent}`]
  const [pointer] = /^\/\S+/.exec(want) ?? []
  if (pointer !== undefined) return [pointer]
  const objects = objectsIn(body, resource)
  const named = [got, want].flatMap((words) => words.match(/[a-z]+(?:[A-Z][a-z]+)*/g) ?? [])
  for (const name of named) {
    const holder = objects.find(({ value }) => Object.hasOwn(value, name))
    if (holder) return [`${holder.at}/${name}`]
  }
  return objects.flatMap(({ at }) => (at.startsWith('/result/') ? [at] : []))
}

interface Held {
  at: string
  value: object
}

/**
 * Returns the objects that the evidence can be about: the resource itself or, in a list, the item with this id and the
 * pagination.
 */
const objectsIn = (body: unknown, id: string | undefined): Held[] => {
  if (!isObject(body)) return []
  const { result, pagination } = body
  if (!Array.isArray(result)) return [{ at: '', value: body }]
  const index = result.findIndex((item) => isObject(item) && item['id'] === id)
  return [
    ...(index < 0 ? [] : [{ at: `/result/${index}`, value: result[index] }]),
    ...(isObject(pagination) ? [{ at: '/pagination', value: pagination }] : []),
  ]
}

/** Finds the values of a case in the body of the request, as JSON Pointers. */
export function placesInRequest({ given }: Evidence, { request }: ExchangeEvent): string[] {
  const body = parseJson(request.body ?? '')
  if (given === undefined || !isObject(body)) return []
  const whole = placesOf(given, body, '')
  if (whole.length > 0 || !isObject(given)) return whole
  return Object.values(given).flatMap((value) => placesOf(value, body, ''))
}

const placesOf = (wanted: unknown, value: unknown, at: string): string[] => {
  if (at !== '' && sameJson(wanted, value)) return [at]
  const members = isObject(value) || Array.isArray(value) ? Object.entries(value) : []
  return members.flatMap(([name, inner]) => placesOf(wanted, inner, `${at}/${name}`))
}
