import { checksInWords, countsOf, coverageInWords, findingsInWords, requestsInWords } from './counts.ts'
import { code, escapeMarkdown, within } from './escape-markdown.ts'
import { type ExitCode, exitCodeOf, whyNotJudged } from './exit-code.ts'
import type { Because } from './folds.ts'
import { knownLines } from './known.ts'
import { cells, detailsOf, rowOf } from './markdown-finding.ts'
import type { ReportOptions } from './options.ts'
import { plural } from './plural.ts'
import { runFacts } from './run-facts.ts'
import { notClaimed, sentenceOf } from './sentence.ts'
import type { RunView } from './view.ts'

/** GitHub refuses a job summary of more than a mebibyte. So many bytes of each part are shown, the gravest first. */
const most = { rows: 250_000, details: 400_000, folded: 50_000 }

/** The report for a job summary: the verdict, a table of the findings, all else folded. */
export function markdown(view: RunView, options: ReportOptions): string {
  const exitCode = exitCodeOf(view, options)
  const parts = [
    `# ${verdict(view, exitCode, options)}`,
    paragraphs(notClaimed(view, exitCode)),
    about(view, options),
    ...findings(view, options),
    ...knownFailures(options),
    ...unjudged(view),
    ...notes(view),
  ]
  return `${parts.join('\n\n')}\n`
}

const marks: Record<ExitCode, string> = { 0: '✅', 1: '❌', 3: '❔', 4: '💥', 130: '✋' }

/** Why a run was not judged may be in words of the server. */
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

const knownFailures = ({ known }: ReportOptions): string[] => {
  const { asKnown, mismatches } = knownLines(known)
  const lines = (all: string[]): string[] => all.map((line) => `- ${code(line, 1000)}`)
  return [
    ...(mismatches.length > 0
      ? ['## Known failures that did not fail as recorded', lines(mismatches).join('\n')]
      : []),
    ...folded('Known failures', lines(asKnown)),
  ]
}

const unjudged = (view: RunView): string[] => [
  ...because('Skipped, and what they need', view.skipped),
  ...because('Left out of checks that ran, and what it needs', view.partly),
  ...because('Inconclusive', view.inconclusive),
  ...errors(view),
  ...notRun(view),
]

const because = (title: string, reasons: readonly Because[]): string[] =>
  folded(
    title,
    reasons.map(({ why, checks }) => {
      const [only = ''] = checks
      return `- ${code(why, 1000)} (${checks.length === 1 ? code(only) : plural(checks.length, 'check')})`
    }),
  )

const errors = ({ checks }: RunView): string[] =>
  folded(
    'Errors of the harness',
    checks.flatMap(({ id, verdict }) =>
      verdict?.status === 'error' ? [`- ${code(id)}: ${code(verdict.message, 1000)}`] : [],
    ),
  )

const notRun = ({ checks }: RunView): string[] =>
  folded(
    'Not run',
    checks.filter(({ verdict }) => !verdict).map(({ id }) => `- ${code(id)}`),
  )

const notes = (view: RunView): string[] =>
  folded(
    'Left open by the interface: what your server does',
    view.notes.map(({ requirement, got, seen }) => {
      const subjects = [...new Set(seen.flatMap(({ subject }) => subject ?? []))]
      const where = subjects.length > 0 ? ` (${subjects.map((subject) => code(subject)).join(', ')})` : ''
      return `- ${code(requirement)}: ${code(got)}${where}`
    }),
  )

/** Nothing where there are no lines. */
const folded = (title: string, lines: readonly string[]): string[] => {
  if (lines.length === 0) return []
  const { shown, left } = within(most.folded, lines)
  const all = [...shown, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n')
  return [`<details><summary>${title} (${lines.length})</summary>\n\n${all}\n\n</details>`]
}
