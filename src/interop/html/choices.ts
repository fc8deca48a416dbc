import { type Html, html } from '../../report/html/escape.ts'
import type { Choice, ChoiceCell } from '../choices.ts'
import type { Column, InteropMatrix } from '../matrix.ts'
import { framed } from './cell.ts'

/** What the interface leaves open, and what each server does there. Nothing here is right or wrong, so nothing is coloured. */
export function choices({ choices: all, columns }: InteropMatrix): Html {
  const servers = columns.filter(({ role }) => role === 'server')
  const [different, alike] = [
    all.filter(({ answers }) => answers > 1),
    all.filter(({ answers }) => answers < 2),
  ]
  return html`<section id="choices" aria-labelledby="choices-title">
<h2 id="choices-title">Choices</h2>
<p class="lead">The interface leaves these points open. None of the answers is right or wrong; a row with different answers is
where two servers, or a client of both, may misunderstand each other.</p>
${different.length > 0 ? framed('Answers that differ', table(different, servers)) : html`<p class="none">All answer alike.</p>`}
${alike.length > 0 && html`<details><summary>${alike.length} points where all answer alike</summary>${framed('Answers that are alike', table(alike, servers))}</details>`}
</section>`
}

const table = (rows: readonly Choice[], servers: readonly Column[]): Html =>
  html`<table class="grid"><caption>Choices of each server</caption>
<thead><tr><th scope="col">Point</th><th scope="col">Answers</th>${servers.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    ({ requirement, says, answers, cells }) => html`<tr><th scope="row">${says}
<span class="id"><code>${requirement}</code></span></th><td class="answers">${answers}</td>${cells.map(does)}</tr>
`,
  )}</tbody></table>`

const does = ({ does: all, isSeen }: ChoiceCell): Html => {
  if (all.length > 0)
    return html`<td class="does">${all.map((one, at) => html`${at > 0 && html`<br>`}${folded(one)}`)}</td>`
  return html`<td class="does unseen">${isSeen ? 'nothing to note' : 'not exercised'}</td>`
}

/** What is longer, such as a list of all error codes, is folded: the next row has to stay in sight. */
const most = 120

const folded = (answer: string): Html =>
  answer.length <= most
    ? html`${answer}`
    : html`<details><summary>${answer.slice(0, most / 2).trimEnd()} …</summary>${answer}</details>`
