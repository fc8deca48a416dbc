import type { Requirement } from '../../catalogue/requirement.ts'
import { plural } from '../counts.ts'
import {
  anchored,
  type Block,
  code,
  type Document,
  type Item,
  joined,
  link,
  paragraph,
  section,
  type Text,
  toned,
  words,
} from '../document/document.ts'

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
 * Makes the page with every reading: the general rules, then the disputed requirements, then by place what each profile
 * infers from its text and how it reads what its text states. Adds what servers did at an event, if there was one.
 */
export function registerOfReadings(profiles: readonly RegisteredProfile[], seen?: SeenAt): Document {
  const all = withOwn(profiles)
  const sections = [rulesIn(all), disputedIn(all, seen), ...inferredIn(all, seen), ...statedIn(all, seen)]
  return {
    title: 'Register of readings',
    lead: introduction(sections, seen),
    blocks: [
      { kind: 'list', items: sections.map(({ title }) => ({ text: link(`#${anchorOf(title)}`, title) })) },
      ...sections.map(({ title, blocks }) => anchored(anchorOf(title), title, ...blocks)),
    ],
  }
}

interface RegisterSection {
  kind: 'rules' | 'disputed' | 'inferred' | 'stated'
  title: string
  /** The number of entries. */
  count: number
  blocks: Block[]
}

const introduction = (sections: readonly RegisterSection[], seen: SeenAt | undefined): Text => {
  const count = (kind: RegisterSection['kind']): number =>
    sections.filter((one) => one.kind === kind).reduce((sum, one) => sum + one.count, 0)
  return [
    'Some requirements are not in the specification word for word. ',
    `This page lists those that we infer from it (${count('inferred')}), `,
    `those whose readings cannot be reconciled (${count('disputed')}), `,
    `and those that it states but that can be read in more than one way (${count('stated')}). `,
    'A disputed requirement is reported and never fails a run. ',
    code('op-conformance explain ID'),
    ' shows one of them with its checks and with the text of its place. ',
    ...(seen
      ? [words(seen.event)]
      : ['The page is made from the catalogue by ', code('npm run register'), '; do not edit it.']),
  ]
}

/** Lists each general rule once. Entries that rest on a rule link to it. */
const rulesIn = (all: readonly WithOwn[]): RegisterSection => {
  const resting = all.flatMap(({ own }) => own.filter(({ rule }) => rule))
  const rules = new Map(resting.flatMap(({ rule }) => (rule ? [[rule.id, rule] as const] : [])))
  const blocks = [...rules.values()].map(({ id, title, says }): Block => {
    const count = resting.filter(({ rule }) => rule?.id === id).length
    const rest = ` ${plural(count, 'requirement')} ${count === 1 ? 'rests' : 'rest'} on this rule.`
    return anchored(anchorOf(title), title, paragraph([withCode(says), rest]))
  })
  return { kind: 'rules', title: 'General rules', count: rules.size, blocks }
}

const disputedIn = (all: readonly WithOwn[], seen: SeenAt | undefined): RegisterSection => {
  const items = all.flatMap(({ profile, own }) =>
    own.filter((one) => one.disputed).map((one) => disputedEntry(one, profile, seen)),
  )
  return { kind: 'disputed', title: 'Disputed', count: items.length, blocks: [{ kind: 'list', items }] }
}

const inferredIn = (all: readonly WithOwn[], seen: SeenAt | undefined): RegisterSection[] =>
  all.map(({ profile, own }) => {
    const inferred = own.filter(({ basis, disputed }) => basis === 'inferred' && !disputed)
    return {
      kind: 'inferred',
      title: `Inferred, profile ${profile.name}`,
      count: inferred.length,
      blocks: byPlace(inferred, profile, seen),
    }
  })

const statedIn = (all: readonly WithOwn[], seen: SeenAt | undefined): RegisterSection[] =>
  all.map(({ profile, own }) => {
    const stated = own.filter(
      ({ basis, disputed, published, reading }) => basis === 'stated' && !disputed && (published ?? reading),
    )
    return {
      kind: 'stated',
      title: `Stated, with a reading, profile ${profile.name}`,
      count: stated.length,
      blocks: byPlace(stated, profile, seen),
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

const byPlace = (
  requirements: readonly Requirement[],
  { titleOf }: RegisteredProfile,
  seen: SeenAt | undefined,
): Block[] =>
  [...new Set(requirements.map(({ source }) => source))]
    .map((source) => ({ source, title: titleOf(source) }))
    .sort((a, b) => (a.title < b.title ? -1 : 1))
    .map(({ source, title }) => {
      const own = requirements.filter((one) => one.source === source)
      return section(withCode(title), {
        kind: 'list',
        items: own.map((one) => entry(one, seenOf(one, seen))),
      })
    })

const entry = (one: Requirement, more: readonly Text[]): Item => {
  const { id, level, actor, says, published = [], rule, reading } = one
  const readings: Text[] = [
    ...(rule ? [[link(`#${anchorOf(rule.title)}`, rule.title), '.']] : []),
    ...(reading === undefined ? [] : [withCode(reading)]),
  ]
  return {
    text: [code(id), ` (${level}${actor === 'client' ? ', binds the client' : ''}): `, withCode(says)],
    below: [
      ...published.map(({ at, says: text }) =>
        named('Published', ['"', withCode(text), '" (', code(at), ')']),
      ),
      ...(readings.length === 0 ? [] : [named('Reading', joined(readings, ' '))]),
      ...more,
    ],
  }
}

const disputedEntry = (
  one: Requirement,
  { name, titleOf }: RegisteredProfile,
  seen: SeenAt | undefined,
): Item =>
  entry(one, [
    named('Place', [withCode(titleOf(one.source)), `, profile ${name}`]),
    ...seenOf(one, seen),
    ...(one.disputed ?? []).map((reading, at) => named(`Reading ${at + 1}`, withCode(reading))),
  ])

const seenOf = ({ id }: Requirement, seen: SeenAt | undefined): Text[] => {
  const text = seen?.inWords(id)
  return text === undefined ? [] : [named('Seen', words(text))]
}

const named = (name: string, text: Text): Text => [toned('strong', `${name}:`), ' ', text]

/** Reads what the catalogue has between backticks as code. */
const withCode = (text: string): Text =>
  text.split(/`([^`]*)`/).map((part, at) => (at % 2 === 0 ? part : code(part)))
