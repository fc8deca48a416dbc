import { type Html, html } from '../../report/html/escape.ts'
import type { ConformanceCell, ConformanceRow, Topic } from '../conformance.ts'
import type { InteropMatrix, ParticipantColumn } from '../matrix.ts'
import { faredInOrder, faredInWords } from '../words.ts'
import { cell, framed } from './cell.ts'

/** Renders requirements by participant: figures for each topic first, then the topics, folded. */
export function conformance({ conformance: topics, columns }: InteropMatrix): Html {
  return html`<section id="conformance" aria-labelledby="conformance-title">
<h2 id="conformance-title">Conformance</h2>
<ul class="keys">${faredInOrder.map((fared) => {
    const { sign, word, means } = faredInWords[fared]
    return html`<li><b aria-hidden="true">${sign}</b> ${word} <span>${means}</span></li>`
  })}</ul>
${framed('Conformance by topic', overview(topics, columns))}
<h3>Requirement by requirement</h3>
<div class="topics">${topics.map((topic) => topicDetails(topic, columns))}</div>
</section>`
}

const overview = (topics: readonly Topic[], columns: readonly ParticipantColumn[]): Html =>
  html`<table class="grid"><caption>How many requirements of each topic failed</caption>
<thead><tr><th scope="col">Topic</th>${heads(columns)}</tr></thead>
<tbody>${topics.map(
    ({ title, rows }) =>
      html`<tr><th scope="row">${title} <span class="id">${rows.length} requirements</span></th>${columns.map(
        (_, at) => sum(rows.flatMap(({ cells }) => cells[at] ?? [])),
      )}</tr>`,
  )}</tbody></table>`

const heads = (columns: readonly ParticipantColumn[]): Html[] =>
  columns.map(({ name }) => html`<th scope="col" class="cell">${name}</th>`)

/** Renders the gravest result of a topic. If nothing failed or warned, it shows how many requirements were judged. */
const sum = (cells: readonly ConformanceCell[]): Html => {
  const count = (...kinds: readonly string[]): number =>
    cells.filter(({ fared }) => kinds.includes(fared)).length
  const [broken, warned, unjudged] = [count('broken'), count('warned'), count('unjudged')]
  const judged = count('held', 'noted') + broken + warned
  const all = cells.length - count('unbound')
  if (all === 0)
    return html`<td class="cell unbound"><b aria-hidden="true">∅</b><span class="aside">not in its profile</span></td>`
  if (broken > 0) return html`<td class="cell broken">${broken} failed</td>`
  if (judged === 0 && unjudged > 0) return html`<td class="cell unjudged">not judged</td>`
  if (warned > 0) return html`<td class="cell warned">${warned} warned</td>`
  return html`<td class="cell ${judged === 0 ? 'unexercised' : 'held'}">${judged} of ${all}</td>`
}

const topicDetails = ({ title, rows }: Topic, columns: readonly ParticipantColumn[]): Html => {
  const failing = rows.filter(({ cells }) => cells.some(({ fared }) => fared === 'broken')).length
  return html`<details><summary><b>${title}</b> ${rows.length} requirements${failing > 0 && `, ${failing} failed by somebody`}</summary>
${framed(
  title,
  html`<table class="grid"><caption>Requirements: ${title}</caption>
<thead><tr><th scope="col">Requirement</th>${heads(columns)}</tr></thead>
<tbody>${rows.map((one) => row(one, columns))}</tbody></table>`,
)}</details>`
}

const row = (
  { requirement, level, says, basis, disputed, cells }: ConformanceRow,
  columns: readonly ParticipantColumn[],
): Html => html`<tr><th scope="row">${says}
<span class="id"><code>${requirement}</code> <span>${level}</span>${basis === 'inferred' && html` <span>inferred</span>`}${
  disputed && html` <span>disputed</span>`
}</span></th>${columns.map((column, at) => cells[at] && cell(cells[at], column))}</tr>
`
