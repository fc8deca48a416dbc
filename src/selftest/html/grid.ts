import { type Html, html } from '../../report/html/escape.ts'
import type { Column, Row } from '../matrix.ts'

/** The side of a cell, in pixels. */
const side = 6

/** Faults downwards, checks to the right; a cell that passed is empty. Each says on hovering what it is of. */
export function grid(rows: readonly Row[], columns: readonly Column[]): Html {
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

const cellsIn = (row: Row, at: number, places: ReadonlyMap<string, number>): Html[] => {
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
