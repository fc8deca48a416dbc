import { beginningOf } from '../../core/beginning.ts'
import { ExactNumber } from '../../core/json.ts'
import type { Outcome } from './answer.ts'

/**
 * The length of the longest text that is kept, be it a body or a text in its JSON. A check may hold a hundred
 * responses.
 */
export const longestText = 64 * 1024

/** Returns an outcome in the form that checks keep: only the beginning is left of long texts. */
export function lightened(outcome: Outcome): Outcome {
  if (!('response' in outcome) || outcome.response.text.length <= longestText) return outcome
  const { text, json, ...response } = outcome.response
  const light = mayHoldLongText(text) ? withoutLongTexts(json) : json
  return { response: { ...response, text: beginningOf(text, kept), json: light } }
}

const kept = 1024

/**
 * Returns true if two quotes of a JSON text are so far apart that it may hold a long text. Going over all of its values
 * would take as long as parsing it.
 */
const mayHoldLongText = (text: string): boolean => {
  let from = 0
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
    if (text[at - 1] === '\\') continue
    if (at - from > longestText) return true
    from = at
  }
  return text.length - from > longestText
}

/** Returns a copy, because the judge may hold the value. */
function withoutLongTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longestText ? beginningOf(value, kept) : value
  if (Array.isArray(value)) return value.map(withoutLongTexts)
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutLongTexts(inner)]))
}
