import { type Html, html } from '../../report/html/escape.ts'
import { conditionalSummaryOf, type DrawnCounts } from '../conditional-summary.ts'
import { acrossInWords } from '../conditional-text.ts'
import type { Matrix } from '../matrix.ts'

/** Kinds of conditions downwards; to the right how faults are made. Each cell is killed/drawn. */
export function conditionalFigures({ rows }: Pick<Matrix, 'rows'>): Html {
  const { all, byTransformation, byCondition, both, across } = conditionalSummaryOf(rows)
  const makings = Object.keys(byTransformation)
  const line = (name: string, counts: DrawnCounts, cells: Readonly<Record<string, DrawnCounts>>): Html =>
    html`<tr><th scope="row">${name}</th>${makings.map((making) => html`<td>${cellOf(cells[making])}</td>`)}<td>${cellOf(counts)}</td></tr>`
  return html`<table>
<thead><tr><td>killed/drawn</td>${makings.map((making) => html`<th scope="col">${making}</th>`)}<th scope="col">all</th></tr></thead>
<tbody>${Object.entries(byCondition).map(([group, counts]) => line(group, counts, both[group] ?? {}))}${line('all', all, byTransformation)}</tbody>
</table>
${across.drawn > 0 && html`<p>${acrossInWords(across)}</p>`}`
}

const cellOf = (counts: DrawnCounts | undefined): string => (counts ? `${counts.killed}/${counts.drawn}` : '')
