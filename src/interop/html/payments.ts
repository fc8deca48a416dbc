import { type Html, html } from '../../report/html/escape.ts'
import type { InteropMatrix } from '../matrix.ts'
import { type PaymentCase, type PaymentCell, paymentCases } from '../payments/cell.ts'
import { blameInWords, caseInWords } from '../payments/words.ts'
import { framed } from './cell.ts'

/** Renders who pays whom: a table for each case, then every failed payment with its requests and responses. */
export function payments({ payments: cells }: InteropMatrix): Html | undefined {
  if (cells.length === 0) return undefined
  const names = [...new Set(cells.flatMap(({ sender, receiver }) => [sender, receiver]))]
  const bad = cells.filter(({ status }) => status === 'failed')
  return html`<section id="payments" aria-labelledby="payments-title">
<h2 id="payments-title">Payments</h2>
<p class="lead">Senders are in rows, receivers in columns. A server that pays itself shows that it can do it at all. The interface has no
operation that moves money between servers: whether two of them have a network in common is not part of it.</p>
${paymentCases.map((kind) => caseTable(kind, names, cells))}
${bad.length > 0 && html`<h3>What failed, and whose fault it is</h3>${bad.map(failure)}`}
</section>`
}

const caseTable = (kind: PaymentCase, names: readonly string[], cells: readonly PaymentCell[]): Html => {
  const cellAt = (sender: string, receiver: string): PaymentCell | undefined =>
    cells.find((one) => one.case === kind && one.sender === sender && one.receiver === receiver)
  return html`<h3>${caseInWords[kind]}</h3>
${framed(
  caseInWords[kind],
  html`<table class="grid"><caption>${caseInWords[kind]}</caption>
<thead><tr><th scope="col">Sender</th>${names.map((name) => html`<th scope="col" class="cell">${name}</th>`)}</tr></thead>
<tbody>${names.map(
    (
      sender,
    ) => html`<tr><th scope="row">${sender}</th>${names.map((receiver) => shown(cellAt(sender, receiver)))}</tr>
`,
  )}</tbody></table>`,
)}`
}

const tones = {
  passed: 'held',
  failed: 'broken',
  'not tried': 'unexercised',
  'not judged': 'unjudged',
} as const

const shown = (cell: PaymentCell | undefined): Html => {
  if (!cell) return html`<td class="cell unjudged">not tried</td>`
  const { status, why } = cell
  const words = status === 'failed' ? html`<a href="#${idOf(cell)}">failed</a>` : status
  return html`<td class="cell ${tones[status]}">${words}${why !== undefined && html`<span class="why">${why}</span>`}</td>`
}

const idOf = ({ sender, receiver, case: kind }: PaymentCell): string =>
  `payment-${[sender, receiver, kind].map((part) => encodeURIComponent(part).replace(/%/g, '.')).join('--')}`

const failure = (cell: PaymentCell): Html => {
  const { sender, receiver, case: kind, broken, blame, steps } = cell
  return html`<article class="finding failure" id="${idOf(cell)}"><p class="tags"><span class="tag failure">${blame && blameInWords(cell, blame)}</span></p>
<h4>${sender} pays ${receiver}: ${caseInWords[kind]}</h4>
${
  broken &&
  html`<dl class="sides"><div class="want"><dt>Expected, ${broken.step} at ${broken.at}</dt><dd>${broken.want}</dd></div>
<div class="got"><dt>Received</dt><dd>${broken.got}</dd></div></dl>`
}
<ul class="because">${blame?.because.map((one) => html`<li>${one}</li>`)}</ul>
<details><summary>${steps.length} requests with their answers</summary>
<ol>${steps.map(({ step, at, request, answer }) => html`<li><b>${step}</b> at ${at}: <code>${request}</code><br><code>${answer}</code></li>`)}</ol></details></article>
`
}
