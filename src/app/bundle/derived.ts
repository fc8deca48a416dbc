import type { RunEvent } from '../../core/events.ts'
import { isDerived } from '../../judge/judge.ts'

/**
 * What a record says of verdicts and of other results that follow from it, where these do not follow. A run that was killed
 * may not have written the last of them.
 */
export function derivedFlaws(events: Iterable<RunEvent>, derived: readonly RunEvent[]): string[] {
  const left = new Map<string, number>()
  const count = (event: RunEvent, by: number): void => {
    const text = JSON.stringify(event)
    left.set(text, (left.get(text) ?? 0) + by)
  }
  let isEnded = false
  for (const event of events) {
    if (isDerived(event)) count(event, 1)
    if (event.type === 'end') isEnded = true
  }
  for (const event of derived) count(event, -1)
  const statuses = statusesIn(derived)
  const wrong = [...left].filter(([, count]) => count > 0 || (count < 0 && isEnded))
  return [...new Set(wrong.map(([text, count]) => sentenceOf(JSON.parse(text), count, statuses)))]
}

const statusesIn = (derived: readonly RunEvent[]): ReadonlyMap<string, string> =>
  new Map(
    derived.flatMap((event) =>
      event.type === 'verdict' ? [[event.check, event.verdict.status] as const] : [],
    ),
  )

const sentenceOf = (event: RunEvent, count: number, statuses: ReadonlyMap<string, string>): string => {
  const check = 'check' in event ? event.check : ''
  if (event.type !== 'verdict')
    return `${check}: its recorded ${event.type}s are not those that follow from its exchanges`
  const again = statuses.get(check) ?? 'no verdict'
  if (count < 0) return `${check}: judged again ${again}, but not recorded so`
  return again === event.verdict.status
    ? `${check}: recorded as ${again}, but with other details`
    : `${check}: recorded as ${event.verdict.status}, judged again ${again}`
}
