import { type Html, html } from '../../report/html/escape.ts'
import { wholePage } from '../../report/html/whole-page.ts'
import { plural } from '../../report/text/plural.ts'
import { conditionalSummaryOf, type DrawnCounts } from '../conditional-summary.ts'
import { acrossInWords } from '../conditional-text.ts'
import { type Source, sourceInWords, sources } from '../fault.ts'
import type { CheckColumn, Matrix, MatrixRow } from '../matrix.ts'
import { columnsOfCounts, countsInWords, type OutcomeCounts, summaryOf } from '../summary.ts'
import { flawsOf } from '../verdict-of-matrix.ts'
import { style } from './style.ts'

/**
 * Renders the matrix as one page that loads and runs nothing: figures, a grid for each source, and a list of the
 * faults.
 */
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
  const line = (name: string, counts: OutcomeCounts): Html =>
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

const fault = (
  row: MatrixRow,
): Html => html`<li class="${row.outcome}"><code>${row.id}</code> <b>${row.outcome}</b>
<p>${row.says}${row.reference && ` (${row.reference})`}. Breaks ${row.level} <code>${row.breaks}</code>.
${row.because && `${row.because}.`} ${by('Killed by', row.killedBy)} ${by('Killed elsewhere by', row.killedElsewhereBy)}</p></li>
`

const by = (what: string, checks: readonly string[]): string =>
  checks.length === 0 ? '' : `${what} ${checks.join(', ')}.`

const checks = (columns: readonly CheckColumn[]): Html => html`<section>
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

/** Renders kinds of conditions as rows and transformations as columns. Each cell is killed/drawn. */
function conditionalFigures({ rows }: Pick<Matrix, 'rows'>): Html {
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

/** The side of a cell, in pixels. */
const side = 6

/**
 * Renders faults as rows and checks as columns. The cell of a check that passed is empty; the others have a tooltip.
 */
function grid(rows: readonly MatrixRow[], columns: readonly CheckColumn[]): Html {
  const places = new Map(columns.map(({ id }, place) => [id, place]))
  const width = columns.length * side
  const height = rows.length * side
  return html`<div class="grid"><svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${rows.length} faults, ${columns.length} checks">
${rows.map(
  (
    row,
    at,
  ) => html`<g class="${row.outcome}"><rect class="row" y="${at * side}" width="${width}" height="${side}"><title>${row.id}: ${row.outcome}</title></rect>${cellsIn(row, at, places)}</g>
`,
)}</svg></div>`
}

const cellsIn = (row: MatrixRow, at: number, places: ReadonlyMap<string, number>): Html[] => {
  const cells = (kind: string, checks: readonly string[]): Html[] =>
    checks.flatMap((check) => {
      const place = places.get(check)
      if (place === undefined) return []
      return [
        html`<rect class="${kind}" x="${place * side}" y="${at * side}" width="${side - 1}" height="${side - 1}"><title>${row.id} / ${check}: ${kind}</title></rect>`,
      ]
    })
  return [
    ...cells('killed', row.killedBy),
    ...cells('killedElsewhere', row.killedElsewhereBy),
    ...cells('undecided', row.undecidedFor),
  ]
}
