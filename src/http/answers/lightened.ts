import { beginningOf } from '../../core/beginning.ts'
import { ExactNumber } from '../../core/json.ts'
import type { Outcome } from './answer.ts'

/** A text longer than this is not kept: neither beside its JSON nor in it. A check may hold a hundred answers. */
export const longestText = 64 * 1024

/** An outcome as checks keep it: of long texts only the beginning. */
export function lightened(outcome: Outcome): Outcome {
  if (!('response' in outcome) || outcome.response.text.length <= longestText) return outcome
  const { text, json, ...response } = outcome.response
  const light = mayHoldLongText(text) ? withoutLongTexts(json) : json
  return { response: { ...response, text: beginningOf(text, kept), json: light } }
}

const kept = 1024

/** Whether two quotes of a JSON text are so far apart. To go over all of its values takes as long as to parse it. */
const mayHoldLongText = (text: string): boolean => {
  let from = 0
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
    if (text[at - 1] === '\\') continue
    if (at - from > longestText) return true
    from = at
  }
  return text.length - from > longestText
}

/** A copy, as the judge may hold the value. */
function withoutLongTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longestText ? beginningOf(value, kept) : value
  if (Array.isArray(value)) return value.map(withoutLongTexts)
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutLongTexts(inner)]))
}
