import type { Session } from '../../src/check/session.ts'
import type { Answer } from '../../src/http/answers/answer.ts'

/** Notes what a response shows about a requirement that is left open. */
export function noteOpen(session: Session, answer: Answer, requirement: string, got: string): void {
  session.observe({ requirement, outcome: 'noted', want: 'left open', got, answer })
}
