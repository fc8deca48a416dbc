import type { RunEvent, RunStarted } from '../../core/events.ts'
import { parsePlainJson } from '../../core/json.ts'
import { loadSchemas } from '../../report/data/json.ts'
import { createExpander, isTextLine } from '../records/shared-texts.ts'
import { Refused } from './statement.ts'

const newline = 0x0a

/**
 * Parses the events of a record line by line. They can be read as often as needed. An incomplete last line is ignored.
 */
export function eventsIn(record: Buffer): Iterable<RunEvent> {
  return {
    *[Symbol.iterator]() {
      const expand = createExpander()
      for (const text of linesOf(record)) {
        const line: unknown = JSON.parse(text)
        const event = expand(line)
        if (!isTextLine(line)) yield event as RunEvent
      }
    },
  }
}

function* linesOf(record: Buffer): Generator<string> {
  let from = 0
  for (let to = record.indexOf(newline); to >= 0; to = record.indexOf(newline, from)) {
    yield record.toString('utf8', from, to)
    from = to + 1
  }
}

/**
 * Returns the first event of a record. Throws Refused if a run would not write such a record, or if something was taken
 * out of it.
 */
export function runIn(record: Buffer): RunStarted {
  const { event: isEvent } = loadSchemas()
  const survey: BundleSurvey = {
    run: undefined,
    planned: undefined,
    isAudited: false,
    numbers: new Set(),
    ticks: new Set(),
    isResumed: false,
    end: undefined,
  }
  let number = 0
  const expand = createExpander()
  for (const text of linesOf(record)) {
    number++
    const line = parsePlainJson(text)
    const event = expand(line)
    // Duplicate keys, and anything else that can be read in two ways, do not survive parsing and writing.
    if (!(isTextLine(line) || isEvent(event)) || JSON.stringify(line) !== text)
      throw new Refused(`line ${number} of its events is not an event as a run writes it`)
    if (!isEvent(event)) continue
    take(survey, event, number)
  }
  if (!survey.run) throw new Refused('its events do not begin with a run')
  if (isWhole(survey)) refuseGaps(survey)
  return survey.run
}

interface BundleSurvey {
  run: RunStarted | undefined
  planned: Set<string> | undefined
  /** Set if every check only judges requests of others. */
  isAudited: boolean
  numbers: Set<number>
  ticks: Set<number>
  isResumed: boolean
  end: 'complete' | 'not judged' | 'interrupted' | undefined
}

const take = (survey: BundleSurvey, event: RunEvent, line: number): void => {
  const refuse = (why: string): never => {
    throw new Refused(`line ${line} of its events ${why}`)
  }
  const { run, planned } = survey
  if (survey.end !== undefined) refuse('stands after the end of the run')
  if ((event.type === 'run') === (run !== undefined)) refuse(run ? 'begins a second run' : 'is not a run')
  if (event.type === 'run') survey.run = event
  else if (event.type === 'plan') {
    if (planned) refuse('is a second plan')
    survey.planned = new Set(event.checks.map(({ id }) => id))
    survey.isAudited = event.checks.every(({ passive }) => passive !== undefined)
  } else if (event.type === 'end') survey.end = event.outcome
  else if (event.type === 'resumed') survey.isResumed = true
  // An audit keeps the exchanges of checks that it leaves out. Exchanges that clients caused belong to a check of their
  // own.
  else if ('check' in event && !run?.judges && !survey.isAudited && !planned?.has(event.check))
    refuse('is of a check that is not in the plan')
  if (event.type !== 'exchange') return
  const { number, sent, received, operation, request } = event
  survey.numbers.add(number)
  survey.ticks.add(sent).add(received)
  const isUnaltered = operation !== undefined && !request.altered?.includes('url')
  if (isUnaltered && !run?.judges && !isBelow(run?.target.baseUrl ?? '', request.url))
    refuse('is a request to another server than its run judges')
}

/**
 * Returns true if a URL is below the base URL. The part after the base URL may be anything that a check sends, and need
 * not make a valid URL.
 */
const isBelow = (baseUrl: string, url: string): boolean =>
  url.startsWith(baseUrl) && (!URL.canParse(url) || new URL(url).origin === originOf(baseUrl))

const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined)

/**
 * Returns true if the record must have every exchange. A run that is killed loses the exchanges under way, and their
 * numbers.
 */
const isWhole = ({ run, end, isResumed }: BundleSurvey): boolean =>
  end === 'complete' && !isResumed && !run?.judges

const refuseGaps = ({ numbers, ticks }: BundleSurvey): void => {
  if (largestOf(numbers) !== numbers.size || largestOf(ticks) !== ticks.size)
    throw new Refused('exchanges are missing from its events')
}

const largestOf = (numbers: Iterable<number>): number => {
  let largest = 0
  for (const number of numbers) largest = Math.max(largest, number)
  return largest
}
