import type { Grade } from '../core/verdict.ts'
import { commandsFor, explainCommand } from './commands.ts'
import { checksInWords, countsOf, coverageInWords, findingsInWords, requestsInWords } from './counts.ts'
import { block, code, escapeMarkdown, htmlCode, within } from './escape-markdown.ts'
import { type ExitCode, exitCodeOf, whyNotJudged } from './exit-code.ts'
import type { Finding } from './findings/finding.ts'
import { factsOf, furtherOf, received } from './findings/finding-facts.ts'
import { headOf } from './findings/finding-head.ts'
import { knownInWords } from './findings/known.ts'
import { isUnstable } from './findings/repetition.ts'
import type { ReportOptions } from './options.ts'
import { runFacts } from './run-facts.ts'
import { type Section, type SectionEntry, sectionsOf } from './sections.ts'
import { exchangeText } from './text/exchange-text.ts'
import { plural } from './text/plural.ts'
import { notClaimed, sentenceOf } from './text/sentence.ts'
import type { RunView } from './view.ts'

/**
 * The largest number of bytes shown of each part, the gravest findings first. GitHub refuses a job summary of more than
 * one mebibyte.
 */
const most = { rows: 250_000, details: 400_000, folded: 50_000 }

/** Renders the report for a job summary: the verdict, a table of the findings, and everything else collapsed. */
export function markdown(view: RunView, options: ReportOptions): string {
  const exitCode = exitCodeOf(view, options)
  const parts = [
    `# ${verdict(view, exitCode, options)}`,
    paragraphs(notClaimed(view, exitCode)),
    about(view, options),
    ...findings(view, options),
    ...sectionsOf(view, options).flatMap(sectionBlocks),
  ]
  return `${parts.join('\n\n')}\n`
}

const marks: Record<ExitCode, string> = { 0: '✅', 1: '❌', 3: '❔', 4: '💥', 130: '✋' }

/** The reason why a run was not judged may contain words of the server, so it is formatted as code. */
const verdict = (view: RunView, exitCode: ExitCode, options: ReportOptions): string => {
  if (exitCode === 3) return `${marks[3]} Not judged\n\n${code(whyNotJudged(view, options) ?? '', 1000)}`
  return `${marks[exitCode]} ${paragraphs(sentenceOf(view, exitCode, options))}`
}

const paragraphs = (text: string): string => text.split('\n').map(escapeMarkdown).join('\n\n')

const about = (view: RunView, options: ReportOptions): string => {
  const facts = runFacts(view, options).map(({ name, text }) => cells(`**${name}**`, code(text, 2000)))
  const counts = countsOf(view)
  const numbers = [
    cells('**checks**', checksInWords(counts)),
    cells('**coverage**', coverageInWords(counts)),
    cells('**requests**', requestsInWords(counts)),
  ]
  const [head = '', ...rest] = facts
  return [head, cells('---', '---'), ...rest, ...numbers].join('\n')
}

const findings = (view: RunView, options: ReportOptions): string[] => {
  if (view.findings.length === 0) return []
  const rows = within(
    most.rows,
    view.findings.map((finding) => rowOf(finding, view, options)),
  )
  const details = within(
    most.details,
    view.findings.map((finding) => detailsOf(finding, view, options)),
  )
  const head = [cells('', 'requirement', 'expected', 'received', 'where'), cells(...Array(5).fill('---'))]
  return [
    `## Findings: ${findingsInWords(countsOf(view))}`,
    [...head, ...rows.shown].join('\n'),
    ...(rows.left > 0 ? [`And ${plural(rows.left, 'more finding')} in report.json.`] : []),
    ...details.shown,
    ...(details.left > 0
      ? [`See report.json for the other ${details.left}, which are not shown in full.`]
      : []),
  ]
}

/** Formats a section. It is collapsed unless it needs attention. */
const sectionBlocks = ({ kind, title, entries }: Section): string[] => {
  const { shown, left } = within(most.folded, entries.map(entryLine))
  const all = [...shown, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n')
  return kind === 'unexpected'
    ? [`## ${title}`, all]
    : [`<details><summary>${title} (${entries.length})</summary>\n\n${all}\n\n</details>`]
}

const entryLine = ({ label, text, checks = [], subjects = [] }: SectionEntry): string => {
  const said = [label, text].flatMap((part) => (part === undefined ? [] : [code(part, 1000)])).join(': ')
  const named =
    checks.length > 1
      ? plural(checks.length, 'check')
      : [...checks, ...subjects].map((one) => code(one)).join(', ')
  return `- ${said}${named === '' ? '' : ` (${named})`}`
}

/** The largest number of characters shown of a body, because a summary should fit on one page. */
const mostOfBody = 2000

const signs: Record<Grade, string> = { failure: '❌', warning: '⚠️', note: 'ℹ️' }

/** Formats a finding as a row: what was expected, what was received, and where. */
function rowOf(finding: Finding, { exchanges }: RunView, options: ReportOptions): string {
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

function cells(...texts: string[]): string {
  return `| ${texts.join(' | ')} |`
}

/** Formats all details of a finding, collapsed. */
function detailsOf(finding: Finding, view: RunView, options: ReportOptions): string {
  const { grade, requirement, occurrences } = finding
  const [first] = occurrences
  const exchange = view.exchanges.get(first.exchange ?? -1)
  const facts = [...factsOf(finding, first, view, options), ...furtherOf(finding, view, 20)]
  const commands = [...commandsFor(first, exchange, options), explainCommand(requirement)]
  return [
    `<details><summary>${signs[grade]} ${htmlCode(requirement)}</summary>`,
    [
      `- shown by ${code(first.check)}: ${escapeMarkdown(first.title)}`,
      ...facts.map(({ name, text, ours }) => `- ${name}: ${ours ? escapeMarkdown(text) : code(text, 1000)}`),
    ].join('\n'),
    ...[view.exchanges.get(first.earlier ?? -1), exchange].flatMap((one) => {
      if (one === undefined) return []
      const { request, answer } = exchangeText(one, mostOfBody)
      return [block(request), block(answer)]
    }),
    block(commands.map(({ command }) => command).join('\n'), 'sh'),
    '</details>',
  ].join('\n\n')
}
