import type { Grade } from '../../core/verdict.ts'
import type { ReportOptions } from '../options.ts'
import type { RunView } from '../view.ts'
import { findingAnchors } from './anchors.ts'
import { type Html, html } from './escape.ts'
import { filter } from './filter.ts'
import { findingCard } from './finding.ts'

const kinds: ReadonlyArray<readonly [Grade, string]> = [
  ['failure', 'failures'],
  ['warning', 'warnings'],
  ['note', 'notes'],
]

/** The number of findings that a reader can survey without a filter. */
const atAGlance = 4

/** Lists the findings, the gravest first. */
export function findings(view: RunView, options: ReportOptions): Html {
  const present = kinds.filter(([grade]) => view.findings.some((finding) => finding.grade === grade))
  const anchors = findingAnchors(view.findings)
  const cards = view.findings.map((finding, index) =>
    findingCard(finding, anchors[index] ?? '', view, options),
  )
  return html`<section id="findings" aria-labelledby="findings-title">
<h2 id="findings-title">Findings</h2>
${cards.length === 0 && html`<p class="none">No observation contradicts a requirement.</p>`}
${cards.length > atAGlance && filter('findings-list', 'Filter findings', present)}
<div id="findings-list">${cards}</div>
</section>`
}
