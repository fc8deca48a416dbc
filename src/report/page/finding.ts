import { operationIds } from '../../core/operations.ts'
import type { Grade } from '../../core/verdict.ts'
import { plural } from '../counts.ts'
import {
  type Block,
  code,
  type Fact,
  type FindingEntry,
  fact,
  folded,
  joined,
  lineBreak,
  link,
  paragraph,
  type Text,
  toned,
  words,
} from '../document/document.ts'
import { isKnown, type ReportOptions } from '../exit-code.ts'
import { claimsIn, type Finding, isUnstable, type Occurrence } from '../findings/finding.ts'
import { examplesOf, factsOf, otherPlaces, received, underNames, wordsOf } from '../findings/finding-facts.ts'
import { commandsOf, headOf, levelInWords, type ShellCommand } from '../findings/finding-words.ts'
import { placesInRequest, placesInResponse } from '../findings/places.ts'
import type { RunView } from '../view.ts'
import { exchangeSection, type MarkedExchange } from './exchange.ts'

const gradeNames: Record<Grade, string> = { failure: 'Failure', warning: 'Warning', note: 'Note' }

/**
 * Shows a finding as a card: the expected beside the received response, the requirement with its reading, the exchange,
 * and the commands that reproduce it.
 */
export function findingCard(
  finding: Finding,
  id: string,
  view: RunView,
  options: ReportOptions,
): FindingEntry {
  const [first] = finding.occurrences
  const exchange = view.exchanges.get(first.exchange)
  const said = wordsOf(exchange)
  return {
    grade: finding.grade,
    title: headOf(finding),
    facts: cardFacts(finding, view, options),
    card: {
      id,
      tags: tagsOf(finding, options),
      want: words(first.want),
      got: [
        words(received(first, exchange)),
        ...(said === undefined ? [] : [lineBreak, '“', words(said), '”']),
      ],
      group: operationsIn(finding, view),
      blocks: [
        ...examples(finding, view),
        ...symptoms(finding),
        ...also(otherPlaces(finding)),
        ...listed(
          `Because of this, ${plural(finding.dependants.length, 'check')} could not pass`,
          finding.dependants.map(({ check, status }) => joined([linkTo(check), status], ' ')),
        ),
        ...exchangesOf(first, view).map(exchangeSection),
        commands(finding, view, options),
      ],
    },
  }
}

const tagsOf = (finding: Finding, options: ReportOptions): Text[] => {
  const { requirement, grade, inferred, occurrences } = finding
  const [first] = occurrences
  return [
    toned(grade, gradeNames[grade]),
    levelInWords(finding),
    ...(inferred ? ['inferred'] : []),
    ...(isUnstable(first.repetition) ? ['unstable'] : []),
    ...(isKnown(options, first.check) ? ['known'] : []),
    link(`#${anchorOf.requirement(requirement)}`, code(requirement)),
  ]
}

/** Lists the exchanges of an occurrence: the control, the exchange that set the expectation, and the failed exchange. */
const exchangesOf = (occurrence: Occurrence, { exchanges }: RunView): MarkedExchange[] => {
  const { exchange, earlier, controlledBy } = occurrence
  const [broken, before, control] = [exchange, earlier, controlledBy].map((number) => exchanges.get(number))
  return [
    control && { title: 'The control, which was accepted', exchange: control },
    before && {
      title: 'The exchange that set the expectation',
      exchange: before,
      inResponse: placesInResponse(occurrence, before),
    },
    broken && {
      title: control || before ? 'The exchange that broke it' : 'Request and response',
      exchange: broken,
      inRequest: placesInRequest(occurrence, broken),
      inResponse: placesInResponse(occurrence, broken),
    },
  ].filter((shown) => shown !== undefined)
}

const linkTo = (check: string): Text => link(`#${anchorOf.check(check)}`, code(check))

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

const asCode = ['sent', 'resource', 'sent by']

/** The operation that a finding is about, or words if it is not one. A record may name others than there are. */
const operationsIn = ({ occurrences }: Finding, { exchanges }: RunView): string => {
  const named = occurrences.map(({ subject, exchange }) => subject ?? exchanges.get(exchange)?.operation)
  const operations = new Set(named.map((name) => operationIds.find((id) => id === name) ?? 'no operation'))
  const [first = '', ...others] = operations
  return others.length === 0 ? first : 'several operations'
}

