import { ExactNumber } from '../core/json.ts'
import type { Outcome } from './answer.ts'

/** A text longer than this is not kept: neither beside its JSON nor in it. A check may hold a hundred answers. */
export const longestText = 64 * 1024

/** An outcome as checks keep it: of long texts only the beginning. */
export function lightened(outcome: Outcome): Outcome {
  if (!('response' in outcome) || outcome.response.text.length <= longestText) return outcome
  const { text, json, ...response } = outcome.response
  return { response: { ...response, text: beginningOf(text), json: withoutLongTexts(json) } }
}

/** A copy: a part of a text would keep the whole of it. */
const beginningOf = (text: string): string => Buffer.from(text.slice(0, 1024)).toString()

/** Nothing else refers to the value, so it is changed where it is. */
function withoutLongTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longestText ? beginningOf(value) : value
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value
  for (const [key, inner] of Object.entries(value)) {
    const light = withoutLongTexts(inner)
    if (light !== inner)
      Object.defineProperty(value, key, {
        value: light,
        writable: true,
        enumerable: true,
        configurable: true,
      })
  }
  return value
}
