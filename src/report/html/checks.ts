import type { CheckView } from '../check-view.ts'
import type { RunView } from '../view.ts'
import { type Html, html } from './escape.ts'
import { filter } from './filter.ts'

/** Every check with its verdict, folded. */
export function checks({ checks: all }: RunView): Html {
  const statuses = [...new Set(all.map(statusOf))].sort()
  return html`<section id="checks" aria-labelledby="checks-title">
<h2 id="checks-title">All checks</h2>
<details><summary>All checks with their verdicts</summary>
${filter(
  'checks-list',
  'Filter checks',
  statuses.map((status) => [status, status]),
)}
<table id="checks-list"><caption>Checks and their verdicts</caption>
<thead><tr><th scope="col">Check</th><th scope="col">Verdict</th></tr></thead>
<tbody>${all.map(row)}</tbody></table>
</details></section>`
}

const row = (check: CheckView): Html => {
  const { id, title, operations } = check
  const status = statusOf(check)
  return html`<tr data-item="${status}"><th scope="row">${title}
<span class="id"><code>${id}</code> <span>${on(operations)}</span></span></th>
<td><span class="result ${status}">${status}</span></td></tr>`
}

/** Where it is on most of them, the list of them says little. */
const on = (operations: CheckView['operations']): string =>
  operations.length > 2 ? `${operations.length} operations` : operations.join(', ')

const statusOf = ({ verdict }: CheckView): string => verdict?.status ?? 'not run'