const cardFacts = (finding: Finding, view: RunView, options: ReportOptions): Fact[] => {
  const { occurrences, inferred, reading = '', disputed = [] } = finding
  const [first] = occurrences
  const on = first.subject ?? view.exchanges.get(first.exchange)?.operation
  const under = underNames(finding, view.run.profile)
  return [
    ...factsOf(finding, first, view, options).flatMap(({ name, text }) => {
      const title = titles[name]
      return title === undefined ? [] : fact(title, asCode.includes(name) ? code(text) : words(text))
    }),
    ...(on === undefined ? [] : [sought(fact('Operation', words(on)))]),
    ...(finding.shape === undefined ? [] : [fact('Values', words(finding.shape))]),
    sought(fact('Check', [`${first.title} `, linkTo(first.check)])),
    fact('Basis', `${inferred ? 'Inferred.' : 'Stated by the interface.'} ${reading}`),
    ...(disputed.length === 0 ? [] : [fact('Disputed', ...disputed)]),
    ...(under === undefined ? [] : [fact('Names', words(under))]),
  ]
}

const sought = (one: Fact): Fact => ({ ...one, sought: true })

/** A folded list, or nothing if it is empty. */
const listed = (title: string, texts: readonly Text[]): Block[] =>
  texts.length === 0 ? [] : [folded(title, { kind: 'list', items: texts.map((text) => ({ text })) })]

const also = (others: readonly Occurrence[]): Block[] =>
  listed(
    `The same in ${plural(others.length, 'other place')}`,
    others.map(({ check, title, subject, repetition }) => [
      title,
      subject === undefined ? ' ' : [', ', words(subject), ' '],
      linkTo(check),
      isUnstable(repetition) ? ' (unstable)' : '',
    ]),
  )

const examples = (finding: Finding, { exchanges }: RunView): Block[] => {
  const lines = examplesOf(finding, exchanges)
  return listed(
    `In requests of ${plural(lines.length, 'other kind')}`,
    lines.map((line) => words(line)),
  )
}

const symptoms = ({ symptoms: all }: Finding): Block[] =>
  listed(
    `From the same cause, ${plural(all.length, 'other claim is', 'other claims are')} broken`,
    all.map((claim) => [
      ...[headOf(claim), ' ', code(claim.requirement), ` ${levelInWords(claim)}`],
      ...[lineBreak, 'expected: ', words(claim.want), lineBreak, 'received: ', words(claim.got)],
    ]),
  )

const purposes: Record<ShellCommand['name'], string> = {
  replay: 'Repeats the same steps with the same values',
  sign: 'Signs the request again',
  explain: 'Shows the requirement in full',
}

const commands = (finding: Finding, view: RunView, options: ReportOptions): Block => {
  const blocks = commandsOf(finding, view, options).flatMap(({ name, command }): Block[] => [
    paragraph(toned('faint', purposes[name])),
    { kind: 'code', text: command, copies: `Copy the command: ${name}` },
  ])
  return folded('Commands: repeat, sign or explain the request', ...blocks)
}

/**
 * The anchors of parts of the page. They are the same in every report, so a link to an older report still leads to the
 * same requirement or check in a newer one.
 */
export const anchorOf = {
  requirement: (id: string): string => `requirement-${id}`,
  check: (id: string): string => `check-${id}`,
}

/** Maps ids that each finding has to the anchor of the first finding with this id. */
export function firstAnchors(
  findings: readonly Finding[],
  idsIn: (finding: Finding) => readonly string[],
): ReadonlyMap<string, string> {
  const anchors = findingAnchors(findings)
  const all = findings.flatMap((finding, at) => idsIn(finding).map((id) => [id, anchors[at] ?? ''] as const))
  return new Map(all.reverse())
}

/** Maps each broken requirement to the anchor of the first finding that shows it. */
export function anchorsByRequirement(findings: readonly Finding[]): ReadonlyMap<string, string> {
  return firstAnchors(findings, (finding) => claimsIn(finding).map(({ requirement }) => requirement))
}

/**
 * Returns the anchor of each finding, made from its requirement. Further findings of the same requirement get a number.
 */
export function findingAnchors(findings: readonly Pick<Finding, 'requirement'>[]): string[] {
  const seen = new Map<string, number>()
  return findings.map(({ requirement }) => {
    const count = (seen.get(requirement) ?? 0) + 1
    seen.set(requirement, count)
    return `finding-${requirement}${count > 1 ? `-${count}` : ''}`
  })
}
