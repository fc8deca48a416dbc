import type { ExchangeEvent } from '../events.ts'
import type { Grade } from '../verdict.ts'
import { commandsFor } from './commands.ts'
import { dependantsInWords, received, underNames, withWhat } from './finding-facts.ts'
import type { Finding } from './findings.ts'
import { harmless, shown } from './harmless.ts'
import { knownInWords } from './known.ts'
import type { ReportOptions } from './options.ts'
import type { Paint } from './paint.ts'
import { repetitionInWords } from './repetition.ts'
import type { RunView } from './view.ts'

const signs: Record<Grade, string> = { failure: '✗', warning: '!', note: '·' }

/** A finding as a block: what was sent, with what, what was wanted, what came, and how to have it again. */
export const findingText = (
  finding: Finding,
  { run, exchanges }: RunView,
  options: ReportOptions,
  paint: Paint,
): string => {
  const { requirement, level, grade } = finding
  const [first] = finding.occurrences
  const exchange = exchanges.get(first.exchange ?? -1)
  // Which of many requests a passive check saw first differs with concurrency.
  const isPassive = exchange !== undefined && exchange.check !== first.check
  const head = harmless(`${signs[grade]} ${first.title}  [${level} ${requirement}]`)
  const facts = [
    ['sent', exchange && sent(exchange, options.verbose)],
    ['with', isPassive && !options.verbose ? undefined : withWhat(first, exchange)],
    ['subject', first.subject],
    ['sent by', isPassive && options.verbose ? exchange.check : undefined],
    ['expected', first.want],
    ['received', received(first, exchange)],
    ['repeated', first.repetition && repetitionInWords(first.repetition)],
    ['known', knownInWords(options, first.check)],
    ['inferred', finding.inferred ? finding.reading : undefined],
    ['inferred', underNames(finding, run.profile)],
    ['disputed', finding.disputed?.join(' / ')],
    ['also', also(finding, options.verbose)],
    ['also', dependantsInWords(finding, options.verbose ? undefined : 4)],
  ] as const
  const most = options.verbose ? 4000 : 500
  const lines = facts.flatMap(([name, fact]) => (fact ? [[name, shown(fact, most)] as const] : []))
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

const also = ({ occurrences: [first, ...others] }: Finding, verbose: boolean): string | undefined => {
  if (others.length === 0) return undefined
  const places = others.map(({ check, subject = 'once more' }) =>
    check === first.check ? subject : `${check} (${subject})`,
  )
  const named = verbose ? places : places.slice(0, 4)
  const more = places.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
