import type { FoldedNote } from '../folds.ts'
import type { RunView } from '../view.ts'
import { type Html, html } from './escape.ts'

/** What the target does where the interface leaves it open. */
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
<span class="id"><code>${requirement}</code> <span>${placesOf(seen)}</span></span></th><td>${got}</td></tr>`,
      )}</tbody></table>
</section>`
}

const placesOf = (seen: FoldedNote['seen']): string =>
  [...new Set(seen.map(({ check, subject }) => subject ?? check))].join(', ')
