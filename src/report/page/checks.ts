import { statusOf } from '../counts.ts'
import {
  anchored,
  type Block,
  code,
  folded,
  type Item,
  lineBreak,
  link,
  type Section,
  type Text,
  type Tone,
  toned,
  words,
} from '../document/document.ts'
import { durationInWords } from '../durations.ts'
import type { CheckView, ReportStep } from '../findings/finding.ts'
import type { RunView } from '../view.ts'
import { anchorOf, firstAnchors } from './finding.ts'

/** Lists every check with its verdict and its steps, folded. */
export function checksSection(view: RunView): Section {
  const statuses = [...new Set(view.checks.map(statusOf))].sort()
  const findings = firstAnchors(view.findings, ({ occurrences }) => occurrences.map(({ check }) => check))
  const list: Block = {
    kind: 'list',
    items: view.checks.map((check) => itemOf(check, view, findings.get(check.id))),
    filter: { label: 'Filter checks', sorts: statuses.map((status) => [status, status]) },
  }
  return anchored('checks', 'All checks', folded('All checks with their verdicts and steps', list))
}

const tones: Readonly<Record<string, Tone>> = {
  passed: 'good',
  failed: 'failure',
  inconclusive: 'warning',
  error: 'warning',
  held: 'good',
  broken: 'failure',
}

const result = (status: string): Text => toned(tones[status] ?? 'faint', status)

const itemOf = (check: CheckView, { steps }: RunView, finding: string | undefined): Item => {
  const { id, title, operations, milliseconds } = check
  const status = statusOf(check)
  const of = operations.length > 2 ? `${operations.length} operations` : operations.join(', ')
  return {
    id: anchorOf.check(id),
    sort: status,
    text: [
      title,
      lineBreak,
      toned('faint', [code(id), of === '' ? '' : ` · ${of}`]),
      lineBreak,
      finding === undefined ? result(status) : link(`#${finding}`, result(status)),
      milliseconds > 0 ? `, ${durationInWords(milliseconds)}` : '',
    ],
    blocks: stepsOf(check, steps),
  }
}

const stepsOf = ({ id, passive }: CheckView, { of, furtherOf }: RunView['steps']): Block[] => {
  const steps = of(id)
  const further = furtherOf(id)
  const items: Item[] = [
    ...steps.map((step) => ({
      text: stepInWords(step, passive !== undefined),
      ...(step.outcome === 'broken' && { sought: true }),
    })),
    ...(further > 0 ? [{ text: `and ${further} more, of other kinds; see events.ndjson` }] : []),
  ]
  return steps.length > 0 ? [folded('Steps', { kind: 'list', items })] : []
}

/** The count of a passive check is omitted, because the record has each of its claims that held only once. */
const stepInWords = (
  { outcome, requirement, subject, want, got, count }: ReportStep,
  isPassive: boolean,
): Text => [
  requirement === undefined ? ['control ', result(outcome)] : result(outcome),
  !isPassive && count > 1 ? `, ${count} times` : '',
  subject === undefined ? '' : [', ', code(subject)],
  [': expected ', words(want), '; received ', words(got)],
  requirement === undefined ? '' : [' ', code(requirement)],
]
