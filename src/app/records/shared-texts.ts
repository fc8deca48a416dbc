import { hash } from 'node:crypto'
import { eventsVersion, type RunEvent } from '../../core/events.ts'
import type { HttpRequest } from '../../core/http-request.ts'
import { isObject } from '../../core/json.ts'
import { baseText } from '../../diagnose/signature/base.ts'

// From version 2 on, a record writes a long text once more on a line of its own when it occurs for the second time.
// From there on `{ "text": ID }` stands for it. The base of a signature is left out if it follows from the request. From
// version 3 on, the ID may be a list of parts instead: texts, and `[CHARACTER, TIMES]` for a repeated character.

/** A line of a record that gives a text an id. Lines after it refer to the text. */
export interface TextLine {
  type: 'text'
  id: number
  text: unknown
}

/** The places in events where a reference may stand, by the type of the event. `*` stands for every key. */
const places: Readonly<Record<string, ReadonlyArray<readonly string[]>>> = {
  exchange: [
    ['request', 'url'],
    ['request', 'headers', '*'],
    ['request', 'body'],
    ['request', 'signing', 'components'],
    ['request', 'signing', 'base'],
    ['response', 'headers', '*'],
    ['response', 'body'],
  ],
  observation: [['want'], ['got'], ['circumstances']],
}

/** Shorter texts, in characters, are always written in full. */
const shortest = 24

/** The number of texts that a writer remembers. It writes texts that are new after that in full. */
const mostRemembered = 100_000

/** Longer texts are remembered by their digest. */
const longestKey = 200

/** The number of characters that references of one record may stand for, as a protection against forged records. */
const mostShared = 8 * 1024 ** 3

/** Shorter runs of a character are written in full. */
const shortestRun = 256

/** The number of characters that one list of parts may stand for. */
const longestText = 2 ** 28

/** Returns a function that turns each event of a record into its lines, in order. */
export function createShortener(): (event: RunEvent) => unknown[] {
  /** The ids of texts; 0 for a text that occurred once. */
  const ids = new Map<string, number>()
  let last = 0
  return (event) => {
    const lines: unknown[] = []
    const shorten = (value: unknown): unknown => {
      const written = typeof value === 'string' ? value : JSON.stringify(value)
      if (written === undefined || written.length < shortest) return value
      const key = written.length > longestKey ? hash('sha256', written, 'base64') : written
      const id = ids.get(key)
      if (id === undefined) {
        if (ids.size < mostRemembered) ids.set(key, 0)
        return withoutRuns(value)
      }
      if (id > 0) return { text: id }
      ids.set(key, ++last)
      lines.push({ type: 'text', id: last, text: withoutRuns(value) } satisfies TextLine)
      return { text: last }
    }
    const short = changedIn(withoutBase(event), shorten)
    return event.type === 'run' ? [{ ...event, version: eventsVersion }] : [...lines, short]
  }
}

/**
 * Returns a function that turns each parsed line of a record, in order, into the event that was written. A reference
 * that no line before it gives a text stays as it is, which is no event.
 */
export function createExpander(): (line: unknown) => unknown {
  const texts = new Map<unknown, { text: unknown; length: number }>()
  let shared = 0
  const take = (text: unknown, length: number): boolean => {
    if (text === undefined || shared + length > mostShared) return false
    shared += length
    return true
  }
  const withRuns = (value: unknown): unknown => {
    const text = isObject(value) ? joined(value['text']) : undefined
    return take(text, text?.length ?? 0) ? text : value
  }
  const expand = (value: unknown): unknown => {
    const known = isObject(value) ? texts.get(value['text']) : undefined
    if (!known) return withRuns(value)
    return take(known.text, known.length) ? known.text : value
  }
  return (line) => {
    if (!isTextLine(line)) return withBase(changedIn(line, expand))
    const text = withRuns(line.text)
    texts.set(line.id, { text, length: JSON.stringify(text)?.length ?? 0 })
    return line
  }
}

