import type { ExchangeEvent } from '../../core/events.ts'
import type { Grade } from '../../core/verdict.ts'
import { commandsFor } from '../commands.ts'
import type { Finding } from '../findings/finding.ts'
import { factsOf, furtherOf } from '../findings/finding-facts.ts'
import { headOf } from '../findings/finding-head.ts'
import type { ReportOptions } from '../options.ts'
import { profileInWords, walletInWords } from '../run-facts.ts'
import { sectionsOf, sectionText } from '../sections.ts'
import { summary } from '../summary.ts'
import type { RunView } from '../view.ts'
import { type Colors, colorsFor } from './colors.ts'
import { escapeControl, shown } from './escape-control.ts'

/**
 * Renders the report for a terminal. Except for the number of requests, it is the same at any concurrency: it is sorted
 * by id, and has no times and no numbers of exchanges.
 */
export function text(view: RunView, options: ReportOptions): string {
  const paint = colorsFor(options.colour)
  const parts = [
    head(view, paint),
    ...view.findings.map((finding) => findingText(finding, view, options, paint)),
    ...sectionsOf(view, options).map((section) => sectionText(section, options.verbose)),
    summary(view, options, paint),
  ]
  return `${parts.join('\n\n')}\n`
}

const head = ({ run }: RunView, paint: Colors): string => {
  const { target, judges } = run
  const profile = `profile   ${shown(profileInWords(run), 2000)}`
  const harness = `op-conformance ${shown(run.harness)}`
  const lines =
    judges !== undefined
      ? [
          `${target.name}${judges === 'client' ? ' of' : ' '} ${target.baseUrl}`,
          profile,
          `harness   ${harness}`,
        ]
      : [
          `${target.name}  ${target.baseUrl}`,
          `wallet    ${shown(walletInWords(target))}`,
          profile,
          `seed      ${run.seed}, ${run.runs} generated cases per property, ${harness}`,
        ]
  const [name = '', ...others] = lines
  return [paint.strong(shown(name)), ...others].join('\n')
}

const signs: Record<Grade, string> = { failure: '✗', warning: '!', note: '·' }

/**
 * Formats a finding as a block: the request and its particulars, the expected and the received response, and the
 * commands that reproduce it.
 */
function findingText(finding: Finding, view: RunView, options: ReportOptions, paint: Colors): string {
  const { requirement, level, grade, occurrences } = finding
  const { verbose } = options
  const [first] = occurrences
  const exchange = view.exchanges.get(first.exchange ?? -1)
  // Concurrency decides which of many requests a passive check saw first, so facts about that request are left out.
  const isPassive = exchange !== undefined && exchange.check !== first.check
  const left = isPassive && !verbose ? ['with', 'sent by'] : []
  const facts = [
    { name: 'check', text: `${first.title} (${first.check})` },
    ...factsOf(finding, first, view, options).filter(({ name }) => !left.includes(name)),
    ...furtherOf(finding, view, verbose ? undefined : 4),
  ].map(({ name, text }) => {
    const line = name === 'sent' && exchange && !verbose ? withoutId(text, exchange) : text
    return [name, shown(line, verbose ? 4000 : 500)] as const
  })
  const again = commandsFor(first, exchange, options).map(({ name, command }) => [name, command] as const)
  return [
    paint.grade[grade](escapeControl(`${signs[grade]} ${headOf(finding)}  [${level} ${requirement}]`)),
    ...[...facts, ...again].map(([name, fact]) => `    ${paint.faint(name.padEnd(9))} ${fact}`),
  ].join('\n')
}

/** Replaces the id in a path, which differs in every run. Only a verbose report shows it. */
const withoutId = (sent: string, { operation }: ExchangeEvent): string =>
  operation === 'get-quote' || operation === 'get-incoming-payment'
    ? sent.replace(/\/[^/?#]*(?=$|[?#])/, '/{id}')
    : sent
