import type { Because } from '../folds.ts'
import { plural } from '../plural.ts'
import type { RunView } from '../view.ts'
import { type Html, html } from './escape.ts'

/** What was not judged, and what would change that. Nothing where all was. */
export function unjudged(view: RunView): Html | undefined {
  const parts = [
    because('Skipped, and what they need', view.skipped),
    because('Left out of checks that ran, and what it needs', view.partly),
    because('Inconclusive: no result', view.inconclusive),
    because('Errors of the harness', errors(view)),
    because('Not run', notRun(view)),
  ].filter((part) => part !== undefined)
  if (parts.length === 0) return undefined
  return html`<section id="unjudged" aria-labelledby="unjudged-title">
<h2 id="unjudged-title">Not judged, and why</h2>
${parts}
</section>`
}

const because = (title: string, reasons: readonly Because[]): Html | undefined =>
  reasons.length === 0
    ? undefined
    : html`<h3>${title}</h3>
<ul class="reasons">${reasons.map(({ why, checks }) => html`<li><p>${why}</p>${checksOf(checks)}</li>`)}</ul>`

const checksOf = (checks: readonly string[]): Html => {
  const named = checks.map((check) => html`<li><code>${check}</code></li>`)
  return checks.length === 1
    ? html`<ul>${named}</ul>`
    : html`<details><summary>${plural(checks.length, 'check')}</summary><ul>${named}</ul></details>`
}

const errors = ({ checks }: RunView): Because[] =>
  checks.flatMap(({ id, verdict }) =>
    verdict?.status === 'error' ? [{ why: verdict.message, checks: [id] }] : [],
  )

const notRun = ({ checks }: RunView): Because[] => {
  const ids = checks.filter(({ verdict }) => !verdict).map(({ id }) => id)
  return ids.length === 0 ? [] : [{ why: 'The run ended before these checks.', checks: ids }]
}
