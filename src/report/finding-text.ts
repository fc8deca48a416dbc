import type { ExchangeEvent } from '../core/events.ts'
import type { Grade } from '../core/verdict.ts'
import type { Colors } from './colors.ts'
import { commandsFor } from './commands.ts'
import { escapeControl, shown } from './escape-control.ts'
import type { Finding } from './finding.ts'
import { examplesOf } from './finding-examples.ts'
import {
  dependantsInWords,
  exchangeLine,
  otherPlaces,
  received,
  symptomLines,
  underNames,
  withWhat,
  wordsOf,
} from './finding-facts.ts'
import { headOf } from './finding-head.ts'
import { knownInWords } from './known.ts'
import type { ReportOptions } from './options.ts'
import { repetitionInWords } from './repetition.ts'
import type { RunView } from './view.ts'

const signs: Record<Grade, string> = { failure: '✗', warning: '!', note: '·' }

/** A finding as a block: what was sent, with what, what was wanted, what came, and how to have it again. */
export function findingText(
  finding: Finding,
  { run, exchanges }: RunView,
  options: ReportOptions,
  paint: Colors,
): string {
  const { requirement, level, grade, occurrences } = finding
  const [first] = occurrences
  const exchange = exchanges.get(first.exchange ?? -1)
  // Which of many requests a passive check saw first differs with concurrency.
  const isPassive = exchange !== undefined && exchange.check !== first.check
  const head = escapeControl(`${signs[grade]} ${headOf(finding)}  [${level} ${requirement}]`)
  const most = options.verbose ? undefined : 4
  const facts: ReadonlyArray<readonly [name: string, fact: string | undefined]> = [
    ['check', `${first.title} (${first.check})`],
    ['sent', exchange && sent(exchange, options.verbose)],
    ['with', isPassive && !options.verbose ? undefined : withWhat(first, exchange)],
    ['subject', first.subject],
    ['sent by', isPassive && options.verbose ? exchange.check : undefined],
    ['resource', first.resource],
    ['before', exchangeLine(exchanges.get(first.earlier ?? -1))],
    ['expected', first.want],
    ['received', received(first, exchange)],
    ['said', wordsOf(exchange)],
    ['repeated', first.repetition && repetitionInWords(first.repetition)],
    ['known', knownInWords(options, first.check)],
    ['inferred', finding.inferred ? finding.reading : undefined],
    ['inferred', underNames(finding, run.profile)],
    ['disputed', finding.disputed?.join(' / ')],
    ...examplesOf(finding, exchanges, most).map((line) => ['example', line] as const),
    ...symptomLines(finding, most).map((line) => ['also', line] as const),
    ['also', also(finding, options.verbose)],
    ['also', dependantsInWords(finding, most)],
  ]
  const longest = options.verbose ? 4000 : 500
  const lines = facts.flatMap(([name, fact]) => (fact ? [[name, shown(fact, longest)] as const] : []))
  const again = commandsFor(first, exchange, options).map(({ name, command }) => [name, command] as const)
  const block = [...lines, ...again]
  return [
    paint.grade[grade](head),
    ...block.map(([name, fact]) => `    ${paint.faint(name.padEnd(9))} ${fact}`),
  ].join('\n')
}

/** The id in a path is another one in every run; it is shown only where all is asked for. */
const sent = ({ operation, request: { method, url } }: ExchangeEvent, verbose: boolean): string => {
  const reads = operation === 'get-quote' || operation === 'get-incoming-payment'
  return `${method} ${reads && !verbose ? url.replace(/\/[^/?#]*(?=$|[?#])/, '/{id}') : url}`
}

const also = (finding: Finding, verbose: boolean): string | undefined => {
  const [first] = finding.occurrences
  const places = otherPlaces(finding).map(({ check, subject }) => {
    if (subject === undefined) return check
    return check === first.check ? subject : `${check} (${subject})`
  })
  if (places.length === 0) return undefined
  const named = verbose ? places : places.slice(0, 4)
  const more = places.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
