import type { Grade } from '../../core/verdict.ts'
import { countsOf, plural, requestsInWords } from '../counts.ts'
import {
  anchored,
  type Block,
  bar,
  type Conclusion,
  code,
  fact,
  lineBreak,
  paragraph,
  type Section,
  type Text,
  toned,
  words,
} from '../document/document.ts'
import { documentPage } from '../document/page.ts'
import { type ExitCode, exitCodeOf, type ReportOptions } from '../exit-code.ts'
import { type ReportSection, sectionBlock, sectionsOf } from '../sections.ts'
import { notClaimed, runFacts, sentencesOf } from '../text/run-words.ts'
import type { RunView } from '../view.ts'
import { checksSection } from './checks.ts'
import { areasOf, coverageSection, sharesOf } from './coverage.ts'
import { findingAnchors, findingCard } from './finding.ts'
import { moneySection } from './money.ts'
import { timelineSection } from './timeline.ts'

/**
 * Renders the report as one self-contained page. It loads nothing, and everything that the target said is plain text.
 */
export function page(view: RunView, options: ReportOptions): string {
  const sections = sectionsOf(view, options)
  const exitCode = exitCodeOf(view, options)
  const [sentence = '', ...further] = [...sentencesOf(view, exitCode, options), ...notClaimed(view, exitCode)]
  return documentPage({
    title: sentence,
    verdict: verdictOf(view, further, exitCode, options),
    blocks: [
      findingsSection(view, options),
      ...partOf('known', 'Known failures', sections),
      coverageSection(view),
      ...partOf('unjudged', 'Not judged, and why', sections),
      ...openPoints(view),
      ...timelineSection(view),
      ...moneySection(view),
      checksSection(view),
    ],
  })
}

const results: Record<ExitCode, Conclusion['result']> = {
  0: 'good',
  1: 'failure',
  3: 'unjudged',
  4: 'error',
  130: 'stopped',
}

const verdictOf = (
  view: RunView,
  further: readonly Text[],
  exitCode: ExitCode,
  options: ReportOptions,
): Conclusion => ({
  result: results[exitCode],
  of: ['Conformance of ', toned('strong', words(view.run.target.name))],
  further,
  figures: figuresOf(view),
  facts: [
    ...runFacts(view, options)
      .filter(({ name }) => name !== 'target')
      .map(({ name, text }) => fact(name, words(text))),
    fact('requests', requestsInWords(countsOf(view))),
  ],
})

const figuresOf = (view: RunView): Conclusion['figures'] => {
  const { findings, checks, coverage } = countsOf(view)
  const inferred = view.findings.filter((finding) => finding.inferred).length
  const covered = areasOf(view.coverage, view.findings).flatMap(({ requirements }) => requirements)
  const notRun = checks['not run']
  return [
    {
      main: plural(findings.failure, 'failure'),
      rest: [
        `${plural(findings.warning, 'warning')}, ${plural(findings.note, 'note')}`,
        inferred > 0 ? `, ${inferred} based on an interpretation` : '',
      ],
    },
    {
      main: `${checks.passed} of ${view.checks.length} checks passed`,
      rest: [
        `${checks.failed} failed, ${checks.skipped} skipped, ${checks.inconclusive} inconclusive`,
        checks.error > 0 ? `, ${checks.error} error` : '',
        notRun > 0 ? `, ${notRun} not run` : '',
      ],
    },
    {
      main: `${coverage.judged} of ${view.coverage.length} requirements judged`,
      rest: [
        `${coverage['not exercised']} not exercised, ${coverage.untested} untested`,
        bar(sharesOf(covered)),
      ],
    },
  ]
}

/** The number of findings that a reader can survey without a filter. */
const atAGlance = 4

const sorts: ReadonlyArray<readonly [Grade, string]> = [
  ['failure', 'failures'],
  ['warning', 'warnings'],
  ['note', 'notes'],
]

/** Lists the findings, the gravest first. */
const findingsSection = (view: RunView, options: ReportOptions): Section => {
  const present = sorts.filter(([grade]) => view.findings.some((finding) => finding.grade === grade))
  const anchors = findingAnchors(view.findings)
  const list: Block = {
    kind: 'findings',
    findings: view.findings.map((finding, index) =>
      findingCard(finding, anchors[index] ?? '', view, options),
    ),
    ...(view.findings.length > atAGlance && {
      filter: { label: 'Filter findings', sorts: present, grouping: ['cause', 'operation'] },
    }),
  }
  const none = paragraph(toned('faint', 'No observation contradicts a requirement.'))
  const shown = view.findings.length === 0 ? none : list
  return anchored('findings', `Findings (${view.findings.length})`, shown)
}

/** The sections of a report that stand together on a page. */
const together: Record<'known' | 'unjudged', ReadonlyArray<ReportSection['kind']>> = {
  known: ['unexpected', 'known'],
  unjudged: ['remarks', 'skipped', 'partly', 'inconclusive', 'error', 'not run'],
}

const partOf = (id: 'known' | 'unjudged', title: string, sections: readonly ReportSection[]): Section[] => {
  const own = sections.filter(({ kind }) => together[id].includes(kind))
  if (own.length === 0) return []
  return [anchored(id, title, ...own.map((one) => sectionBlock(one, one.kind !== 'error')))]
}

/** Lists the behaviour of the target at points that the interface leaves open. */
const openPoints = ({ notes, requirements }: RunView): Section[] => {
  if (notes.length === 0) return []
  const rows = notes.map(({ requirement, got, seen }): Text[] => {
    const where = [...new Set(seen.map(({ check, subject }) => subject ?? check))].join(', ')
    return [
      [
        requirements.get(requirement)?.says ?? '',
        lineBreak,
        toned('faint', [code(requirement), ' · ', words(where)]),
      ],
      words(got),
    ]
  })
  const lead = paragraph(
    toned('faint', 'None of this is right or wrong. It describes what your server does.'),
  )
  const table: Block = { kind: 'table', head: ['Open point', 'Your server'], rows }
  return [anchored('notes', 'Left open by the interface', lead, table)]
}
