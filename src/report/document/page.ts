import type {
  Block,
  Card,
  Conclusion,
  Document,
  Fact,
  Filter,
  FindingEntry,
  Item,
  Section,
  Text,
} from './document.ts'
import { barOf, type Html, html, linesOf, pictureOf } from './html.ts'
import { plain } from './terminal.ts'
import { wholePage } from './whole-page.ts'

interface PageOptions {
  /** The number of seconds after which the page reloads itself, because more is to come. */
  reloadsAfter?: number | undefined
}

/** Prints a document as a page that loads nothing and sends nothing. */
export function documentPage(document: Document, { reloadsAfter }: PageOptions = {}): string {
  const { title, blocks } = document
  const parts = blocks.flatMap((block) =>
    block.kind === 'section' && block.id !== undefined ? [{ id: block.id, title: block.title }] : [],
  )
  return wholePage(
    document,
    reloadsAfter,
    html`<a class="skip" href="#main">Skip to the content</a>
${headerOf(document, reloadsAfter)}
${parts.length > 1 && html`<nav aria-label="Sections">${parts.map(({ id, title: of }) => html`<a href="#${id}">${inline(of)}</a>`)}</nav>`}
<main id="main" tabindex="-1">
${blocks.map((block) => blockOf(block, 2, plain(title)))}</main>
<footer><p>What a server said is shown as plain text. Secrets were replaced by digests before anything was written.</p></footer>
<p id="said" role="status"></p>`,
  )
}

const headerOf = ({ title, lead, verdict }: Document, reloadsAfter: number | undefined): Html =>
  verdict
    ? verdictOf(title, verdict)
    : html`<header><h1>${inline(title)}</h1>${lead !== undefined && html`<p class="lead">${inline(lead)}</p>`}${
        reloadsAfter !== undefined &&
        html`<p class="lead">More is to come. This page reads itself again every ${reloadsAfter} seconds.</p>`
      }</header>`

const verdictSigns: Record<Conclusion['result'], string> = {
  good: '✓',
  failure: '✗',
  unjudged: '?',
  error: '!',
  stopped: '…',
}

const verdictOf = (title: Text, { result, of, further, figures, facts }: Conclusion): Html =>
  html`<header class="verdict ${result === 'good' || result === 'failure' ? result : 'warning'}">
<div class="banner"><span class="mark" aria-hidden="true">${verdictSigns[result]}</span>
<div><p class="of">${inline(of)}</p>
<h1>${inline(title)}</h1>
${further.map((line) => html`<p>${inline(line)}</p>`)}</div></div>
<ul class="figures">${figures.map(({ main, rest }) => html`<li><b>${inline(main)}</b> <span>${inline(rest)}</span></li>`)}</ul>
${factsOf(facts)}</header>`

/** `label` is the title of the part that the block stands in. It names frames for those who do not see them. */
function blockOf(block: Block, level: number, label: string): Html {
  switch (block.kind) {
    case 'paragraph':
      return html`${block.lines.map((one) => html`<p>${inline(one)}</p>\n`)}`
    case 'facts':
      return factsOf(block.facts)
    case 'list':
      return listOf(block, level, label)
    case 'table':
      return tableOf(block, label)
    case 'findings':
      return findingsOf(block, level, label)
    case 'code':
      return codeOf(block)
    case 'picture':
      return pictureOf(block, label)
    case 'section':
      return sectionOf(block, level)
  }
}

const sectionOf = ({ title, blocks, folded, count, id }: Section, level: number): Html => {
  const inside = folded ? level : level + 1
  const inner = blocks.map((block) => blockOf(block, inside, plain(title)))
  return folded
    ? html`<details><summary>${inline(title)}${count !== undefined && ` (${count})`}</summary>\n${inner}</details>\n`
    : html`<section${id !== undefined && html` id="${id}"`}>${heading(level, inline(title))}\n${inner}</section>\n`
}