/** Writes each long run of one character in a text as that character and its number. */
const withoutRuns = (value: unknown): unknown => {
  if (typeof value !== 'string' || value.length < shortestRun) return value
  const parts: Array<string | [string, number]> = []
  let from = 0
  for (const { 0: run, 1: character = '', index } of value.matchAll(runs)) {
    if (index > from) parts.push(value.slice(from, index))
    parts.push([character, run.length])
    from = index + run.length
  }
  if (from === 0) return value
  return { text: from < value.length ? [...parts, value.slice(from)] : parts }
}

const runs = new RegExp(`([^])\\1{${shortestRun - 1},}`, 'g')

/** Joins the parts of a text. Returns undefined if they are not as `withoutRuns` writes them. */
const joined = (parts: unknown): string | undefined => {
  if (!Array.isArray(parts)) return undefined
  let length = 0
  const texts = parts.map((part: unknown) => {
    const [text, times = 1] = typeof part === 'string' ? [part] : Array.isArray(part) ? part : []
    if (typeof text !== 'string' || !Number.isInteger(times) || times < 0) return undefined
    length += text.length * times
    return length > longestText ? undefined : text.repeat(times)
  })
  return texts.includes(undefined) ? undefined : texts.join('')
}

/** Returns true for a line that only gives a text an id. */
export function isTextLine(line: unknown): line is TextLine {
  return isObject(line) && line['type'] === 'text'
}

const changedIn = (event: unknown, change: (value: unknown) => unknown): unknown => {
  const type = isObject(event) ? event['type'] : undefined
  const paths = typeof type === 'string' && Object.hasOwn(places, type) ? places[type] : []
  return (paths ?? []).reduce((changed, path) => changedAt(changed, path, change), event)
}

/** Changes the value at a path. The order of the keys stays, and what does not change is not copied. */
const changedAt = (
  value: unknown,
  [key, ...rest]: readonly string[],
  change: (value: unknown) => unknown,
): unknown => {
  if (key === undefined) return change(value)
  if (!isObject(value)) return value
  const keys = key === '*' ? Object.keys(value) : [key].filter((one) => Object.hasOwn(value, one))
  // The copy has every key as its own, so that one called __proto__ is a key like others.
  let copy: Record<string, unknown> | undefined
  for (const one of keys) {
    const changed = changedAt(value[one], rest, change)
    if (changed === value[one]) continue
    copy ??= { ...value }
    copy[one] = changed
  }
  return copy ?? value
}

const withoutBase = (event: RunEvent): unknown => {
  if (event.type !== 'exchange' || !event.request.signing) return event
  const { base, ...signing } = event.request.signing
  if (baseIn(event.request) !== base) return event
  return { ...event, request: { ...event.request, signing } }
}

/** Adds the base that was left out. A request that has no base is left as it is, so that its line is refused. */
const withBase = (event: unknown): unknown => {
  const request = isObject(event) && event['type'] === 'exchange' ? event['request'] : undefined
  const signing = isObject(request) ? request['signing'] : undefined
  if (!isObject(event) || !isObject(request) || !isObject(signing) || 'base' in signing) return event
  const base = baseIn(request as unknown as SignedTexts)
  return base === undefined ? event : { ...event, request: { ...request, signing: { ...signing, base } } }
}

interface SignedTexts extends Omit<HttpRequest, 'body'> {
  signing?: { label: string; components: readonly string[] }
}

/** Builds the base that follows from a recorded request, or returns undefined if there is none. */
const baseIn = ({ method, url, headers, signing }: SignedTexts): string | undefined => {
  const beginning = `${signing?.label}=`
  const input = headers?.['signature-input']
  if (!signing || typeof input !== 'string' || !input.startsWith(beginning)) return undefined
  try {
    const components = signing.components.map((name) => JSON.stringify(name))
    return baseText({ method, url, headers }, components, input.slice(beginning.length))
  } catch {
    return undefined
  }
}
