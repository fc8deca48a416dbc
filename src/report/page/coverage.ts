import type { Coverage } from '../coverage.ts'
import {
  anchored,
  type Block,
  bar,
  code,
  folded,
  lineBreak,
  link,
  paragraph,
  type Section,
  type Share,
  type Text,
  toned,
} from '../document/document.ts'
import { claimsIn, type Finding } from '../findings/finding.ts'
import { groupedBy } from '../grouped.ts'
import type { RunView } from '../view.ts'
import { anchorOf, anchorsByRequirement } from './finding.ts'

/** Requirements about one subject, with their results. */
export interface Area {
  title: string
  requirements: Covered[]
  shares: Array<Share & { kind: RequirementResult }>
}

export interface Covered extends Coverage {
  fared: RequirementResult
}

/** The result of a requirement, over all that was seen of it. */
type RequirementResult = keyof typeof results

/** The results in the order in which a bar shows them, each with its word and its tone. */
const results = {
  held: ['held', 'good'],
  noted: ['noted', 'note'],
  warned: ['warning', 'warning'],
  broken: ['failed', 'failure'],
  missed: ['not exercised', 'faint'],
  untested: ['untested', 'faint'],
} as const

/** Titles for the first words of ids that are not clear on their own. Any other first word is its own title. */
const titles: Readonly<Record<string, string | undefined>> = {
  amount: 'Amounts',
  client: 'Duties of the client',
  errors: 'Errors',
  list: 'Lists and pages',
  'list-incoming-payments': 'Lists and pages',
  'list-outgoing-payments': 'Lists and pages',
  page: 'Lists and pages',
  'incoming-payment': 'Incoming payments',
  'payment-method': 'Incoming payments',
  'public-incoming-payment': 'Incoming payments',
  'outgoing-payment': 'Outgoing payments',
  quote: 'Quotes',
  right: 'Tokens and rights',
  service: 'The service as a whole',
  signature: 'Signatures and digests',
  token: 'Tokens and rights',
}

/** Groups the coverage by area, sorted by title. */
export function areasOf(coverage: readonly Coverage[], findings: readonly Finding[]): Area[] {
  const all = coverage.map((one): Covered => ({ ...one, fared: faredOf(one, findings) }))
  return [...groupedBy(all, ({ requirement }) => titleOf(requirement))]
    .map(([title, requirements]) => ({ title, requirements, shares: sharesOf(requirements) }))
    .sort((a, b) => (a.title < b.title ? -1 : 1))
}

export function sharesOf(requirements: readonly Covered[]): Area['shares'] {
  const kinds = Object.keys(results) as RequirementResult[]
  return kinds.map((kind) => ({ kind, count: requirements.filter(({ fared }) => fared === kind).length }))
}

const titleOf = (requirement: string): string => {
  const word = requirement.split('.')[0] ?? requirement
  const spaced = word.replaceAll('-', ' ')
  return titles[word] ?? spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

const faredOf = (
  { requirement, level, state }: Coverage,
  findings: readonly Finding[],
): RequirementResult => {
  const grades = findings
    .flatMap(claimsIn)
    .filter((one) => one.requirement === requirement)
    .map(({ grade }) => grade)
  if (grades.includes('failure')) return 'broken'
  if (grades.includes('warning')) return 'warned'
  if (state === 'untested') return 'untested'
  if (state === 'not exercised') return 'missed'
  return grades.includes('note') || level === 'note' || level === 'MAY' ? 'noted' : 'held'
}

/** Shows the result of every requirement by area, with links to findings. */
export function coverageSection(view: RunView): Section {
  const anchors = anchorsByRequirement(view.findings)
  const areas = areasOf(view.coverage, view.findings).map(({ title, requirements, shares }) =>
    folded(
      [toned('strong', title), ' ', bar(shares), ' ', toned('faint', countsOf(shares))],
      ...resultsIn(requirements, view, anchors),
    ),
  )
  return anchored('coverage', 'Coverage by area', ...areas)
}

const resultsIn = (requirements: readonly Covered[], view: RunView, anchors: Anchors): Block[] => {
  const exercised = requirements.filter(({ fared }) => fared !== 'missed')
  const table: Block = {
    kind: 'table',
    head: ['Requirement', 'Result'],
    rows: exercised.map((one) => rowOf(one, view, anchors)),
    ids: exercised.map(({ requirement }) => anchorOf.requirement(requirement)),
  }
  const others = requirements.filter(({ fared }) => fared === 'missed').map(({ requirement }) => requirement)
  return [...(exercised.length > 0 ? [table] : []), ...notExercised(others)]
}

/** Names the requirements that no check saw anything of, in a line, because there is nothing to say of each. */
export function notExercised(ids: readonly string[]): Block[] {
  if (ids.length === 0) return []
  return [paragraph(['Not exercised: ', code(ids.join(', '), Number.POSITIVE_INFINITY)])]
}

/** Formats `30 held, 1 failed`. Results with a count of zero are omitted. */
const countsOf = (shares: Area['shares']): string =>
  shares
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${results[kind][0]}`)
    .join(', ')

type Anchors = ReturnType<typeof anchorsByRequirement>

const rowOf = (covered: Covered, { requirements }: RunView, anchors: Anchors): Text[] => {
  const { requirement, level, fared, state, untested, later } = covered
  const finding = anchors.get(requirement)
  const [word, tone] = results[fared]
  const result = toned(tone, word)
  const why = state === 'untested' ? ` · ${untested ?? `its check is not written yet (${later ?? ''})`}` : ''
  return [
    [
      requirements.get(requirement)?.says ?? '',
      lineBreak,
      toned('faint', [code(requirement), ` · ${level}${why}`]),
    ],
    finding === undefined ? result : link(`#${finding}`, result),
  ]
}
