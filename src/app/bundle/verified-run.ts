import type { Suite } from '../../check/suite.ts'
import { ConfigurationError } from '../../core/errors.ts'
import type { RunEvent, RunStarted } from '../../core/events.ts'
import { isObject } from '../../core/json.ts'
import { createRedactor } from '../../http/records/redact.ts'
import { derivedIn, isDerived, isJudged, withJudged } from '../../judge/judged-again.ts'
import { json, readReport } from '../../report/data/json.ts'
import { exitCodeOf, type Strictness } from '../../report/exit-code.ts'
import { type RunView, viewOf } from '../../report/view.ts'
import { knowledgeOf } from '../run/knowledge-of.ts'
import { strictnessAgain } from '../run/known.ts'
import { eventsIn, runIn } from './record.ts'
import { type BundledRun, Refused } from './statement.ts'

/** A run with a report that was made anew from its events. */
export interface VerifiedRun {
  run: RunStarted
  view: RunView
  /** The strictness of the run, according to its report. */
  strictness: Strictness
  exitCode: number
  /** The exit code that the run would have without known failures. Whoever signs a bundle also writes their list. */
  exitCodeWithoutKnown: number
  /** The differences between the bundle and the results that follow from its events. */
  differences: string[]
}

/** Makes the report of a run anew. Throws Refused if that is impossible. */
export function verifiedRun(files: BundledRun, suite: Suite): VerifiedRun {
  try {
    return compared(files, suite)
  } catch (error) {
    if (error instanceof Refused) throw error
    if (error instanceof ConfigurationError) throw new Refused(error.message)
    // The schema of events leaves bodies and cases open. The signer of the bundle may have written anything into them.
    if (error instanceof TypeError || error instanceof RangeError)
      throw new Refused(`its events cannot be judged (${error.message})`)
    throw error
  }
}

const compared = (files: BundledRun, suite: Suite): VerifiedRun => {
  const record = files['events.ndjson']
  const run = runIn(record)
  const events = eventsIn(record)
  const text = files['report.json'].toString()
  const report = readReport(text, 'report.json')
  const knowledge = knowledgeOf(run, suite)
  const derived = [...derivedIn(events, knowledge)]
  const view = viewOf(withJudged(events, derived.filter(isJudged)), knowledge.requirements)
  const strictness = strictnessAgain(report, view, { suite, isInPart: true })
  const { complete, enforce } = strictness
  const anew = createRedactor([]).text(json(view, strictness))
  return {
    run,
    view,
    strictness,
    exitCode: exitCodeOf(view, strictness),
    exitCodeWithoutKnown: exitCodeOf(view, { complete, enforce }),
    differences: [...derivedFlaws(events, derived), ...reportFlaws(text, anew)],
  }
}

const reportFlaws = (text: string, anew: string): string[] => {
  if (text === anew) return []
  const found = differencesBetween(JSON.parse(text), JSON.parse(anew))
  return found.length > 0
    ? found.map((one) => `report.json: ${one}`)
    : ['report.json is not written as op-conformance writes it']
}

/**
 * Lists the verdicts and other results in a record that do not follow from the rest of it. A run that was killed may
 * not have written the last ones.
 */
function derivedFlaws(events: Iterable<RunEvent>, derived: readonly RunEvent[]): string[] {
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
  const statuses = new Map(
    derived.flatMap((event) =>
      event.type === 'verdict' ? [[event.check, event.verdict.status] as const] : [],
    ),
  )
  const wrong = [...left].filter(([, count]) => count > 0 || (count < 0 && isEnded))
  return [...new Set(wrong.map(([text, count]) => sentenceOf(JSON.parse(text), count, statuses)))]
}

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

/** Describes the differences between two JSON values, one line for each place. */
function differencesBetween(stated: unknown, found: unknown, path = ''): string[] {
  if (Array.isArray(stated) && Array.isArray(found)) {
    return keyed(membersOf(stated), membersOf(found), path)
  }
  if (isObject(stated) && isObject(found)) {
    return keyed(new Map(Object.entries(stated)), new Map(Object.entries(found)), path)
  }
  if (Object.is(stated, found)) return []
  return [`${path} is ${inWords(stated)}, but by its events ${inWords(found)}`]
}

type Members = ReadonlyMap<string, unknown>

const keyed = (stated: Members, found: Members, path: string): string[] =>
  [...new Set([...stated.keys(), ...found.keys()])].flatMap((key) =>
    differencesBetween(stated.get(key), found.get(key), path === '' ? key : `${path}.${key}`),
  )

/**
 * Names checks by their id and coverage by its requirement, so that a missing item does not shift all items after it.
 */
const membersOf = (items: readonly unknown[]): Members =>
  new Map(items.map((item, index) => [nameOf(item) ?? `${index + 1}`, item]))

const nameOf = (item: unknown): string | undefined => {
  if (!isObject(item)) return undefined
  const name = item['id'] ?? item['requirement']
  return typeof name === 'string' ? name : undefined
}

const inWords = (value: unknown): string => {
  if (value === undefined) return 'absent'
  return typeof value === 'object' && value !== null ? 'present' : JSON.stringify(value)
}
