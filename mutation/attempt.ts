import { serveInProcess } from '../src/app/selftest/mocks.ts'
import { loadCatalogue } from '../src/catalogue/catalogue.ts'
import type { EndEvent, ExchangeEvent, RunEvent, VerdictEvent } from '../src/core/events.ts'
import type { Status } from '../src/core/verdict.ts'
import { weightOf } from '../src/selftest/cells.ts'
import { type Came, runChecks } from '../src/selftest/run-checks.ts'
import { loadSuite } from '../suites/load.ts'

export interface Settings {
  seed: number
  /** The number of generated cases per property. */
  runs: number
}

/** A request of the run, and its response. */
export interface Answered {
  check: string
  /** The method and URL. */
  asked: string
  /** The response in full. */
  answer: string
  /** The response without the text of a refusal's body, which the interface leaves open. */
  terms: string
}

/** The responses of the strict mock in a run, and the verdicts on it. */
export interface Strict {
  answers: Answered[]
  statuses: Record<string, Status>
}

/** The result of a mutant's run, compared with that of the strict mock. */
export interface Attempt {
  /** Claims of level MUST or SHOULD that failed, each as check and requirement. */
  noticed: Array<{ check: string; requirement: string }>
  outcome: EndEvent['outcome']
  /** The reason why the run was not judged. */
  sentence?: string
  /** Checks that learned nothing, though they pass the strict mock. */
  undecided: string[]
  /** The first request with another response, apart from texts of refusals. */
  difference?: Difference
  /** Set if only texts of refusals differed. */
  isReworded: boolean
  exchanges: number
  /** Errors of the harness. */
  errors: string[]
}

export interface Difference {
  check: string
  asked: string
  strict: string
  mutant: string
}

/** Runs all checks against the mock as it is loaded in this thread. */
export async function tryStrict(settings: Settings): Promise<Strict> {
  const answers: Answered[] = []
  const { verdicts } = await run(settings, {
    watch: (event) => {
      if (event.type === 'exchange') answers.push(answeredIn(event))
    },
  })
  return {
    answers,
    statuses: Object.fromEntries(verdicts.map(({ check, verdict }) => [check, verdict.status])),
  }
}

/** Runs all checks against a mutant, until the first claim fails. */
export async function tryMutant(settings: Settings, strict: Strict): Promise<Attempt> {
  const compared = comparedWith(strict.answers)
  const enough = new AbortController()
  const noticed: Attempt['noticed'] = []
  let end: Pick<EndEvent, 'outcome' | 'sentence'> = { outcome: 'complete' }
  const { verdicts, exchanges } = await run(settings, {
    signal: enough.signal,
    watch: (event) => {
      if (event.type === 'exchange') compared.add(answeredIn(event))
      if (event.type === 'end') end = event
      noticed.push(...brokenIn(event).filter(({ check }) => strict.statuses[check] !== 'failed'))
      if (noticed.length > 0) enough.abort()
    },
  })
  return {
    noticed,
    outcome: end.outcome,
    ...(end.sentence !== undefined && { sentence: end.sentence }),
    undecided: verdicts.filter((event) => hasLearnedNothing(event, strict)).map(({ check }) => check),
    ...compared.result(enough.signal.aborted),
    exchanges,
    errors: verdicts.flatMap(({ check, verdict }) =>
      verdict.status === 'error' ? [`${check}: ${verdict.message}`] : [],
    ),
  }
}

const catalogue = loadCatalogue()

const run = async (
  settings: Settings,
  watching: { watch: (event: RunEvent) => void; signal?: AbortSignal },
): Promise<Came> => {
  const suite = await loadSuite()
  // Errors of the mock are ignored here: it answers them with 500.
  const passOver = (): void => {}
  return serveInProcess({ profile: 'interface', faults: [] }, passOver, (served) =>
    runChecks({ suite, catalogue }, served, { only: [], ...settings, ...watching }),
  )
}

/** The claims that certainly fail: those of a failed verdict, or broken observations that no control can take back. */
const brokenIn = (event: RunEvent): Attempt['noticed'] => {
  if (event.type === 'verdict' && event.verdict.status === 'failed')
    return event.verdict.evidence
      .filter(({ requirement }) => weighs(requirement))
      .map(({ requirement }) => ({ check: event.check, requirement }))
  if (event.type !== 'observation' || event.outcome !== 'broken' || event.repeat) return []
  const { check, requirement, behind } = event
  return requirement !== undefined && behind === undefined && weighs(requirement)
    ? [{ check, requirement }]
    : []
}

const weighs = (id: string): boolean => {
  const requirement = catalogue.get(id)
  return requirement !== undefined && weightOf(requirement) !== 'note'
}

const hasLearnedNothing = ({ check, verdict: { status } }: VerdictEvent, { statuses }: Strict): boolean =>
  statuses[check] === 'passed' && (status === 'inconclusive' || status === 'skipped')

const answeredIn = ({ check, request, response, failure }: ExchangeEvent): Answered => {
  const answer = JSON.stringify(response ?? failure)
  if (!response || response.status < 400) return { check, asked: askedIn(request), answer, terms: answer }
  const { 'content-length': _, ...headers } = response.headers
  const terms = JSON.stringify({ ...response, headers, body: isJson(response.body) })
  return { check, asked: askedIn(request), answer, terms }
}

const askedIn = ({ method, url }: ExchangeEvent['request']): string => `${method} ${url}`

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * Compares the responses with those of the strict mock in order. Both got the same requests up to the first difference.
 */
const comparedWith = (strict: readonly Answered[]) => {
  let place = 0
  let difference: Difference | undefined
  let isReworded = false
  return {
    add: ({ check, asked, answer, terms }: Answered): void => {
      const before = strict[place++]
      if (answer !== before?.answer) isReworded = true
      if (terms !== before?.terms)
        difference ??= { check, asked, strict: before?.answer ?? 'no request', mutant: answer }
    },
    result: (isPart: boolean) => {
      const next = strict[place]
      if (next && !isPart) difference ??= { ...next, strict: next.answer, mutant: 'no request' }
      return { ...(difference && { difference }), isReworded: isReworded && !difference }
    },
  }
}
