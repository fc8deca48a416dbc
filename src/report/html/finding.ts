import type { ExchangeEvent } from '../../core/events.ts'
import type { Grade } from '../../core/verdict.ts'
import { commandsFor, explainCommand, type ShellCommand } from '../commands.ts'
import { isKnown } from '../exit-code.ts'
import type { Finding, Occurrence } from '../findings/finding.ts'
import {
  examplesOf,
  type Fact,
  factsOf,
  otherPlaces,
  received,
  underNames,
  wordsOf,
} from '../findings/finding-facts.ts'
import { headOf } from '../findings/finding-head.ts'
import { placesInRequest, placesInResponse } from '../findings/places.ts'
import { isUnstable } from '../findings/repetition.ts'
import type { ReportOptions } from '../options.ts'
import { shown } from '../text/escape-control.ts'
import { plural } from '../text/plural.ts'
import type { RunView } from '../view.ts'
import { anchorOf } from './anchors.ts'
import { copyable } from './copyable.ts'
import { type Html, html } from './escape.ts'
import { exchangeDetails, type ShownExchange } from './exchange.ts'

const mostOfLine = 1000

const gradeNames: Record<Grade, string> = { failure: 'Failure', warning: 'Warning', note: 'Note' }

/**
 * Shows a finding: the expected beside the received response, the requirement with its reading, the exchange, and the
 * commands that reproduce it.
 */
export function findingCard(finding: Finding, id: string, view: RunView, options: ReportOptions): Html {
  const { requirement, level, grade, inferred, occurrences } = finding
  const [first] = occurrences
  const exchange = view.exchanges.get(first.exchange ?? -1)
  return html`<article class="finding ${grade}" id="${id}" aria-labelledby="${id}-says" data-item="${grade}">
<p class="tags"><span class="tag ${grade}">${gradeNames[grade]}</span> <span class="tag">${level}</span>${
    inferred && html` <span class="tag">inferred</span>`
  }${isUnstable(first.repetition) && html` <span class="tag">unstable</span>`}${
    isKnown(options, first.check) && html` <span class="tag">known</span>`
  } <a href="#${anchorOf.requirement(requirement)}"><code>${requirement}</code></a> <a class="link" href="#${id}" aria-label="Link to this finding">#</a></p>
<h3 id="${id}-says">${headOf(finding)}</h3>
<dl class="sides"><div class="want"><dt>Expected</dt><dd>${first.want}</dd></div>
<div class="got"><dt>Received</dt><dd>${received(first, exchange)}${saidIn(exchange)}</dd></div></dl>
<dl class="facts">${[
    ...factsOf(finding, first, view, options).map(named),
    fact('Operation', first.subject ?? exchange?.operation),
    fact('Check', html`${first.title} ${linkTo(first.check)}`),
    ...basis(finding),
    fact('Names', underNames(finding, view.run.profile)),
  ]}</dl>
${examples(finding, view)}
${symptoms(finding)}
${also(otherPlaces(finding))}
${dependants(finding)}
${exchangesOf(first, id, view).map(exchangeDetails)}
${again(finding, id, view, options)}
</article>`
}

/**
 * Lists the exchanges of an occurrence: its control request, the exchange that set the expectation, and the one that
 * broke it.
 */
const exchangesOf = (occurrence: Occurrence, id: string, { exchanges }: RunView): ShownExchange[] => {
  const { exchange = -1, earlier = -1, controlledBy = -1 } = occurrence
  const [broken, before, control] = [exchange, earlier, controlledBy].map((number) => exchanges.get(number))
  return [
    ...(control
      ? [{ id: `${id}-control`, title: 'The control, which was accepted', exchange: control }]
      : []),
    ...(before
      ? [
          {
            id: `${id}-earlier`,
            title: 'The exchange that set the expectation',
            exchange: before,
            inResponse: placesInResponse(occurrence, before),
          },
        ]
      : []),
    ...(broken
      ? [
          {
            id: `${id}-exchange`,
            title: control || before ? 'The exchange that broke it' : 'Request and response',
            exchange: broken,
            inRequest: placesInRequest(occurrence, broken),
            inResponse: placesInResponse(occurrence, broken),
          },
        ]
      : []),
  ]
}

