import type { Requirement } from '../../catalogue/requirement.ts'
import { jsonText } from '../data/json-text.ts'
import { escapeControl } from '../text/escape-control.ts'
import type { CheckEntry, Reference } from './reference.ts'

/** Every check and every requirement of the profile, as data. */
interface CheckListing {
  profile: string
  checks: CheckEntry[]
  requirements: Array<Requirement & { checks: string[] }>
}

const listing = ({ checks, requirements, profile }: Reference): CheckListing => ({
  profile,
  checks,
  requirements: requirementsOf(requirements).map((requirement) => ({
    ...requirement,
    checks: judging(requirement.id, checks),
  })),
})

export function listJson(reference: Reference): string {
  return jsonText(listing(reference))
}

/** Lists every check by topic, then every requirement with its level. */
export function listText(reference: Reference): string {
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
    mustsByBasis(requirements),
    ...register(requirements),
    'To see an entry in full: op-conformance explain ID\n',
  ].join('\n\n')
}

/** Counts the requirements that can fail a run, by their basis: stated or inferred. */
const mustsByBasis = (requirements: CheckListing['requirements']): string => {
  const musts = requirements.filter(({ level }) => level === 'MUST')
  const failing = musts.filter(({ disputed }) => disputed === undefined)
  const stated = failing.filter(({ basis }) => basis === 'stated').length
  const disputed = musts.length - failing.length
  const except = disputed > 0 ? `; ${disputed} more ${disputed === 1 ? 'is' : 'are'} disputed` : ''
  return `Requirements of level MUST: ${stated} stated, ${failing.length - stated} inferred${except}.`
}

/** The disputed requirements, each with its readings. */
const register = (requirements: CheckListing['requirements']): string[] => {
  const disputed = requirements.filter((requirement) => requirement.disputed !== undefined)
  if (disputed.length === 0) return []
  const lines = disputed.flatMap(({ id, disputed: readings = [] }) => [
    `  ${id}`,
    ...readings.map((reading) => `    - ${reading}`),
  ])
  return [
    `Disputed requirements with both readings; they never fail a run (${disputed.length})`,
    lines.map(escapeControl).join('\n'),
  ]
}

/** Returns the ids of the checks that claim a requirement. */
export function judging(requirement: string, checks: readonly CheckEntry[]): string[] {
  return checks.filter(({ claims }) => claims.includes(requirement)).map(({ id }) => id)
}

/** Sorts requirements by id. */
const requirementsOf = (requirements: ReadonlyMap<string, Requirement>): Requirement[] =>
  [...requirements.values()].sort((a, b) => (a.id < b.id ? -1 : 1))

const requirementLine = (
  { id, level, says, disputed, untested, later, checks }: CheckListing['requirements'][number],
  all: CheckListing['requirements'],
): string => {
  const open = untested ? `  [untested: ${untested}]` : later ? `  [later: ${later}]` : ''
  const width = widest(all.map((one) => one.id))
  const marks = `${disputed ? '  [disputed]' : ''}${checks.length > 0 ? '' : open}`
  return escapeControl(`  ${level.padEnd(6)}  ${id.padEnd(width)}  ${says}${marks}`)
}

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length))
