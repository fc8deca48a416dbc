import { plannedCheck } from '../check/kinds/check.ts'
import type { ExchangeEvent, PlannedCheck, RunEvent, RunStarted } from '../core/events.ts'
import { type About, exchangeOf } from '../diagnose/client/exchange.ts'
import type { ReadRequest } from '../diagnose/client/request.ts'
import type { Redactor } from '../http/records/redact.ts'
import type { Knowledge } from '../judge/knowledge.ts'
import { createJournal } from '../run/record/journal.ts'
import type { TrafficOrder } from './captured.ts'

/** The name that the record gives as the cause of the exchanges of others. */
const cause = 'traffic/requests'

interface JudgingServer {
  knowledge: Knowledge
  /** The first event of the record: what is judged, and where. */
  run: RunStarted
  /** Receives every event in the order of the record. */
  sink: (event: RunEvent) => void
  redactor: Redactor
  now: () => Date
}

/** Judges a server by the requests of others. Only checks that send nothing can be judged like that. */
export interface ServerJudge {
  take: (request: ReadRequest, about: Omit<About, 'number' | 'check'>) => void
  /** Records that a request addressed to no operation took these counts. */
  elsewhere: (counts: TrafficOrder, at: Date) => void
  /** Ends the record with the verdicts. */
  end: () => void
}

export function createServerJudge({ knowledge, run, sink, redactor, now }: JudgingServer): ServerJudge {
  const journal = createJournal(knowledge, redactor, sink)
  let number = 0
  journal.write(run)
  const checks = knowledge.passive.map(
    (check): PlannedCheck => ({ ...plannedCheck(check, knowledge.profile), passive: 'listening' }),
  )
  journal.write({ type: 'plan', checks: checks.sort((a, b) => (a.id < b.id ? -1 : 1)) })
  return {
    take(request, about) {
      number++
      const exchange = exchangeOf(request, { ...about, number, check: cause }, redactor)
      journal.write(request.status > 0 ? exchange : unanswered(exchange))
    },
    elsewhere(counts, at) {
      number++
      journal.write(unanswered({ ...nowhere, ...counts, number, at: at.toISOString() }))
    },
    end: () => journal.write({ type: 'end', outcome: 'complete', at: now().toISOString() }),
  }
}

/** The event of a request that is addressed elsewhere. It records nothing but that there was a request. */
const nowhere = {
  type: 'exchange',
  check: cause,
  request: { method: '', url: '', headers: {} },
  milliseconds: 0,
} as const

const unanswered = ({ response: _, ...exchange }: ExchangeEvent): ExchangeEvent => ({
  ...exchange,
  failure: { code: 'unanswered', message: 'the traffic shows no response' },
})
