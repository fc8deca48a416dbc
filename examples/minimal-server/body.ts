import { Refusal } from './refusal.ts'

/** The body of a request: an object, and its text. */
export interface Body {
  fields: Record<string, unknown>
  text: string
}

export const bodyOf = (bytes: Buffer): Body => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const fields: unknown = JSON.parse(text)
    if (isObject(fields)) return { fields, text }
  } catch {}
  throw new Refusal(400, 'the body is no JSON object')
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field that has to be there and to be text. */
export const textIn = ({ fields }: Body, name: string): string => {
  const value = fields[name]
  if (typeof value === 'string') return value
  throw new Refusal(400, `${name} is ${value === undefined ? 'missing' : 'no string'}`)
}

/** Metadata as JSON, byte for byte as it came: parsing would round its numbers. */
export const metadataIn = ({ fields, text }: Body): string | undefined => {
  if (fields['metadata'] === undefined) return undefined
  if (!isObject(fields['metadata'])) throw new Refusal(400, 'metadata is no object')
  return memberIn(text, 'metadata')
}

/** Of several members of that name the last, as JSON.parse has it. */
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