const heading = (level: number, title: Html, id?: string): Html =>
  headings[Math.min(level, 6) - 2]?.(title, html`${id !== undefined && html` id="${id}"`}`) ?? html``

const headings: ReadonlyArray<(title: Html, id: Html) => Html> = [
  (title, id) => html`<h2${id}>${title}</h2>`,
  (title, id) => html`<h3${id}>${title}</h3>`,
  (title, id) => html`<h4${id}>${title}</h4>`,
  (title, id) => html`<h5${id}>${title}</h5>`,
  (title, id) => html`<h6${id}>${title}</h6>`,
]

const factsOf = (facts: readonly Fact[]): Html =>
  html`<dl class="facts">${facts.map(
    ({ name = '', values, sought }) =>
      html`<div${sought && ' data-words'}><dt>${name}</dt>${values.map((value) => html`<dd>${inline(value)}</dd>`)}</div>`,
  )}</dl>\n`

const listOf = ({ items, filter }: Extract<Block, { kind: 'list' }>, level: number, label: string): Html => {
  const id = filter && idOf(filter)
  const isDrawn = items.some(({ blocks = [] }) => blocks.some(({ kind }) => kind === 'picture'))
  return html`${filter && filterOf(filter)}<ul class="entries${isDrawn && ' drawn'}"${id !== undefined && html` id="${id}"`}>${items.map((item) => itemOf(item, level, label))}</ul>\n`
}

/** The words of an item that has more stand in an element of their own, by which a filter finds them. */
const itemOf = (
  { text, below = [], id, sort, sought, blocks = [] }: Item,
  level: number,
  label: string,
): Html => {
  const words =
    sort !== undefined || blocks.length > 0 ? html`<div data-words>${inline(text)}</div>` : inline(text)
  return html`<li${id !== undefined && html` id="${id}"`}${sort !== undefined && html` data-item="${sort}"`}${sought && ' data-words'}>${words}${
    below.length > 0 && html`<ul>${below.map((one) => html`<li>${inline(one)}</li>`)}</ul>`
  }${blocks.map((block) => blockOf(block, level, label))}</li>\n`
}

