import type { Answer } from '../http/answers/answer.ts'
import { dateOf } from '../http/answers/server-date.ts'
import type { ServerClock } from './session.ts'

/**
 * Returns the server's time when it gave an answer, in milliseconds: that of its clock if the run moves it, otherwise
 * that of the Date header, or NaN. A gateway or a framework may set the header by a clock that is not moved.
 */
export function serverNow(
  { time: { server } }: { time: { server?: ServerClock | undefined } },
  answer: Answer,
): number {
  return server?.now?.() ?? dateOf(answer)
}