const linkTo = (check: string): Html => html`<a href="#${anchorOf.check(check)}"><code>${check}</code></a>`

/** Titles of facts. A fact without one is left out here, because the card shows it elsewhere or in other words. */
const titles: Readonly<Record<string, string | undefined>> = {
  sent: 'Request',
  with: 'With',
  resource: 'Resource',
  before: 'Before',
  'sent by': 'Sent by',
  known: 'Known',
  repeated: 'Repeated',
}

const named = ({ name, text }: Fact): Html | undefined => {
  const isCode = name === 'sent' || name === 'resource' || name === 'sent by'
  return fact(titles[name], isCode ? html`<code>${text}</code>` : text)
}

const fact = (name: string | undefined, value: Html | string | undefined): Html | undefined =>
  name && value ? html`<div><dt>${name}</dt><dd>${value}</dd></div>` : undefined

/** Says whether the requirement is stated or inferred, and how it is read. */
const basis = ({ inferred, reading, disputed }: Finding): Array<Html | undefined> => [
  fact('Basis', inferred ? `Inferred. ${reading ?? ''}` : `Stated by the interface. ${reading ?? ''}`),
  fact('Disputed', disputed && html`<ul>${disputed.map((one) => html`<li>${one}</li>`)}</ul>`),
]

/** A collapsed list, or nothing if it is empty. */
const folded = (items: readonly Html[], summary: string): Html | false =>
  items.length > 0 &&
  html`<details><summary>${summary}</summary>
<ul>${items.map((item) => html`<li>${item}</li>`)}</ul></details>`

const also = (others: readonly Occurrence[]): Html | false =>
  folded(
    others.map(
      ({ check, title, subject, repetition }) =>
        html`${title}${subject !== undefined && `, ${subject}`} ${linkTo(check)}${isUnstable(repetition) && ' (unstable)'}`,
    ),
    `The same in ${plural(others.length, 'other place')}`,
  )

/** Quotes one line of the server's own words. */
const saidIn = (exchange: ExchangeEvent | undefined): Html | undefined => {
  const words = wordsOf(exchange)
  return words === undefined ? undefined : html`<br><q>${shown(words)}</q>`
}

const examples = (finding: Finding, { exchanges }: RunView): Html | false => {
  const lines = examplesOf(finding, exchanges)
  return folded(
    lines.map((line) => html`${shown(line, mostOfLine)}`),
    `In requests of ${plural(lines.length, 'other kind')}`,
  )
}

const symptoms = ({ symptoms: all }: Finding): Html | false =>
  folded(
    all.map(
      (claim) =>
        html`${headOf(claim)} <code>${claim.requirement}</code> ${claim.level}<br>expected: ${shown(claim.want, mostOfLine)}<br>received: ${shown(claim.got, mostOfLine)}`,
    ),
    `From the same cause, ${plural(all.length, 'other claim is', 'other claims are')} broken`,
  )

const dependants = ({ dependants: all }: Finding): Html | false =>
  folded(
    all.map(({ check, status }) => html`${linkTo(check)} ${status}`),
    `Because of this, ${plural(all.length, 'check')} could not pass`,
  )

const again = (finding: Finding, id: string, { exchanges }: RunView, options: ReportOptions): Html => {
  const [first] = finding.occurrences
  const own = commandsFor(first, exchanges.get(first.exchange ?? -1), options)
  return html`<details><summary>Commands: repeat, sign or explain the request</summary>
<ul class="commands">${[...own, explainCommand(finding.requirement)].map((command) => commandItem(command, id))}</ul>
</details>`
}

const purposes: Record<ShellCommand['name'], string> = {
  replay: 'Repeats the same steps with the same values',
  sign: 'Signs the request again',
  explain: 'Shows the requirement in full',
}

const commandItem = ({ name, command }: ShellCommand, within: string): Html =>
  html`<li><span>${purposes[name]}</span>
${copyable({ id: `${within}-${name}`, text: command, label: `Copy the command: ${name}` })}</li>`
