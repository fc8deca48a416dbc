import type { Requirement } from '../catalogue/requirement.ts'
import { plural } from './plural.ts'

/** A profile with what the register is made of. */
export interface RegisteredProfile {
  name: string
  requirements: ReadonlyMap<string, Requirement>
  /** Title of a place in the specification. */
  titleOf: (source: string) => string
}

/** What servers did where the register has a requirement. */
export interface SeenAt {
  /** The event at which it was seen, as a sentence. */
  event: string
  /** In words; undefined where nobody was judged by it. */
  inWords: (requirement: string) => string | undefined
}

/**
 * The page with every reading: what is disputed, then what each profile infers from its text, by place; with what was seen at an
 * event, if there was one.
 */
export function registerOfReadings(profiles: readonly RegisteredProfile[], seen?: SeenAt): string {
  const all = withOwn(profiles)
  const shown = (id: string): string => {
    const text = seen?.inWords(id)
    return text === undefined ? '' : `\n  *Seen:* ${escaped(text)}`
  }
  const disputed = all.flatMap(({ profile, own }) =>
    own.filter((one) => one.disputed).map((one) => ({ one, profile })),
  )
  const inferred = all.map(({ profile, own }) => ({
    profile,
    own: own.filter(({ basis, disputed: both }) => basis === 'inferred' && !both),
  }))
  const sections = [
    {
      title: 'Disputed',
      text: disputed.map(({ one, profile }) => disputedEntry(one, profile, shown)).join('\n'),
    },
    ...inferred.map(({ profile, own }) => ({
      title: `Inferred, profile ${profile.name}`,
      text: byPlace(own, profile, shown),
    })),
  ]
  const count = inferred.reduce((sum, { own }) => sum + own.length, 0)
  return `${[
    '# Register of readings',
    `Some requirements do not stand in the specification word for word. This page lists those that we infer from it: ${plural(count, 'requirement')} that
${count === 1 ? 'is' : 'are'} inferred, and ${disputed.length} whose readings cannot be reconciled. A disputed requirement is reported and never fails a run.
\`op-conformance explain ID\` shows one of them with its checks. ${
      seen
        ? escaped(seen.event)
        : 'The page is made from the catalogue by `npm run register`; do not edit it.'
    }`,
    sections.map(({ title }) => `- [${title}](#${anchorOf(title)})`).join('\n'),
    ...sections.map(({ title, text }) => `## ${title}\n\n${text}`),
  ].join('\n\n')}\n`
}

interface WithOwn {
  profile: RegisteredProfile
  own: Requirement[]
}

/** What a profile inherits unchanged stands where it comes from. */
const withOwn = (profiles: readonly RegisteredProfile[]): WithOwn[] => {
  const seen = new Set<string>()
  return profiles.map((profile) => {
    const own = [...profile.requirements.values()].filter((one) => !seen.has(wordsOf(one)))
    for (const one of own) seen.add(wordsOf(one))
    return { profile, own: own.sort((a, b) => (a.id < b.id ? -1 : 1)) }
  })
}

const wordsOf = ({ id, level, says, basis, reading, disputed }: Requirement): string =>
  JSON.stringify([id, level, says, basis, reading, disputed])

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

const entry = ({ id, level, actor, says, reading }: Requirement): string =>
  `- \`${id}\` (${level}${actor === 'client' ? ', binds the client' : ''}): ${escaped(says)}${
    reading === undefined ? '' : `\n  *Reading:* ${escaped(reading)}`
  }`

const disputedEntry = (
  one: Requirement,
  { name, titleOf }: RegisteredProfile,
  shown: ShowRequirement,
): string => {
  const readings = (one.disputed ?? []).map((reading) => `\n  - ${escaped(reading)}`).join('')
  return `${entry(one)}\n  *Place:* ${escaped(titleOf(one.source))}, profile ${name}${shown(one.id)}\n${readings.replace(/^\n/, '')}`
}

/** Signs that Markdown would read something into, outside of code. */
const escaped = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replace(/[<>*_|[\]]/g, '\\$&')))
    .join('')
