import { type Html, html } from '../../report/html/escape.ts'
import { wholePage } from '../../report/html/whole-page.ts'
import { plural } from '../../report/plural.ts'
import { type Source, sourceInWords, sources } from '../fault.ts'
import type { Column, Matrix, Row } from '../matrix.ts'
import { type Counts, columnsOfCounts, countsInWords, summaryOf } from '../summary.ts'
import { flawsOf } from '../verdict-of-matrix.ts'
import { conditionalFigures } from './conditional.ts'
import { grid } from './grid.ts'
import { style } from './style.ts'

/** The matrix as one page that loads and runs nothing: figures, a grid for each source, and the faults one by one. */
export function matrixPage(matrix: Matrix): string {
  const title = 'Kill matrix: which check detects which fault'
  return wholePage(
    { title, style },
    html`<h1>Kill matrix</h1>
<p>${lead(matrix)}</p>
${figures(matrix)}${matrix.mode === 'conditional' && conditionalFigures(matrix)}
<main>
${sources.map((source) => section(source, matrix))}
${checks(matrix.columns)}
</main>`,
  )
}

const lead = (matrix: Matrix): string => {
  const { rows, columns, profile, seed, harness, mode } = matrix
  const { survived } = flawsOf(matrix)
  const verdict =
    survived.length === 0
      ? 'No fault of a MUST survived.'
      : `${plural(survived.length, 'fault')} of a MUST not killed.`
  return `${plural(rows.length, 'fault')} of the reference server, ${plural(columns.length, 'check')}; ${mode}, profile ${profile}, seed ${seed}, op-conformance ${harness}. ${verdict}`
}

const figures = (matrix: Matrix): Html => {
  const { bySource, all } = summaryOf(matrix)
  const line = (name: string, counts: Counts): Html =>
    html`<tr><th scope="row">${name}</th>${columnsOfCounts.map((key) => html`<td>${counts[key]}</td>`)}</tr>`
  return html`<table>
<thead><tr><td></td>${columnsOfCounts.map((key) => html`<th scope="col">${countsInWords[key]}</th>`)}</tr></thead>
<tbody>${sources.map((source) => line(sourceInWords[source], bySource[source]))}${line('all', all)}</tbody>
</table>
<ul class="key"><li class="killed">killed</li><li class="killedElsewhere">failed by another claim</li><li class="undecided">learned nothing</li></ul>`
}

const section = (source: Source, { rows, columns }: Matrix): Html | undefined => {
  const those = rows.filter((row) => row.source === source)
  if (those.length === 0) return undefined
  return html`<section>
<h2>${sourceInWords[source]} (${those.length})</h2>
${grid(those, columns)}
<details><summary>One by one</summary><ol>${those.map(fault)}</ol></details>
</section>
`
}

const fault = (row: Row): Html => html`<li class="${row.outcome}"><code>${row.id}</code> <b>${row.outcome}</b>
<p>${row.says}${row.reference && ` (${row.reference})`}. Breaks ${row.level} <code>${row.breaks}</code>.
${row.because && `${row.because}.`} ${by('Killed by', row.killedBy)} ${by('Killed elsewhere by', row.killedElsewhereBy)}</p></li>
`

const by = (what: string, checks: readonly string[]): string =>
  checks.length === 0 ? '' : `${what} ${checks.join(', ')}.`

const checks = (columns: readonly Column[]): Html => html`<section>
<h2>Checks (${columns.length})</h2>
<table>
<thead><tr><th scope="col">check</th><th scope="col">detects</th><th scope="col">alone</th><th scope="col"></th></tr></thead>
<tbody>${columns.map(
  ({ id, detects, alone, redundant, kept }) =>
    html`<tr><th scope="row"><code>${id}</code></th><td>${detects}</td><td>${alone}</td><td>${redundant && (kept ?? 'redundant')}</td></tr>
`,
)}</tbody>
</table>
</section>`
