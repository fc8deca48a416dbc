import type { Requirement } from '../../catalogue/requirement.ts'
import { claimsIn } from '../findings/finding.ts'
import type { RunView } from '../view.ts'
import { anchorOf, findingAnchors } from './anchors.ts'
import { type Area, areasOf, type Covered, kinds } from './areas.ts'
import { bar, type Share } from './bar.ts'
import { type Html, html } from './escape.ts'

/** Shows the result of every requirement by area, with links to findings. */
export function coverage(view: RunView): Html {
  const areas = areasOf(view.coverage, view.findings)
  const anchors = anchorsByRequirement(view)
  return html`<section id="coverage" aria-labelledby="coverage-title">
<h2 id="coverage-title">Coverage by area</h2>
<ul class="legend" aria-hidden="true">${Object.entries(kinds).map(
    ([kind, name]) => html`<li><i class="${kind}"></i>${name}</li>`,
  )}</ul>
<div class="areas">${areas.map((area) => areaDetails(area, view, anchors))}</div>
</section>`
}

const areaDetails = ({ title, requirements, shares }: Area, view: RunView, anchors: Anchors): Html =>
  html`<details class="area"><summary><span class="title">${title}</span> ${bar(shares)} <span class="said">${inWords(shares)}</span></summary>
<table><caption>Requirements: ${title}</caption>
<thead><tr><th scope="col">Requirement</th><th scope="col">Result</th></tr></thead>
<tbody>${requirements.map((one) => row(one, view, anchors))}</tbody></table></details>`

/** Formats `30 held, 1 failed`. Kinds with a count of zero are omitted. */
const inWords = (shares: readonly Share[]): string =>
  shares
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${kinds[kind]}`)
    .join(', ')

type Anchors = ReadonlyMap<string, string>

/** Maps each broken requirement to the anchor of the first finding that shows it. */
const anchorsByRequirement = ({ findings }: RunView): Anchors => {
  const anchors = findingAnchors(findings)
  const broken = findings.flatMap((finding, index) =>
    claimsIn(finding).map(({ requirement }) => [requirement, anchors[index] ?? ''] as const),
  )
  return new Map(broken.reverse())
}

const row = (covered: Covered, { requirements }: RunView, anchors: Anchors): Html => {
  const { requirement, level, fared } = covered
  const finding = anchors.get(requirement)
  const result = html`<span class="result ${fared}">${kinds[fared]}</span>`
  return html`<tr id="${anchorOf.requirement(requirement)}"><th scope="row">${saysOf(requirements.get(requirement))}
<span class="id"><code>${requirement}</code> <span>${level}</span>${why(covered)}</span></th>
<td>${finding ? html`<a href="#${finding}">${result}</a>` : result}</td></tr>`
}

const saysOf = (requirement: Requirement | undefined): string => requirement?.says ?? ''

const why = ({ untested, later, state }: Covered): Html | false =>
  state === 'untested' && html` <span>${untested ?? `its check is not written yet (${later ?? ''})`}</span>`
