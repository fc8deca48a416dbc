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

/**
 * Returns the objects that the evidence can be about: the resource itself or, in a list, the item with this id and the
 * pagination.
 */
const objectsIn = (body: unknown, id: string | undefined): { at: string; value: object }[] => {
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

/** A line of an indented JSON text, with the place of its value as a JSON Pointer. */
export interface JsonLine {
  text: string
  pointer: string
}

/** The greatest depth at which indentation still helps a reader. */
const mostDepth = 30

/**
 * Splits a JSON text into a line for each value. Every token stays as it came, including digits, escapes and duplicate
 * keys. Returns undefined if the text is not JSON or is nested too deeply to be read.
 */
export function jsonLines(text: string): JsonLine[] | undefined {
  if (parseJson(text) === undefined) return undefined
  const tokens = text.match(token) ?? []
  const lines: JsonLine[] = []
  let at = 0
  const put = (depth: number, line: string, pointer: string): void =>
    void lines.push({ text: '  '.repeat(depth) + line, pointer })

  const write = (depth: number, before: string, pointer: string): void => {
    const first = tokens[at++] ?? ''
    const close = closing[first]
    if (close === undefined) put(depth, before + first, pointer)
    else if (tokens[at] === close) put(depth, before + first + tokens[at++], pointer)
    else {
      put(depth, before + first, pointer)
      for (let index = 0; tokens[at - 1] !== close; index++)
        writeMember(depth + 1, first, `${pointer}/`, index)
      put(depth, close, pointer)
    }
  }

  const writeMember = (depth: number, within: string, pointer: string, index: number): void => {
    const name = within === '{' ? tokens[at] : undefined
    if (name !== undefined) at += 2
    write(
      depth,
      name === undefined ? '' : `${name}: `,
      pointer + (name === undefined ? index : JSON.parse(name)),
    )
    const last = lines.at(-1)
    if (tokens[at] === ',' && last) last.text += ','
    at++
  }

  if (depthOf(tokens) > mostDepth) return undefined
  write(0, '', '')
  return lines
}

const closing: Readonly<Record<string, string | undefined>> = { '{': '}', '[': ']' }

const token = /"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/gs

const depthOf = (tokens: readonly string[]): number => {
  let depth = 0
  let deepest = 0
  for (const one of tokens) {
    if (one === '{' || one === '[') depth++
    else if (one === '}' || one === ']') depth--
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
