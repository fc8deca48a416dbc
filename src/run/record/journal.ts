import type { ObservationEvent, RunEvent, VerdictEvent } from '../../core/events.ts'
import type { Redactor } from '../../http/records/redact.ts'
import { createJudge } from '../../judge/judge.ts'
import type { Knowledge } from '../../judge/knowledge.ts'
import { addTo, isFinal, newTally } from '../../judge/tally.ts'
import { verdictOf } from '../../judge/verdict.ts'
import { createBound } from './bounded-record.ts'
import { withoutSecrets } from './without-secrets.ts'

/** Records a run as it happens. The judge reads along, and its verdicts can be asked for. */
export interface Journal {
  /** Writes an event without its secrets, and then the events that the judge derives from it. */
  write: (event: RunEvent) => void
  /**
   * Called when all controls of a check were sent, except those of open batches. Claims that broke by then are certain.
   */
  settled: (check: string, open: ReadonlySet<number>) => void
  /** Returns the verdict on a check, or undefined if the check has not ended. */
  verdictOf: (check: string) => VerdictEvent | undefined
  /** The verdicts, in the order in which the checks ended. */
  verdicts: () => Iterable<VerdictEvent>
}

export function createJournal(
  knowledge: Knowledge,
  redactor: Redactor,
  sink: (event: RunEvent) => void,
  /** Called with the verdict so far as soon as it is certain that a check fails. */
  broken: (verdict: VerdictEvent) => void = () => {},
): Journal {
  const judge = createJudge(knowledge)
  const bounded = createBound()
  const verdicts = new Map<string, VerdictEvent>()
  return {
    write(told) {
      const event = bounded(withoutSecrets(told, redactor))
      const derived = judge(event)
      for (const each of derived) if (each.type === 'verdict') verdicts.set(each.check, each)
      for (const each of [event, ...derived]) if (isFinal(each)) broken(verdictSoFar(each, knowledge))
      // Events that are derived from the end are written before it, so that `end` is the last line.
      for (const each of event.type === 'end' ? [...derived, event] : [event, ...derived]) sink(each)
    },
    settled(check, open) {
      const verdict = judge.soFar(check, open)
      if (verdict.verdict.status === 'failed') broken(verdict)
    },
    verdictOf: (check) => verdicts.get(check),
    verdicts: () => verdicts.values(),
  }
}

/** Returns the verdict on a check of which nothing is known but this observation. */
const verdictSoFar = (observation: ObservationEvent, { requirements }: Knowledge): VerdictEvent => {
  const tally = newTally()
  addTo(tally, observation)
  return verdictOf(observation.check, tally, {}, requirements)
}