/** A table may be wider than the screen, so it stands in a frame that scrolls, with the keyboard too. */
const tableOf = ({ head, rows, ids = [], figures }: Extract<Block, { kind: 'table' }>, label: string): Html =>
  html`<div class="frame" role="region" aria-label="Table: ${label}" tabindex="0"><table class="${figures && 'figured'}">
<thead><tr>${head.map((cell) => (cell === '' ? html`<td></td>` : html`<th scope="col">${cell}</th>`))}</tr></thead>
<tbody>${rows.map(
    ([first = '', ...others], at) =>
      html`<tr${ids[at] !== undefined && html` id="${ids[at]}"`}><th scope="row">${inline(first)}</th>${others.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>\n`,
  )}</tbody></table></div>\n`

const signs: Record<FindingEntry['grade'], string> = {
  failure: '✗',
  warning: '!',
  note: '·',
  good: '✓',
  unseen: '–',
}

const findingsOf = (
  { findings, filter }: Extract<Block, { kind: 'findings' }>,
  level: number,
  label: string,
): Html => {
  const id = filter && idOf(filter)
  const failures = findings.filter(({ grade }) => grade === 'failure').length
  return findings.some(({ card }) => card !== undefined)
    ? html`${filter && filterOf(filter)}${failures > 1 && stepper}<div${id !== undefined && html` id="${id}"`}>${findings.map((one) => findingOf(one, level, label))}</div>\n`
    : html`<ul class="reasons">${findings.map((one) => html`<li>${findingOf(one, level, label)}</li>`)}</ul>\n`
}

/** Stays hidden unless the page's script runs. */
const stepper = html`<p class="filter" hidden><button type="button" data-steps="-1">Previous failure</button>
<button type="button" data-steps="1">Next failure</button> <span class="faint">or Alt with ↑ and ↓</span></p>\n`

const findingOf = (finding: FindingEntry, level: number, within: string): Html => {
  const { grade, label, title, facts, card } = finding
  if (card) return cardOf(finding, card, level, within)
  const name = label !== undefined && html`<b>${label}</b> `
  return html`<p><span class="result ${grade}" aria-hidden="true">${signs[grade]}</span> ${name}${inline(title)}</p>
${facts.length > 0 && factsOf(facts)}\n`
}

const cardOf = (
  { grade, title, facts }: FindingEntry,
  { id, tags, want, got, group, blocks }: Card,
  level: number,
  label: string,
): Html =>
  html`<article class="finding ${grade}" id="${id}" tabindex="-1" aria-labelledby="${id}-says" data-item="${grade}"${group !== undefined && html` data-group="${group}"`}>
<p class="tags" data-words>${tags.map((tag) => html`<span class="tag">${inline(tag)}</span> `)}<a class="link" href="#${id}" aria-label="Link to this finding">#</a></p>
<div data-words>${heading(level, inline(title), `${id}-says`)}</div>
<dl class="sides" data-words><div class="want"><dt>Expected</dt><dd>${inline(want)}</dd></div>
<div class="got"><dt>Received</dt><dd>${inline(got)}</dd></div></dl>
${factsOf(facts)}${blocks.map((block) => blockOf(block, level + 1, label))}</article>\n`

const codeOf = ({ text, marked = [], copies }: Extract<Block, { kind: 'code' }>): Html => {
  const lines = text
    .split('\n')
    .map((line, at) => (marked.includes(at) ? html`<mark>${linesOf(line)}</mark>` : linesOf(line)))
  const inner = html`${lines.map((line, at) => (at > 0 ? html`\n${line}` : line))}`
  return copies === undefined
    ? html`<pre>${inner}</pre>\n`
    : html`<div class="copyable"><code>${inner}</code><button type="button" data-copies aria-label="${copies}" hidden>Copy</button></div>\n`
}

/** A filter stays hidden unless the page's script runs. */
const filterOf = (filter: Filter): Html =>
  html`<div class="filter" role="search" aria-label="${filter.label}" data-filters="${idOf(filter)}" hidden>
<label>${filter.label} <input type="search" autocomplete="off" spellcheck="false"></label>
${filter.sorts.length > 1 && sortsOf(filter)}
${filter.grouping !== undefined && groupingOf(filter.grouping)}
<output aria-live="polite"></output>
</div>\n`

const idOf = ({ label }: Filter): string => label.toLowerCase().replace(/[^a-z]+/g, '-')

const sortsOf = ({ sorts }: Filter): Html =>
  html`<label>Show <select name="kind"><option value="">all</option>${sorts.map(
    ([sort, name]) => html`<option value="${sort}">${name}</option>`,
  )}</select></label>`

const groupingOf = ([first, second]: NonNullable<Filter['grouping']>): Html =>
  html`<label>Group by <select name="grouping"><option value="">${first}</option><option value="group">${second}</option></select></label>`

/** Prints a text within an element. */
const inline = (text: Text): Html => {
  if (typeof text === 'string') return html`${text}`
  if (!('kind' in text)) return html`${text.map(inline)}`
  if (text.kind === 'sign')
    return html`<b aria-hidden="true" title="${text.word}">${text.sign}</b><span class="aside">${text.word}</span>`
  if (text.kind === 'break') return html`<br>`
  if (text.kind === 'words') return html`${text.text}`
  if (text.kind === 'code') return html`<code>${text.text}</code>`
  if (text.kind === 'bar') return barOf(text.shares)
  if (text.kind === 'link') return html`<a href="${text.to}">${inline(text.text)}</a>`
  if (text.tone === 'strong') return html`<b>${inline(text.text)}</b>`
  return html`<span class="${text.tone}">${inline(text.text)}</span>`
}
