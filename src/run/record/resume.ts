import { type Known, learnFrom, learnOfPayment, learnOfReceiver } from '../../check/known.ts'
import type { CheckEvent, ExchangeEvent, PlannedCheck, RunEvent, RunStarted } from '../../core/events.ts'
import { parseJson } from '../../core/json.ts'
import type { IssuedReceiver } from '../../core/receiver.ts'
import type { SentBefore } from '../../http/exchange.ts'
import { isDerived } from '../../judge/judged-again.ts'
import { nothingSpent, type Spent, withPayment } from '../layers/spending.ts'

/** The state of a run that did not end, as its record shows it: how far it came, and what it used up. */
export interface Resumed {
  run: RunStarted
  plan: PlannedCheck[]
  /** The checks that ended. Checks that only began are tried anew. */
  finished: ReadonlySet<string>
  /** The failed checks that were repeated, or that could not be. */
  repeated: ReadonlySet<string>
  /** Set if the record ends as that of a complete run does, and the server was there whenever a check needed it. */
  isComplete: boolean
  spent: Spent
  sent: SentBefore
  issued: IssuedReceiver[]
  /** The resources that were created or seen. */
  known: Map<string, Known>
  /** The recorded events that still count. Events that a judge derived are left out. */
  kept: () => Iterable<RunEvent>
}

/**
 * Reads the state of a run from its record. Returns undefined if the record ends before the plan. `events` is read
 * twice.
 */
export function resumedFrom(events: Iterable<RunEvent>): Resumed | undefined {
  const survey = newSurvey()
  for (const event of events) take(survey, event)
  const { run, plan, start } = survey
  if (!run || !plan) return undefined
  if (start !== undefined) survey.finished.delete(start)
  const isComplete = survey.isComplete && survey.unreached.size === 0
  return { ...survey, isComplete, run, plan, kept: () => keptOf(events, survey) }
}

type ResumeSurvey = Omit<Resumed, 'run' | 'plan' | 'kept' | 'finished' | 'repeated'> & {
  run: RunStarted | undefined
  plan: PlannedCheck[] | undefined
  /** The id of the start. It always runs again when a run is resumed. */
  start: string | undefined
  finished: Set<string>
  repeated: Set<string>
  /** The checks that ended while the server was not there, until their verdict shows that they learned enough. */
  unreached: Set<string>
}

const newSurvey = (): ResumeSurvey => ({
  run: undefined,
  plan: undefined,
  start: undefined,
  finished: new Set(),
  repeated: new Set(),
  unreached: new Set(),
  isComplete: false,
  spent: nothingSpent,
  sent: { requests: 0, exchanges: 0, ticks: 0 },
  issued: [],
  known: new Map(),
})

const take = (survey: ResumeSurvey, event: RunEvent): void => {
  switch (event.type) {
    case 'run':
      survey.run = event
      return
    case 'plan':
      survey.plan = event.checks
      survey.start = event.checks.find(({ topic }) => topic === 'start')?.id
      return
    case 'check':
      takeCheck(survey, event)
      return
    case 'verdict':
      if (!survey.unreached.has(event.check)) return
      if (event.verdict.status === 'inconclusive') survey.finished.delete(event.check)
      else survey.unreached.delete(event.check)
      return
    case 'repeat':
      if (event.state === 'ended' && !event.unreached) survey.repeated.add(event.check)
      return
    case 'exchange':
      takeExchange(survey, event)
      return
    case 'payment':
      survey.spent = withPayment(survey.spent, event)
      return
    case 'receiver':
      survey.issued.push(issuedIn(event))
      learnOfReceiver(survey.known, event.receiver)
      return
    case 'end':
      survey.isComplete = event.outcome !== 'interrupted'
      return
    case 'observation':
    case 'resumed':
    case 'shard':
      return
  }
}

const takeCheck = ({ finished, unreached }: ResumeSurvey, event: CheckEvent): void => {
  if (event.state === 'started') {
    finished.delete(event.check)
    unreached.delete(event.check)
  } else if (event.state === 'ended') {
    finished.add(event.check)
    if (event.unreached) unreached.add(event.check)
  } else if (event.subject === undefined) finished.add(event.check)
}

const issuedIn = ({ kind, receiver, index }: IssuedReceiver): IssuedReceiver => ({
  kind,
  receiver,
  ...(index === undefined ? {} : { index }),
})

const takeExchange = (survey: ResumeSurvey, event: ExchangeEvent): void => {
  const { number, sent, received, operation, request, response } = event
  survey.sent.requests++
  survey.sent.exchanges = Math.max(survey.sent.exchanges, number)
  survey.sent.ticks = Math.max(survey.sent.ticks, sent, received)
  if (operation === undefined) return
  const asked = parseJson(request.body ?? '')
  const status = response?.status ?? 0
  if (operation === 'create-outgoing-payment' && !(status >= 400 && status < 500))
    learnOfPayment(survey.known, asked)
  if (!response || status < 200 || status >= 300) return
  learnFrom(survey.known, { operation, token: request.token, json: parseJson(response.body), asked })
}

function* keptOf(events: Iterable<RunEvent>, { finished, repeated }: ResumeSurvey): Generator<RunEvent> {
  for (const event of events) if (isKept(event, finished, repeated)) yield event
}

/**
 * Exchanges and payments always count, whichever check caused them. All other events of a check count only if the check
 * ended.
 */
const isKept = (event: RunEvent, finished: ReadonlySet<string>, repeated: ReadonlySet<string>): boolean => {
  if (isDerived(event)) return false
  switch (event.type) {
    case 'check':
      return finished.has(event.check)
    case 'observation':
      return event.repeat ? repeated.has(event.check) : finished.has(event.check)
    case 'repeat':
      return repeated.has(event.check)
    case 'end':
      return false
    default:
      return true
  }
}

/** Says how the run to be resumed differs from the record. Returns undefined if it is the same run. */
export function differenceFrom(
  { run, plan }: Pick<Resumed, 'run' | 'plan'>,
  now: Pick<Resumed, 'run' | 'plan'>,
): string | undefined {
  const facts = (one: RunStarted): Array<[string, unknown]> => [
    ['the version of op-conformance', one.harness],
    ['baseUrl', one.target.baseUrl],
    ['walletAddress', one.target.walletAddress],
    ['the profile', [one.profile, one.overrides]],
    ['--seed', one.seed],
    ['--runs', one.runs],
    ['--shard', one.shard],
  ]
  const [differing] = facts(run).filter(
    ([, value], index) => JSON.stringify(value) !== JSON.stringify(facts(now.run)[index]?.[1]),
  )
  if (differing) return `${differing[0]} differs`
  const checksOf = (checks: readonly PlannedCheck[]): string =>
    JSON.stringify(checks.map(({ id, missing, passive }) => [id, missing, passive]))
  return checksOf(plan) === checksOf(now.plan)
    ? undefined
    : 'the checks that are selected, or can run, differ'
}
