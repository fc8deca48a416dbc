import type { CheckView } from '../check-view.ts'
import { durationInWords } from '../durations.ts'
import type { Finding } from '../findings/finding.ts'
import type { ReportStep } from '../findings/steps.ts'
import type { RunView } from '../view.ts'
import { anchorOf, findingAnchors } from './anchors.ts'
import { type Html, html } from './escape.ts'
import { filter } from './filter.ts'

/** Lists every check with its verdict and its steps, collapsed. */
export function checks(view: RunView): Html {
  const statuses = [...new Set(view.checks.map(statusOf))].sort()
  const findings = anchorsByCheck(view.findings)
  return html`<section id="checks" aria-labelledby="checks-title">
<h2 id="checks-title">All checks</h2>
<details><summary>All checks with their verdicts and steps</summary>
${filter(
  'checks-list',
  'Filter checks',
  statuses.map((status) => [status, status]),
)}
<ul id="checks-list" class="checks">${view.checks.map((check) => item(check, view, findings.get(check.id)))}</ul>
</details></section>`
}

/** Maps each failed check to the anchor of the first finding that it shows. */
const anchorsByCheck = (findings: readonly Finding[]): ReadonlyMap<string, string> => {
  const anchors = findingAnchors(findings)
  const shown = findings.flatMap(({ occurrences }, index) =>
    occurrences.map(({ check }) => [check, anchors[index] ?? ''] as const),
  )
  return new Map(shown.reverse())
}

const item = (check: CheckView, { steps }: RunView, finding: string | undefined): Html => {
  const { id, title, operations, milliseconds } = check
  const status = statusOf(check)
  const result = html`<span class="result ${status}">${status}</span>`
  return html`<li id="${anchorOf.check(id)}" data-item="${status}"><div data-words>${title}
<span class="id"><code>${id}</code> <span>${on(operations)}</span></span></div>
<p>${finding ? html`<a href="#${finding}">${result}</a>` : result}${milliseconds > 0 && html`, ${durationInWords(milliseconds)}`}</p>
${stepsOf(check, steps)}</li>`
}

const stepsOf = ({ id, passive }: CheckView, { of, furtherOf }: RunView['steps']): Html | false => {
  const steps = of(id)
  const further = furtherOf(id)
  return (
    steps.length > 0 &&
    html`<details class="steps"><summary>Steps</summary><ul>${steps.map((step) => stepItem(step, passive !== undefined))}${
      further > 0 && html`<li>and ${further} more, of other kinds; see events.ndjson</li>`
    }</ul></details>`
  )
}

/** The count of a passive check is omitted, because the record has each of its claims that held only once. */
const stepItem = (
  { outcome, requirement, subject, want, got, count }: ReportStep,
  isPassive: boolean,
): Html =>
  html`<li><span class="result ${outcome}">${requirement === undefined ? `control ${outcome}` : outcome}</span>${
    !isPassive && count > 1 && `, ${count} times`
  }${subject && html`, <code>${subject}</code>`}: expected ${want}; received ${got}${
    requirement && html` <code>${requirement}</code>`
  }</li>`

/** Names up to two operations. For more, returns only their number, because a long list says little. */
const on = (operations: CheckView['operations']): string =>
  operations.length > 2 ? `${operations.length} operations` : operations.join(', ')

const statusOf = ({ verdict }: CheckView): string => verdict?.status ?? 'not run'
