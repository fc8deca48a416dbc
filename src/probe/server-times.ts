import { asText, isObject } from '../core/json.ts'
import type { Answer } from '../http/answers/answer.ts'

/** A gateway's clock may be another one than that of what it stands before: by so much it may be off. */
const mostApart = 60_000

/**
 * The server's time when it gave an answer, in milliseconds, by its Date header, or by `ours` if it has none. If the header
 * disagrees with the createdAt of what `created` created, either may be wrong: both times are given.
 */
export function serverTimes(answer: Answer | undefined, created: Answer | undefined, ours: number): number[] {
  const date = dateOf(answer)
  if (Number.isNaN(date)) return [ours]
  const ahead = createdAtOf(created) - dateOf(created)
  return Math.abs(ahead) > mostApart ? [date, date + ahead] : [date]
}

const dateOf = (answer: Answer | undefined): number => Date.parse(answer?.response?.headers['date'] ?? '')

const createdAtOf = (answer: Answer | undefined): number => {
  const json = answer?.response?.json
  return Date.parse(isObject(json) ? asText(json['createdAt']) : '')
}
