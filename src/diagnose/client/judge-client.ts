import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { CheckEvent, PlannedCheck, RunEvent, RunStarted } from '../../core/events.ts'
import { operationIds } from '../../core/operations.ts'
import type { Redactor } from '../../http/records/redact.ts'
import { mostWrittenDown } from '../../judge/derived-observation.ts'
import { createJudge } from '../../judge/judge.ts'
import { withoutSecrets } from '../../run/record/without-secrets.ts'
import type { Claim } from './claim.ts'
import { type ClientSpecification, clientClaims } from './claims.ts'
import { exchangeOf } from './exchange.ts'
import { type ClientRequest, type ReadRequest, readRequest, type ServerSide } from './request.ts'

export interface JudgingClient {
  specification: ClientSpecification
  /** The first event of the record: what is judged, and where. */
  run: RunStarted
  /** Receives every event in the order of the record. */
  sink: (event: RunEvent) => void
  now: () => Date
}

/** Judges a client by the requests that it sends, and writes the record of that. */
export interface ClientJudge {
  /** Judges a request by what the server has issued so far. The redactor keeps those secrets out of the record. */
  take: (request: ClientRequest, server: () => ServerSide, redactor: Redactor) => void
  /** Writes the verdicts. */
  end: () => void
}

/** The name that the record gives as the cause of every exchange of a client's run. */
const cause = 'client/requests'

export function createClientJudge(judging: JudgingClient): ClientJudge {
  const { specification, sink, now } = judging
  const { catalogue, profile } = specification
  const checks = checksOf(clientClaims(specification), catalogue)
  const judge = createJudge({ requirements: catalogue, profile, passive: [] })
  const write = (event: RunEvent): void => {
    for (const each of [event, ...judge(event)]) sink(each)
  }
  const record: ClientRecord = {
    checks,
    write,
    written: new Map(),
    observed: new Set(),
    undecided: new Map(),
    count: 0,
  }

  write(judging.run)
  write({ type: 'plan', checks: checks.map(({ planned }) => planned) })
  return {
    take(request, server, redactor) {
      try {
        judgeRequest(record, request, server(), redactor)
      } catch (error) {
        const ended = { type: 'check', check: cause, state: 'ended', error: toldOf(error) } as const
        write(withoutSecrets(ended, redactor))
      }
    },
    end() {
      for (const check of checks) write(endOf(check, record))
      write({ type: 'end', outcome: 'complete', at: now().toISOString() })
    },
  }
}

/** The record of a client's run as far as it has been written. */
interface ClientRecord {
  checks: readonly ClientCheck[]
  write: (event: RunEvent) => void
  /** The number of times that each outcome was seen, by check, operation and outcome. */
  written: Map<string, number>
  /** The checks that saw a request they judge. */
  observed: Set<string>
  /** The reasons why checks are not judged, by check. */
  undecided: Map<string, string>
  count: number
}

const judgeRequest = (
  record: ClientRecord,
  request: ClientRequest,
  side: ServerSide,
  redactor: Redactor,
): void => {
  const { checks, write, observed, undecided } = record
  const read = readRequest(request, side)
  record.count++
  const { count } = record
  const times = { number: count, check: cause, sent: count, received: count, milliseconds: 0 }
  write(exchangeOf(read, { ...times, nameOf: side.nameOf }, redactor))
  const outcomes = checks.flatMap((check) => {
    const shown = check.operations.includes(read.operation) ? check.judge(read, side) : undefined
    return shown ? [{ ...shown, check: check.planned.id, requirement: check.requirement }] : []
  })
  // A known flaw explains the refusal.
  const isExplained = outcomes.some(({ outcome }) => outcome === 'broken')
  for (const { check, requirement, outcome, want, got } of outcomes) {
    if (outcome === 'undecided') {
      if (!isExplained && !undecided.has(check)) undecided.set(check, whyUndecided(read))
      continue
    }
    observed.add(check)
    if (!isWrittenDown(record, check, read, outcome)) continue
    const about = { requirement, outcome, want, got, subject: read.operation, exchange: count } as const
    write(withoutSecrets({ type: 'observation', check, ...about }, redactor))
  }
}

const endOf = (
  { planned: { id: check }, shownBy }: ClientCheck,
  { observed, undecided }: ClientRecord,
): CheckEvent => {
  const reason = undecided.get(check)
  return observed.has(check) || reason !== undefined
    ? { type: 'check', check, state: 'ended', ...(reason !== undefined && { reason }) }
    : { type: 'check', check, state: 'skipped', missing: [shownBy] }
}

const whyUndecided = ({ operation, status }: ReadRequest): string =>
  `a ${operation} of the client was refused with ${status}, and the traffic does not show why`

/** Returns true if a claim is to be recorded once more for an operation. */
const isWrittenDown = (
  { written }: ClientRecord,
  check: string,
  { operation }: ReadRequest,
  outcome: 'held' | 'broken',
): boolean => {
  const key = [check, operation, outcome].join(' ')
  const before = written.get(key) ?? 0
  written.set(key, before + 1)
  return before < mostWrittenDown[outcome]
}

/** Describes an error of the harness itself, never one of the client. */
const toldOf = (error: unknown): { message: string; stack?: string | undefined } => {
  if (!(error instanceof Error)) return { message: String(error) }
  return { message: error.message, stack: error.stack }
}

/** A requirement of the client as a check of a run. It sends nothing and judges what the client sends. */
interface ClientCheck extends Claim {
  planned: PlannedCheck
}

function checksOf(claims: readonly Claim[], catalogue: Catalogue): ClientCheck[] {
  return claims
    .map((claim) => ({ ...claim, planned: plannedOf(claim, catalogue) }))
    .sort((a, b) => (a.planned.id < b.planned.id ? -1 : 1))
}

const plannedOf = ({ requirement, operations }: Claim, catalogue: Catalogue): PlannedCheck => ({
  id: clientCheckOf(requirement),
  title: titleOf(catalogue.get(requirement)?.says ?? requirement),
  topic: 'client',
  claims: [requirement],
  operations: operationIds.filter((id) => operations.includes(id)),
  missing: [],
  requests: 0,
})

/** Turns a duty of the server into one of the client: what a server must refuse, a client must not send. */
const titleOf = (says: string): string =>
  says.replace(/ (is|are) refused\.$/, ' $1 never sent').replace(/\.$/, '')

/** Returns the id of the check that judges a requirement of the client. */
export function clientCheckOf(requirement: string): string {
  return `client/${requirement.replace(/^client\./, '').replaceAll('.', '-')}`
}
