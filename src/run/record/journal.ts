import type { RunEvent, VerdictEvent } from '../../core/events.ts'
import type { Redactor } from '../../http/records/redact.ts'
import { createJudge } from '../../judge/judge.ts'
import type { Knowledge } from '../../judge/knowledge.ts'
import { createBound } from './bounded-record.ts'
import { withoutSecrets } from './without-secrets.ts'

/** Writes a run down as it happens; the judge reads along, and can be asked. */
export interface Journal {
  /** Writes an event, without secrets, and what the judge derives from it. */
  write: (event: RunEvent) => void
  /** The verdict on a check, once it has ended. */
  verdictOf: (check: string) => VerdictEvent | undefined
  /** In the order in which the checks ended. */
  verdicts: () => Iterable<VerdictEvent>
}

export function createJournal(
  knowledge: Knowledge,
  redactor: Redactor,
  sink: (event: RunEvent) => void,
): Journal {
  const judge = createJudge(knowledge)
  const bounded = createBound()
  const verdicts = new Map<string, VerdictEvent>()
  return {
    write(told) {
      const event = bounded(withoutSecrets(told, redactor))
      const derived = judge(event)
      for (const each of derived) if (each.type === 'verdict') verdicts.set(each.check, each)
      // What follows from the end comes first, so that `end` is the last line.
      for (const each of event.type === 'end' ? [...derived, event] : [event, ...derived]) sink(each)
    },
    verdictOf: (check) => verdicts.get(check),
    verdicts: () => verdicts.values(),
  }
}
