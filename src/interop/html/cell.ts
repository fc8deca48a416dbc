import { type Html, html } from '../../report/html/escape.ts'
import type { ConformanceCell } from '../conformance.ts'
import type { ParticipantColumn } from '../matrix.ts'
import { faredInWords } from '../words.ts'

/** Renders a cell of the conformance table: a sign to see, a word for screen readers, and a link to the finding. */
export function cell({ fared, finding }: ConformanceCell, { name, page }: ParticipantColumn): Html {
  const { sign, word } = faredInWords[fared]
  const shown = html`<b aria-hidden="true">${sign}</b><span class="aside">${word}</span>`
  const linked =
    finding !== undefined && page !== undefined
      ? html`<a href="${page}#${finding}" title="${name}: ${word}">${shown}</a>`
      : shown
  return html`<td class="cell ${fared}" title="${name}: ${word}">${linked}</td>`
}

/** Wraps a table that may be wider than the screen in a frame that scrolls, with the keyboard too. */
export function framed(label: string, table: Html): Html {
  return html`<div class="frame" role="region" aria-label="Table: ${label}" tabindex="0">${table}</div>`
}
