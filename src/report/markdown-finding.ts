import type { Grade } from '../core/verdict.ts'
import { commandsFor, explainCommand } from './commands.ts'
import { block, code, escapeMarkdown, htmlCode } from './escape-markdown.ts'
import { exchangeText } from './exchange-text.ts'
import type { Finding, Occurrence } from './finding.ts'
import { examplesOf } from './finding-examples.ts'
import { dependantsInWords, factsOf, otherPlaces, received, symptomLines } from './finding-facts.ts'
import { headOf } from './finding-head.ts'
import { knownInWords } from './known.ts'
import type { ReportOptions } from './options.ts'
import { isUnstable } from './repetition.ts'
import type { RunView } from './view.ts'

/** So much of a body is shown; a summary is read on one page. */
const mostOfBody = 2000

const signs: Record<Grade, string> = { failure: '❌', warning: '⚠️', note: 'ℹ️' }

/** A finding as a row: what was wanted, what came, and where. */
export function rowOf(finding: Finding, { exchanges }: RunView, options: ReportOptions): string {
  const { grade, level, requirement, occurrences } = finding
  const [first] = occurrences
  const exchange = exchanges.get(first.exchange ?? -1)
  const where = first.subject ?? exchange?.operation ?? first.check
  const more = occurrences.length > 1 ? ` and ${occurrences.length - 1} more` : ''
  return cells(
    `${signs[grade]} ${level}${isUnstable(first.repetition) ? ', unstable' : ''}${
      knownInWords(options, first.check) === undefined ? '' : ', known'
    }`,
    `${code(requirement)}<br>${escapeMarkdown(headOf(finding))}`,
    code(first.want),
    code(received(first, exchange)),
    `${code(where)}${more}`,
  )
}

export function cells(...texts: string[]): string {
  return `| ${texts.join(' | ')} |`
}

/** All about a finding, folded: nothing of it shows before it is opened. */
export function detailsOf(finding: Finding, view: RunView, options: ReportOptions): string {
  const { grade, requirement, occurrences } = finding
  const [first] = occurrences
  const exchange = view.exchanges.get(first.exchange ?? -1)
  const facts = factsOf(finding, first, view, options).map(
    ({ name, text, ours }) => `- ${name}: ${ours ? escapeMarkdown(text) : code(text, 1000)}`,
  )
  const shownBy = `- shown by ${code(first.check)}: ${escapeMarkdown(first.title)}`
  const earlier = view.exchanges.get(first.earlier ?? -1)
  const before = earlier && exchangeText(earlier, mostOfBody)
  const { request, answer } = exchange ? exchangeText(exchange, mostOfBody) : {}
  const commands = [...commandsFor(first, exchange, options), explainCommand(requirement)]
  return [
    `<details><summary>${signs[grade]} ${htmlCode(requirement)}</summary>`,
    [
      shownBy,
      ...facts,
      ...further(finding, view),
      ...also(otherPlaces(finding)),
      ...dependants(finding),
    ].join('\n'),
    ...(before === undefined ? [] : [block(before.request), block(before.answer)]),
    ...(request === undefined ? [] : [block(request)]),
    ...(answer === undefined ? [] : [block(answer)]),
    block(commands.map(({ command }) => command).join('\n'), 'sh'),
    '</details>',
  ].join('\n\n')
}

/** Examples of other kinds, and what else is broken for the same cause. */
const further = (finding: Finding, { exchanges }: RunView): string[] => [
  ...examplesOf(finding, exchanges, 5).map((line) => `- example: ${code(line, 1000)}`),
  ...symptomLines(finding, 20).map((line) => `- also: ${code(line, 1000)}`),
]

const dependants = (finding: Finding): string[] => {
  const inWords = dependantsInWords(finding, 20)
  return inWords === undefined ? [] : [`- also: ${code(inWords, 2000)}`]
}

const also = (others: readonly Occurrence[]): string[] => {
  if (others.length === 0) return []
  const named = others
    .slice(0, 5)
    .map(({ check, subject }) => `${code(check)}${subject === undefined ? '' : ` (${code(subject)})`}`)
  const more = others.length > 5 ? ` and ${others.length - 5} more` : ''
  return [`- also: ${named.join(', ')}${more}`]
}
