import type { Requirement } from '../../catalogue/requirement.ts'
import { plural } from '../counts.ts'

/** A profile with the data that the register is built from. */
export interface RegisteredProfile {
  name: string
  requirements: ReadonlyMap<string, Requirement>
  /** Returns the title of a place in the specification. */
  titleOf: (source: string) => string
}

/** Observed behaviour of servers for the requirements in the register. */
export interface SeenAt {
  /** The event at which the behaviour was observed, as a sentence. */
  event: string
  /** Returns the observed behaviour in words, or undefined if no server was judged by the requirement. */
  inWords: (requirement: string) => string | undefined
}

/**
 * Renders the page with every reading: the general rules, then the disputed requirements, then by place what each
 * profile infers from its text and how it reads what its text states. Adds what servers did at an event, if there was
 * one.
 */
export function registerOfReadings(profiles: readonly RegisteredProfile[], seen?: SeenAt): string {
  const all = withOwn(profiles)
  const shown = (id: string): string => {
    const text = seen?.inWords(id)
    return text === undefined ? '' : `\n  *Seen:* ${escaped(text)}`
  }
  const sections = [rulesIn(all), disputedIn(all, shown), ...inferredIn(all, shown), ...statedIn(all, shown)]
  return `${[
    '# Register of readings',
    introduction(sections, seen),
    sections.map(({ title }) => `- [${title}](#${anchorOf(title)})`).join('\n'),
    ...sections.map(({ title, text }) => `## ${title}\n\n${text}`),
  ].join('\n\n')}\n`
}

interface RegisterSection {
  kind: 'rules' | 'disputed' | 'inferred' | 'stated'
  title: string
  /** The number of entries. */
  count: number
  text: string
}

const introduction = (sections: readonly RegisterSection[], seen: SeenAt | undefined): string => {
  const count = (kind: RegisterSection['kind']): number =>
    sections.filter((one) => one.kind === kind).reduce((sum, one) => sum + one.count, 0)
  return `Some requirements do not stand in the specification word for word. This page lists those that we infer from it (${count('inferred')}),
those whose readings cannot be reconciled (${count('disputed')}), and those that it states and that could still be read otherwise
(${count('stated')}). A disputed requirement is reported and never fails a run. \`op-conformance explain ID\` shows one of them with
its checks and with the text of its place. ${
    seen ? escaped(seen.event) : 'The page is made from the catalogue by `npm run register`; do not edit it.'
  }`
}

/** Lists each general rule once. Entries that rest on a rule link to it. */
const rulesIn = (all: readonly WithOwn[]): RegisterSection => {
  const resting = all.flatMap(({ own }) => own.filter(({ rule }) => rule))
  const rules = new Map(resting.flatMap(({ rule }) => (rule ? [[rule.id, rule] as const] : [])))
  const texts = [...rules.values()].map(({ id, title, says }) => {
    const count = resting.filter(({ rule }) => rule?.id === id).length
    return `### ${title}\n\n${escaped(says)} ${plural(count, 'requirement')} ${count === 1 ? 'rests' : 'rest'} on this rule.`
  })
  return { kind: 'rules', title: 'General rules', count: rules.size, text: texts.join('\n\n') }
}

const disputedIn = (all: readonly WithOwn[], shown: ShowRequirement): RegisterSection => {
  const entries = all.flatMap(({ profile, own }) =>
    own.filter((one) => one.disputed).map((one) => disputedEntry(one, profile, shown)),
  )
  return { kind: 'disputed', title: 'Disputed', count: entries.length, text: entries.join('\n') }
}

const inferredIn = (all: readonly WithOwn[], shown: ShowRequirement): RegisterSection[] =>
  all.map(({ profile, own }) => {
    const inferred = own.filter(({ basis, disputed }) => basis === 'inferred' && !disputed)
    return {
      kind: 'inferred',
      title: `Inferred, profile ${profile.name}`,
      count: inferred.length,
      text: byPlace(inferred, profile, shown),
    }
  })

const statedIn = (all: readonly WithOwn[], shown: ShowRequirement): RegisterSection[] =>
  all.map(({ profile, own }) => {
    const stated = own.filter(
      ({ basis, disputed, published, reading }) => basis === 'stated' && !disputed && (published ?? reading),
    )
    return {
      kind: 'stated',
      title: `Stated, with a reading, profile ${profile.name}`,
      count: stated.length,
      text: byPlace(stated, profile, shown),
    }
  })

interface WithOwn {
  profile: RegisteredProfile
  own: Requirement[]
}

/** Lists a requirement that a profile inherits unchanged only under the profile that it comes from. */
const withOwn = (profiles: readonly RegisteredProfile[]): WithOwn[] => {
  const seen = new Set<string>()
  return profiles.map((profile) => {
    const own = [...profile.requirements.values()].filter((one) => !seen.has(wordsOf(one)))
    for (const one of own) seen.add(wordsOf(one))
    return { profile, own: own.sort((a, b) => (a.id < b.id ? -1 : 1)) }
  })
}

const wordsOf = ({ id, level, says, basis, published, rule, reading, disputed }: Requirement): string =>
  JSON.stringify([id, level, says, basis, published, rule?.id, reading, disputed])

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/ /g, '-')

type ShowRequirement = (requirement: string) => string

const byPlace = (
  requirements: readonly Requirement[],
  { titleOf }: RegisteredProfile,
  shown: ShowRequirement,
): string => {
  const places = [...new Set(requirements.map(({ source }) => source))]
    .map((source) => ({ source, title: titleOf(source) }))
    .sort((a, b) => (a.title < b.title ? -1 : 1))
  return places
    .map(({ source, title }) => {
      const own = requirements.filter((one) => one.source === source)
      return `### ${escaped(title)}\n\n${own.map((one) => entry(one) + shown(one.id)).join('\n')}`
    })
    .join('\n\n')
}

const entry = ({ id, level, actor, says, published, rule, reading }: Requirement): string => {
  const readings = [
    ...(rule ? [`[${rule.title}](#${anchorOf(rule.title)}).`] : []),
    ...(reading === undefined ? [] : [escaped(reading)]),
  ]
  return `- \`${id}\` (${level}${actor === 'client' ? ', binds the client' : ''}): ${escaped(says)}${quoted(published)}${
    readings.length === 0 ? '' : `\n  *Reading:* ${readings.join(' ')}`
  }`
}

const quoted = (published: Requirement['published'] = []): string =>
  published.map(({ at, says }) => `\n  *Published:* "${escaped(says)}" (\`${at}\`)`).join('')

const disputedEntry = (
  one: Requirement,
  { name, titleOf }: RegisteredProfile,
  shown: ShowRequirement,
): string => {
  const readings = (one.disputed ?? []).map((reading) => `\n  - ${escaped(reading)}`).join('')
  return `${entry(one)}\n  *Place:* ${escaped(titleOf(one.source))}, profile ${name}${shown(one.id)}\n${readings.replace(/^\n/, '')}`
}

/** Escapes characters that have a meaning in Markdown, except inside code. */
const escaped = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replace(/[<>*_|[\]]/g, '\\$&')))
    .join('')
