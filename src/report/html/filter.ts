import { type Html, html } from './escape.ts'

/**
 * Builds a field that filters the list with this id by text and, if there are several kinds, by kind. It stays hidden
 * without the page's script.
 */
export function filter(
  list: string,
  label: string,
  kinds: ReadonlyArray<readonly [value: string, name: string]> = [],
): Html {
  return html`<div class="filter" role="search" aria-label="${label}" data-filters="${list}" hidden>
<label>${label} <input type="search" autocomplete="off" spellcheck="false"></label>
${kinds.length > 1 && select(kinds)}
<output aria-live="polite"></output>
</div>`
}

const select = (kinds: ReadonlyArray<readonly [value: string, name: string]>): Html =>
  html`<label>Show <select><option value="">all</option>${kinds.map(
    ([value, name]) => html`<option value="${value}">${name}</option>`,
  )}</select></label>`
