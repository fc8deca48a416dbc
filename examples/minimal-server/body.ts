import { Refusal } from './refusal.ts'

/** The body of a request: an object, and its text. */
export interface Body {
  fields: Record<string, unknown>
  text: string
}

export function bodyOf(bytes: Buffer): Body {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const fields: unknown = JSON.parse(text)
    if (isObject(fields)) return { fields, text }
  } catch {}
  throw new Refusal(400, 'the body is not a JSON object')
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Refuses fields that a closed body does not have. */
export function expectOnly({ fields }: Body, names: readonly string[]): void {
  const other = Object.keys(fields).find((name) => !names.includes(name))
  if (other !== undefined)
    throw new Refusal(400, `the body has the field ${JSON.stringify(other)}, which it must not have`)
}

/** A required field that holds text. */
export function textIn({ fields }: Body, name: string): string {
  const value = fields[name]
  if (typeof value === 'string') return value
  throw new Refusal(400, `${name} is ${value === undefined ? 'missing' : 'no string'}`)
}

const lastMoment = Date.parse('9999-12-31T23:59:59.999Z')
const dateTime =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i

/** A field that holds a date and time of RFC 3339, in milliseconds. Undefined if it is missing. */
export function momentIn(body: Body, name: string): number | undefined {
  if (body.fields[name] === undefined) return undefined
  const text = textIn(body, name).toUpperCase()
  const [, day = ''] = dateTime.exec(text) ?? []
  const moment = Date.parse(text)
  // Date.parse would read the 30th of February as a day in March, and a year after 9999 has more than four digits.
  if (new Date(day).toJSON()?.slice(0, 10) !== day || moment > lastMoment)
    throw new Refusal(400, `${name} is not a date and time`)
  return moment
}

/** The metadata as JSON, byte for byte as it came, because parsing would round its numbers. */
export function metadataIn({ fields, text }: Body): string | undefined {
  if (fields['metadata'] === undefined) return undefined
  if (!isObject(fields['metadata'])) throw new Refusal(400, 'metadata is not an object')
  return memberIn(text, 'metadata')
}

/** The text of the last member of that name, which is the one that JSON.parse takes. */
const memberIn = (json: string, name: string): string | undefined => {
  let depth = 0
  let key: string | undefined
  let begin = 0
  let found: string | undefined
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]+|\\.)*"|[[\]{},:]/g)) {
    if (depth === 1 && (token === ',' || token === '}') && key === name)
      found = json.slice(begin, index).trim()
    if (depth === 1 && token === ',') key = undefined
    if (depth === 1 && token === ':') begin = index + 1
    if (depth === 1 && key === undefined && token.startsWith('"')) key = JSON.parse(token)
    if (token === '{' || token === '[') depth += 1
    if (token === '}' || token === ']') depth -= 1
  }
  return found
}
