import { type Html, html } from '../../report/html/escape.ts'
import { wholePage } from '../../report/html/whole-page.ts'
import { plural } from '../../report/text/plural.ts'
import type { Choice, ChoiceCell } from '../choices.ts'
import type { InteropMatrix, ParticipantColumn } from '../matrix.ts'
import { countsInWords, outcomeInWords } from '../words.ts'
import { framed } from './cell.ts'
import { conformance } from './conformance.ts'
import { payments } from './payments.ts'
import { style } from './style.ts'

/** Seconds after which the page of an unfinished event reloads. */
const pause = 5

/**
 * Renders an event as one page that loads and runs nothing. Texts of servers are escaped. `reloads`: the event is
 * unfinished, and the page reloads itself.
 */
export function eventPage(matrix: InteropMatrix, { reloads = false } = {}): string {
  const title = `${matrix.name}: who conforms to what`
  return wholePage(
    { title, style, reloadsAfter: reloads ? pause : undefined },
    html`<a class="skip" href="#main">Skip to the results</a>
<header><h1>${matrix.name}</h1>
<p class="lead">${plural(matrix.columns.length, 'participant')}, ${matrix.at}, op-conformance ${matrix.harness}</p>${
      reloads &&
      html`<p class="lead">The event goes on. This page reads itself again every ${pause} seconds.</p>`
    }</header>
<nav aria-label="Sections"><a href="#participants">Participants</a><a href="#conformance">Conformance</a><a href="#choices">Choices</a>${
      matrix.payments.length > 0 && html`<a href="#payments">Payments</a>`
    }</nav>
<main id="main" tabindex="-1">
${participants(matrix)}
${conformance(matrix)}
${choices(matrix)}
${payments(matrix)}
</main>
<footer><p>Tokens, keys and signatures were replaced by digests before anything was written.</p></footer>`,
  )
}

const participants = ({
  columns,
}: InteropMatrix): Html => html`<section id="participants" aria-labelledby="participants-title">
<h2 id="participants-title">Participants</h2>
${framed(
  'Participants',
  html`<table class="grid participants"><caption>Participants and their results</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Result</th><th scope="col">Found</th><th scope="col">Judged</th></tr></thead>
<tbody>${columns.map(participant)}</tbody></table>`,
)}
</section>`

const tones: Readonly<Record<ParticipantColumn['outcome'], string>> = {
  conforms: 'good',
  'does not conform': 'bad',
  'not judged': 'open',
  interrupted: 'open',
  error: 'open',
}

const participant = (column: ParticipantColumn): Html => {
  const { name, role, page, outcome, baseUrl, profile, seed } = column
  return html`<tr><th scope="row">${page === undefined ? name : html`<a href="${page}">${name}</a>`}${role === 'client' && html` <span class="tag">client</span>`}</th>
<td><span class="${tones[outcome]}">${outcomeInWords(column)}</span></td><td>${countsInWords(column)}</td>
<td>${baseUrl !== undefined && html`<code>${baseUrl}</code> <span class="id">profile ${profile}, seed ${seed}</span>`}</td></tr>
`
}

/**
 * Renders the points that the interface leaves open, and each server's behaviour there. Nothing here is right or wrong,
 * so nothing is coloured.
 */
function choices({ choices: all, columns }: InteropMatrix): Html {
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

const table = (rows: readonly Choice[], servers: readonly ParticipantColumn[]): Html =>
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

/**
 * The longest answer that is shown in full, in characters. A longer one, such as a list of all error codes, is folded,
 * so that the next row stays in sight.
 */
const most = 120

const folded = (answer: string): Html =>
  answer.length <= most
    ? html`${answer}`
    : html`<details><summary>${answer.slice(0, most / 2).trimEnd()} …</summary>${answer}</details>`
