import { isObject } from '../check/resource.ts'
import { shown } from '../report/harmless.ts'
import type { Tried } from './trials.ts'

/** How the server answered, with its own words where it has some: `401: The access token is not known`. */
export const answerOf = (tried: Tried): string => {
  const { response, failure } = tried
  if (!response) return shown(`no answer: ${failure?.message ?? 'unknown'}`)
  const words = wordsOf(tried)
  return `${response.status}${words === '' ? '' : `: ${shown(words, 200)}`}`
}

/**
 * Whether two refusals are the same to the server: status and words, but for names, numbers and ids in them. A
 * server that words all its refusals alike does not tell, so sameness is a hint and difference is the evidence.
 */
export const soundsLike = (a: Tried, b: Tried): boolean => gist(a) === gist(b)

const gist = (tried: Tried): string =>
  [
    String(tried.response?.status ?? tried.failure?.code),
    ...[...textsOf(tried), tried.says.challenge].map(withoutNames),
  ].join(' ')

const withoutNames = (words: string): string =>
  words
    .replace(/["'`“”][^"'`“”]*["'`“”]/g, '*')
    .replace(/[^\s*]*[0-9_/][^\s*]*/g, '*')
    .slice(0, 300)

const wordsOf = (tried: Tried): string => textsOf(tried)[0] ?? ''

/** Where servers put the sentence, and the code. */
const places = ['description', 'error_description', 'message', 'detail', 'title', 'reason', 'code', 'error']

const textsOf = ({ says: { body, challenge } }: Tried): string[] => {
  const json = parsed(body)
  const inside = isObject(json) && isObject(json['error']) ? json['error'] : json
  if (isObject(inside)) return places.map((place) => inside[place]).filter(isText)
  if (isText(json)) return [json]
  const text = /<[a-z!]/i.test(body) ? '' : body.trim()
  return [text, /error(?:_description)?="[^"]*"/.exec(challenge)?.[0]].filter(isText)
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
