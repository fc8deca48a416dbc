import { parsePlainJson } from '../../core/json.ts'

/** The fields in which servers put a sentence or a code. */
const places = ['description', 'error_description', 'message', 'detail', 'title', 'reason', 'code', 'error']

/** Returns the texts in a response, the most telling first: those of the body, or of the challenge of a 401. */
export function serverTexts(body: string, challenge = ''): string[] {
  const json = parsePlainJson(body)
  const fields = fieldsIn(json)
  const inside = fieldsIn(fields?.['error']) ?? fields
  if (inside) return places.map((place) => inside[place]).filter(isText)
  if (isText(json)) return [json]
  const text = /<[a-z!]/i.test(body) ? '' : body.trim()
  return [text, /error(?:_description)?="[^"]*"/.exec(challenge)?.[0]].filter(isText)
}

/** Returns one line of the server's own words, such as `receiver does not exist`, or undefined if there are none. */
export function serverWords(body: string, challenge?: string): string | undefined {
  return serverTexts(body, challenge)[0]
}

const fieldsIn = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null ? { ...value } : undefined

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
