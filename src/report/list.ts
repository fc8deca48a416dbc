import type { Requirement } from '../catalogue/requirement.ts'
import { harmless } from './harmless.ts'
import type { CheckEntry, Reference } from './reference.ts'

/** Every check and every requirement of the profile, as data. */
interface Listing {
  profile: string
  checks: CheckEntry[]
  requirements: Array<Requirement & { checks: string[] }>
}

const listing = ({ checks, requirements, profile }: Reference): Listing => ({
  profile,
  checks,
  requirements: requirementsOf(requirements, profile).map((requirement) => ({
    ...requirement,
    checks: judging(requirement.id, checks),
  })),
})

export const listJson = (reference: Reference): string => `${JSON.stringify(listing(reference), null, 2)}\n`

/** Every check by topic, then every requirement with its level. */
export const listText = (reference: Reference): string => {
  const { checks, requirements, profile } = listing(reference)
  const topics = [...new Set(checks.map(({ topic }) => topic))].sort()
  const width = widest(checks.map(({ id }) => id))
  const blocks = topics.map((topic) =>
    checks
      .filter((check) => check.topic === topic)
      .map(({ id, title }) => `  ${id.padEnd(width)}  ${title}`)
      .join('\n'),
  )
  const lines = requirements.map((requirement) => requirementLine(requirement, requirements))
  return [
    `Checks (${checks.length})`,
    ...blocks,
    `Requirements of profile ${profile} (${requirements.length})`,
    lines.join('\n'),
    'op-conformance explain ID tells one of them in full.\n',
  ].join('\n\n')
}

/** The checks that claim a requirement. */
export const judging = (requirement: string, checks: readonly CheckEntry[]): string[] =>
  checks.filter(({ claims }) => claims.includes(requirement)).map(({ id }) => id)

/** Those of a profile, by id. */
const requirementsOf = (requirements: ReadonlyMap<string, Requirement>, profile: string): Requirement[] =>
  [...requirements.values()]
    .filter(({ profiles }) => profiles.includes(profile))
    .sort((a, b) => (a.id < b.id ? -1 : 1))

const requirementLine = (
  { id, level, says, untested, later, checks }: Listing['requirements'][number],
  all: Listing['requirements'],
): string => {
  const open = untested ? `  [untested: ${untested}]` : later ? `  [later: ${later}]` : ''
  const width = widest(all.map((one) => one.id))
  return harmless(`  ${level.padEnd(6)}  ${id.padEnd(width)}  ${says}${checks.length > 0 ? '' : open}`)
}

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length))
