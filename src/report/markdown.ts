import type { Grade } from '../core/verdict.ts'
import {
  checksInWords,
  countsOf,
  coverageInWords,
  findingsInWords,
  plural,
  requestsInWords,
} from './counts.ts'
import {
  type Block,
  code,
  type Fact,
  fact,
  folded,
  lineBreak,
  paragraph,
  section,
  type Text,
  words,
} from './document/document.ts'
import { markdownBlock, markdownText, within } from './document/markdown.ts'
import { type ExitCode, exitCodeOf, type ReportOptions, whyNotJudged } from './exit-code.ts'
import { type Finding, isUnstable } from './findings/finding.ts'
import { factsOf, furtherOf, received } from './findings/finding-facts.ts'
import { commandsOf, headOf, knownInWords, levelInWords } from './findings/finding-words.ts'
import { type ReportSection, sectionBlock, sectionsOf } from './sections.ts'
import { exchangeText } from './text/exchange-text.ts'
import { notClaimed, runFacts, sentencesOf } from './text/run-words.ts'
import type { RunView } from './view.ts'

/**
 * The largest number of bytes shown of each part, the gravest findings first. GitHub refuses a job summary of more than
 * one mebibyte.
 */
const most = { rows: 250_000, details: 400_000, folded: 50_000 }

/** Renders the report for a job summary: the verdict, a table of the findings, and everything else collapsed. */
export function markdown(view: RunView, options: ReportOptions): string {
  const exitCode = exitCodeOf(view, options)
  const [sentence = '', ...further] = verdict(view, exitCode, options)
  return markdownText({
    title: [`${marks[exitCode]} `, sentence],
    blocks: [
      paragraph(...further, ...notClaimed(view, exitCode)),
      about(view, options),
      ...findings(view, options),
      ...sectionsOf(view, options).map(withinSummary),
    ],
  })
}

const marks: Record<ExitCode, string> = { 0: '✅', 1: '❌', 3: '❔', 4: '💥', 130: '✋' }

/** The reason why a run was not judged may be long, so it is no part of the title. */
const verdict = (view: RunView, exitCode: ExitCode, options: ReportOptions): Text[] =>
  exitCode === 3
    ? ['Not judged', words(whyNotJudged(view, options) ?? '')]
    : sentencesOf(view, exitCode, options)

const about = (view: RunView, options: ReportOptions): Block => {
  const counts = countsOf(view)
  const facts: Fact[] = [
    ...runFacts(view, options).map(({ name, text }) => fact(name, words(text, 2000))),
    fact('checks', checksInWords(counts)),
    fact('coverage', coverageInWords(counts)),
    fact('requests', requestsInWords(counts)),
  ]
  return { kind: 'facts', facts }
}

const findings = (view: RunView, options: ReportOptions): Block[] => {
  if (view.findings.length === 0) return []
  const rows = within(
    most.rows,
    view.findings.map((finding) => rowOf(finding, view, options)),
    ([...row]) => bytesOf({ kind: 'table', head: [], rows: [row] }),
  )
  const details = within(
    most.details,
    view.findings.map((finding) => detailsOf(finding, view, options)),
    bytesOf,
  )
  return [
    section(
      `Findings: ${findingsInWords(countsOf(view))}`,
      { kind: 'table', head: ['', 'requirement', 'expected', 'received', 'where'], rows: rows.shown },
      ...(rows.left > 0 ? [paragraph(`And ${plural(rows.left, 'more finding')} in report.json.`)] : []),
      ...details.shown,
      ...(details.left > 0
        ? [paragraph(`See report.json for the other ${details.left}, which are not shown in full.`)]
        : []),
    ),
  ]
}

const bytesOf = (block: Block): number => Buffer.byteLength(markdownBlock(block))

const withinSummary = (one: ReportSection): Block => {
  const { shown, left } = within(most.folded, one.entries, (entry) =>
    bytesOf(sectionBlock({ ...one, entries: [entry] }, false)),
  )
  const rest = left > 0 ? [...shown, { note: `and ${left} more` }] : shown
  return sectionBlock({ ...one, entries: rest }, false)
}

/** The largest number of characters shown of a body, because a summary should fit on one page. */
const mostOfBody = 2000

const signs: Record<Grade, string> = { failure: '❌', warning: '⚠️', note: 'ℹ️' }

/** Formats a finding as a row: what was expected, what was received, and where. */
function rowOf(finding: Finding, { exchanges }: RunView, options: ReportOptions): Text[] {
  const { grade, requirement, occurrences } = finding
  const [first] = occurrences
  const exchange = exchanges.get(first.exchange)
  const where = first.subject ?? exchange?.operation ?? first.check
  const more = occurrences.length > 1 ? ` and ${occurrences.length - 1} more` : ''
  const unstable = isUnstable(first.repetition) ? ', unstable' : ''
  const known = knownInWords(options, first.check) === undefined ? '' : ', known'
  return [
    `${signs[grade]} ${levelInWords(finding)}${unstable}${known}`,
    [code(requirement), lineBreak, headOf(finding)],
    words(first.want, 300),
    words(received(first, exchange), 300),
    [code(where), more],
  ]
}

function detailsOf(finding: Finding, view: RunView, options: ReportOptions): Block {
  const { grade, requirement, occurrences } = finding
  const [first] = occurrences
  const facts = [...factsOf(finding, first, view, options), ...furtherOf(finding, view, 20)]
  const items: Text[] = [
    ['shown by ', code(first.check), `: ${first.title}`],
    ...facts.map(({ name, text, ours }) => [`${name}: `, ours ? text : words(text)]),
  ]
  const exchanges = [first.earlier, first.exchange].flatMap((number): Block[] => {
    const one = view.exchanges.get(number)
    if (one === undefined) return []
    const { request, answer } = exchangeText(one, mostOfBody)
    return [
      { kind: 'code', text: request },
      { kind: 'code', text: answer },
    ]
  })
  const commands = commandsOf(finding, view, options)
  return folded(
    [`${signs[grade]} `, code(requirement)],
    { kind: 'list', items: items.map((text) => ({ text })) },
    ...exchanges,
    { kind: 'code', text: commands.map(({ command }) => command).join('\n'), language: 'sh' },
  )
}
