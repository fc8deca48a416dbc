import { serverTexts, serverWords } from '../../http/answers/server-words.ts'
import { shown } from '../../report/text/printable.ts'
import type { Target } from '../../target-file/target.ts'
import type { TriedAnswer } from './trials.ts'

/**
 * Returns the status of a response with the server's own words, if there are any: `401: The access token is not known`.
 */
export function answerOf(tried: TriedAnswer): string {
  const { response, failure } = tried
  if (!response) return shown(`no answer: ${failure?.message ?? 'unknown'}`)
  const words = serverWords(tried.says.body, tried.says.challenge)
  return `${response.status}${words === undefined ? '' : `: ${shown(words, 200)}`}`
}

/**
 * Returns true if two refusals are the same to the server: same status and same words, apart from names, numbers and
 * ids in them. A server may use the same words for all refusals, so sameness is only a hint, while a difference is
 * evidence.
 */
export function soundsLike(a: TriedAnswer, b: TriedAnswer): boolean {
  return gist(a) === gist(b)
}

const gist = ({ response, failure, says: { body, challenge } }: TriedAnswer): string =>
  [
    String(response?.status ?? failure?.code),
    ...[...serverTexts(body, challenge), challenge].map(withoutNames),
  ].join(' ')

const withoutNames = (words: string): string =>
  words
    .replace(/["'`“”][^"'`“”]*["'`“”]/g, '*')
    .replace(/[^\s*]*[0-9_/][^\s*]*/g, '*')
    .slice(0, 300)

/** Says of keys that the target lacks whether a run requests their tokens, or skips their checks. */
export function lackingInWords(keys: readonly string[], { grants }: Target): string[] {
  const isRequested = (key: string): boolean => (grants?.book.names(key) ?? []).length > 0
  const told = (isSo: boolean, consequence: string): string[] => {
    const those = keys.filter((key) => isRequested(key) === isSo)
    return those.length > 0 ? [`${those.join(', ')}: ${consequence}`] : []
  }
  return [
    ...told(true, 'a run requests their tokens if it needs them, so they are not examined here'),
    ...told(false, 'not in the target file, so their checks are skipped'),
  ]
}
