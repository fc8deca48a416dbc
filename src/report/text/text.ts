import type { ExchangeEvent } from '../../core/events.ts'
import { checksInWords, countsOf, coverageInWords, findingsInWords, requestsInWords } from '../counts.ts'
import { type Block, code, fact, paragraph, toned, words } from '../document/document.ts'
import { terminalText } from '../document/terminal.ts'
import { exitCodeOf, type ReportOptions } from '../exit-code.ts'
import type { Finding } from '../findings/finding.ts'
import { type FindingFact, factsOf, furtherOf } from '../findings/finding-facts.ts'
import { commandsFor, headOf, levelInWords, wholeReportCommand } from '../findings/finding-words.ts'
import { type ReportSection, sectionBlock, sectionsOf } from '../sections.ts'
import type { RunView } from '../view.ts'
import {
  budgetInWords,
  notClaimed,
  profileInWords,
  sentencesOf,
  spentInWords,
  walletInWords,
} from './run-words.ts'

/**
 * Renders the report for a terminal. Except for the number of requests, it is the same at any concurrency: it is sorted
 * by id, and has no times and no numbers of exchanges.
 */
export function text(view: RunView, options: ReportOptions): string {
  const blocks = [
    head(view),
    ...view.findings.map((finding) => findingBlock(finding, view, options)),
    ...sectionsOf(view, options)
      .filter(({ kind }) => options.verbose || view.outcome !== 'not judged' || !untried.includes(kind))
      .map((section) => sectionBlock(asFits(section, options), options.verbose)),
    ...summary(view, options),
  ]
  return terminalText({ title: 'Conformance', blocks }, options)
}

/** Sections that say nothing if the run could not begin, because no check was tried. Its cause stands alone then. */
const untried: ReadonlyArray<ReportSection['kind']> = ['skipped', 'partly', 'inconclusive', 'not run']

/** The most notes that are listed without `--verbose`. A run of all checks has about eighty, which would hide findings. */
const mostNotes = 10

const asFits = (section: ReportSection, { verbose, report }: ReportOptions): ReportSection => {
  const { kind, entries } = section
  if (kind !== 'open' || verbose || entries.length <= mostNotes) return section
  return {
    ...section,
    entries: [{ note: `${entries.length} notes, listed by ${wholeReportCommand(report)}` }],
  }
}

const head = (view: RunView): Block => {
  const { run } = view
  const { target, judges } = run
  const name = [words(target.name), judges === 'client' ? ' of ' : '  ']
  const harness = `op-conformance ${run.harness}`
  return {
    kind: 'facts',
    width: 10,
    facts: [
      { values: [toned('strong', [...name, code(target.baseUrl)])] },
      ...(judges === undefined ? [fact('wallet', words(walletInWords(target), 300))] : []),
      fact('profile', words(profileInWords(run), 2000)),
      ...(judges === undefined ? [fact('payments', words(spentInWords(view)))] : []),
      judges === undefined
        ? fact('seed', `${run.seed}, ${run.runs} generated cases per property, ${harness}`)
        : fact('harness', harness),
      ...(run.budget ? [fact('selection', budgetInWords(run.budget))] : []),
    ],
  }
}

/** The most lines of a finding, with its title. `--verbose`, the page and `explain` have everything. */
const mostLines = 8

/** The facts of a finding in the order in which they give way if there are too many, the last one first. */
const byImportance = [
  'expected',
  'received',
  'sent',
  'check',
  'replay',
  'known',
  'repeated',
  'with',
  'before',
  'subject',
  'values',
  'inferred',
  'disputed',
  'so also',
  'also',
  'on',
  'said',
  'resource',
  'case',
]

/**
 * Formats a finding as a block: the request and its particulars, the expected and the received response, and the
 * commands that reproduce it.
 */
