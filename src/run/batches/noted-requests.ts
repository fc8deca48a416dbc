import type { Session } from '../../check/session.ts'
import type { Subject } from '../../check/subject.ts'
import { marked } from '../../check/unaccepted-request.ts'
import type { SentInvalid } from './watched-side.ts'

/** Returns the same session, but notes its requests to one operation, and marks them if `nextMark` is given. */
export function noting(
  session: Session,
  operation: Subject['operation'],
  note: (sent: SentInvalid) => void,
  nextMark?: () => string,
): Session {
  return {
    ...session,
    of: (place) => noting(session.of(place), operation, note, nextMark),
    // A request that is sent again was already judged the first time.
    ...(nextMark ? { observe: () => {} } : {}),
    send: async (draft, tamper) => {
      if (draft.operation !== operation) return session.send(draft, tamper)
      const next = nextMark?.()
      const sent = next === undefined ? { draft } : marked(draft, next)
      const answer = await session.send(sent.draft, tamper)
      note({ session, ...sent, answer })
      return answer
    },
  }
}
