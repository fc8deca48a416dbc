import type { Section } from '../sections.ts'
import { plural } from '../text/plural.ts'
import type { RunView } from '../view.ts'
import { type Html, html } from './escape.ts'

/** Lists the known failures, and those of them that did not fail as recorded. Returns undefined if there are none. */
export function knownFailures(sections: readonly Section[]): Html | undefined {
  const titles = { unexpected: 'Did not fail as recorded', known: 'Failed as recorded' }
  return part('known', 'Known failures', sections, titles)
}

/** Lists what was not judged, and what would change that. Returns undefined if everything was judged. */
export function unjudged(sections: readonly Section[]): Html | undefined {
  return part('unjudged', 'Not judged, and why', sections, {
    skipped: 'Skipped, and what they need',
    partly: 'Left out of checks that ran, and what it needs',
    inconclusive: 'Inconclusive: no result',
    error: 'Errors of the harness',
    'not run': 'Not run',
  })
}

const part = (
  id: string,
  title: string,
  sections: readonly Section[],
  titles: Readonly<Record<string, string>>,
): Html | undefined => {
  const own = sections.filter(({ kind }) => kind in titles)
  if (own.length === 0) return undefined
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${own.map(
  (section) => html`<h3>${titles[section.kind]}</h3>
<ul class="reasons">${reasonsOf(section).map(({ why, checks }) => html`<li><p>${why}</p>${checksOf(checks)}</li>`)}</ul>`,
)}
</section>`
}

interface UnjudgedReason {
  why: string
  checks: readonly string[]
}

const reasonsOf = ({ kind, entries }: Section): UnjudgedReason[] =>
  kind === 'not run'
    ? [
        {
          why: 'The run ended before these checks.',
          checks: entries.flatMap(({ label }) => label ?? []),
        },
      ]
    : entries.map(({ label, text = '', checks }) => ({ why: text, checks: checks ?? [label ?? []].flat() }))

const checksOf = (checks: readonly string[]): Html | false => {
  const list = html`<ul>${checks.map((check) => html`<li><code>${check}</code></li>`)}</ul>`
  if (checks.length < 2) return checks.length > 0 && list
  return html`<details><summary>${plural(checks.length, 'check')}</summary>${list}</details>`
}

/** Lists the behaviour of the target at points that the interface leaves open. */
export function notes({ notes: folded, requirements }: RunView): Html | undefined {
  return folded.length === 0
    ? undefined
    : html`<section id="notes" aria-labelledby="notes-title">
<h2 id="notes-title">Left open by the interface</h2>
<p class="lead">None of this is right or wrong. It describes what your server does.</p>
<table><caption>What your server does if the interface leaves it open</caption>
<thead><tr><th scope="col">Open point</th><th scope="col">Your server</th></tr></thead>
<tbody>${folded.map(
        ({ requirement, got, seen }) =>
          html`<tr><th scope="row">${requirements.get(requirement)?.says}
<span class="id"><code>${requirement}</code> <span>${[...new Set(seen.map(({ check, subject }) => subject ?? check))].join(', ')}</span></span></th><td>${got}</td></tr>`,
      )}</tbody></table>
</section>`
}