function findingBlock(finding: Finding, view: RunView, options: ReportOptions): Block {
  const { requirement, grade, inferred, occurrences } = finding
  const { verbose } = options
  const [first] = occurrences
  const exchange = view.exchanges.get(first.exchange)
  const all = [
    { name: 'check', text: `${first.title} (${first.check})` },
    ...factsOf(finding, first, view, options),
    ...furtherOf(finding, view, verbose ? undefined : 3),
  ]
  const commands = commandsFor(first, view, options).map(({ name, command }) => ({
    name,
    text: command,
  }))
  const facts = verbose ? [...all, ...commands] : inBrief([...all, ...commands], finding, exchange)
  const basis = inferred ? ', inferred]' : ']'
  const title = toned(grade, [headOf(finding), `  [${levelInWords(finding)} `, code(requirement), basis])
  return {
    kind: 'findings',
    width: 10,
    findings: [
      {
        grade,
        title,
        facts: facts.map(({ name, text }) =>
          fact(name, isCommand(name) ? code(text, 4000) : words(text, verbose ? 4000 : 300)),
        ),
      },
    ],
  }
}

const isCommand = (name: string): boolean => name === 'sign' || name === 'replay'

type NamedText = Pick<FindingFact, 'name' | 'text'>

/** Keeps the facts that matter most, in their order. */
const inBrief = (
  facts: readonly NamedText[],
  { occurrences: [first], reading }: Finding,
  exchange: ExchangeEvent | undefined,
): NamedText[] => {
  const isUseful = ({ name, text }: NamedText): boolean => {
    if (name === 'repeated' && (first.trail ?? []).length === 0)
      return first.repetition?.outcome !== 'failed' && first.repetition?.outcome !== 'not made'
    // The request shows its operation, and the brackets of the title say that the requirement is inferred.
    if (name === 'subject') return exchange === undefined
    if (name === 'inferred') return text !== reading
    // Concurrency decides which of many requests a passive check saw first.
    if (name === 'with') return exchange === undefined || exchange.check === first.check
    return byImportance.includes(name)
  }
  const shown = facts
    .filter(isUseful)
    .map((one) => (one.name === 'sent' && exchange ? { ...one, text: withoutId(one.text, exchange) } : one))
  const rank = ({ name }: NamedText): number => byImportance.indexOf(name)
  const kept = [...shown].sort((a, b) => rank(a) - rank(b)).slice(0, mostLines - 1)
  return shown.filter((one) => kept.includes(one))
}

/** Replaces the id in a path, which differs in every run. Only a verbose report shows it. */
const withoutId = (sent: string, { operation }: ExchangeEvent): string =>
  operation === 'get-quote' || operation === 'get-incoming-payment'
    ? sent.replace(/\/[^/?#]*(?=$|[?#])/, '/{id}')
    : sent

/** Summarizes the run: its numbers, the verdict in a sentence, and what the verdict does not claim. */
export function summary(view: RunView, options: ReportOptions): Block[] {
  const exitCode = exitCodeOf(view, options)
  const tone = exitCode === 0 ? 'good' : exitCode === 1 ? 'failure' : 'warning'
  const counts = countsOf(view)
  const facts = [
    fact('Checks', checksInWords(counts)),
    fact('Findings', findingsLine(view)),
    fact('Coverage', coverageLine(view)),
    fact('Requests', requestsInWords(counts)),
  ]
  return [
    { kind: 'facts', facts },
    paragraph(
      ...sentencesOf(view, exitCode, options).map((one) => toned('strong', toned(tone, one))),
      ...notClaimed(view, exitCode).map((one) => toned('faint', one)),
    ),
  ]
}

const findingsLine = (view: RunView): string => {
  const inferred = view.findings.filter((finding) => finding.inferred).length
  const resting = inferred > 0 ? `; ${inferred} based on an interpretation, marked inferred` : ''
  return `${findingsInWords(countsOf(view))}${resting}`
}

const coverageLine = (view: RunView): string => {
  const later = view.coverage.filter((one) => one.later !== undefined && one.state === 'untested').length
  const why = later > 0 ? ` (${later} of them because their checks are not written yet)` : ''
  return `${coverageInWords(countsOf(view))}${why}`
}
