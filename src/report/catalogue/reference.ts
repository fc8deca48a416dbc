import type { Profile } from '../../catalogue/profile.ts'
import type { Requirement } from '../../catalogue/requirement.ts'
import { type Cost, noCost } from '../../check/cost.ts'
import type { Check } from '../../check/kinds/check.ts'
import { topicOf } from '../../check/kinds/head.ts'
import type { PassiveCheck } from '../../check/kinds/passive.ts'
import type { Needs } from '../../check/needs/need.ts'
import type { Start, Suite } from '../../check/suite.ts'
import type { PlannedCheck } from '../../core/events.ts'
import type { OperationId } from '../../core/operations.ts'
import { costOfCheck } from '../../run/plan/plan.ts'
import { suiteIn } from '../../run/plan/select.ts'
import { type Block, code, listed, paragraph, section } from '../document/document.ts'
import type { Presented } from '../document/view.ts'

/** Everything that a user can look up: every check and every requirement. */
export interface Reference {
  checks: CheckEntry[]
  requirements: ReadonlyMap<string, Requirement>
  /** The places of the interface, by id. */
  places: ReadonlyMap<string, QuotedPlace>
  profile: string
}

interface QuotedPlace {
  title: string
  /** The words of the interface at that place, verbatim. */
  text?: string
}

export interface CheckEntry extends Pick<PlannedCheck, 'id' | 'title' | 'topic' | 'claims' | 'operations'> {
  kind: 'start' | 'active' | 'passive'
  /** A fault of the mock that makes the check fail. */
  detects?: string | undefined
  /** Needs without which the check is skipped: its own, and those that all of its operations share. */
  needs: NeedEntry[]
  /** Set if each operation has needs but they share none. The check then runs if the needs of one operation are met. */
  oneOf?: true
  /** A condition, in words, that must also be met for the check to observe anything. */
  otherwise?: string | undefined
  /** Additional needs of single operations. An operation whose needs are not met is left out. */
  partly: Array<{ operation: OperationId; needs: NeedEntry[] }>
  generates: boolean
  /**
   * The most that the check sends and leaves behind, shrinking excluded. The start has no cost here: it sends a few
   * requests.
   */
  cost?: Cost
}

export interface NeedEntry {
  key: string
  meaning: string
}

interface ReferenceSources {
  suite: Suite
  requirements: ReadonlyMap<string, Requirement>
  places: ReadonlyMap<string, QuotedPlace>
  profile: Profile
  /** The number of generated cases per property. The costs of checks depend on it. */
  runs: number
}

/** Builds the reference of one profile. `suite` has every check of any profile. */
export function referenceOf({ suite, requirements, places, profile, runs }: ReferenceSources): Reference {
  const { start, checks, passive } = suiteIn(suite, profile, requirements)
  return {
    checks: [
      startEntry(start),
      ...checks.map((check) => activeEntry(check, profile, runs)),
      ...passive.map((check) => passiveEntry(check, profile)),
    ].sort((a, b) => (a.id < b.id ? -1 : 1)),
    requirements,
    places,
    profile: profile.name,
  }
}

const activeEntry = (check: Check, profile: Profile, runs: number): CheckEntry => {
  const own = needsIn(check.needs)
  const partly = check.subjects
    .map(({ operation, needs }) => ({ operation, needs: needsIn(needs) }))
    .filter(({ needs }) => needs.length > 0)
  const isPartOfAll = check.subjects.length > 0 && partly.length === check.subjects.length
  const shared = isPartOfAll ? sharedBy(partly.map(({ needs }) => needs)) : []
  return {
    id: check.id,
    title: check.title,
    topic: topicOf(check),
    kind: 'active',
    detects: check.detects,
    claims: sorted(check.claims(profile)),
    operations: unique(check.operations),
    needs: byKey([...own, ...shared]),
    ...(isPartOfAll && shared.length === 0 ? { oneOf: true } : {}),
    partly: partly.flatMap(({ operation, needs }) => {
      const others = needs.filter(({ key }) => !shared.some((one) => one.key === key))
      return others.length > 0 ? [{ operation, needs: others }] : []
    }),
    generates: check.generates,
    cost: costOfCheck(check, runs),
  }
}

const sharedBy = ([first = [], ...others]: ReadonlyArray<NeedEntry[]>): NeedEntry[] =>
  first.filter(({ key }) => others.every((needs) => needs.some((one) => one.key === key)))

const passiveEntry = (check: PassiveCheck, profile: Profile): CheckEntry => ({
  id: check.id,
  title: check.title,
  topic: topicOf(check),
  kind: 'passive',
  detects: check.detects,
  claims: sorted(check.claims(profile)),
  operations: unique(check.operations),
  needs: needsIn(check.needs),
  otherwise: check.otherwise,
  partly: [],
  generates: false,
  cost: noCost,
})

const startEntry = (start: Start): CheckEntry => ({
  id: start.id,
  title: start.title,
  topic: topicOf(start),
  kind: 'start',
  claims: sorted(start.bare),
  operations: unique(start.whole.map(({ operation }) => operation)),
  needs: [],
  partly: [],
  generates: false,
})

const needsIn = (needs: Needs = {}): NeedEntry[] =>
  byKey(Object.values(needs).map(({ key, meaning }) => ({ key, meaning })))

const byKey = (needs: readonly NeedEntry[]): NeedEntry[] =>
  [...new Map(needs.map((need) => [need.key, need])).values()].sort((a, b) => (a.key < b.key ? -1 : 1))

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

const sorted = (values: readonly string[]): string[] => unique(values).sort()

/** Every check and every requirement of the profile, as data. */
interface CheckListing {
  profile: string
  checks: CheckEntry[]
  requirements: Array<Requirement & { checks: string[] }>
}

const listing = ({ checks, requirements, profile }: Reference): CheckListing => ({
  profile,
  checks,
  requirements: [...requirements.values()]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((requirement) => ({ ...requirement, checks: judging(requirement.id, checks) })),
})

/** Lists every check by topic, then every requirement with its level. */
export function listView(reference: Reference): Presented {
  const data = listing(reference)
  const { checks, requirements, profile } = data
  const topics = [...new Set(checks.map(({ topic }) => topic))].sort()
  return {
    document: {
      title: `Checks and requirements of profile ${profile}`,
      blocks: [
        section(`Checks (${checks.length})`, ...topics.map((topic) => topicSection(topic, checks))),
        section(
          `Requirements of profile ${profile} (${requirements.length})`,
          requirementTable(requirements),
        ),
        paragraph(mustsByBasis(requirements)),
        ...register(requirements),
        paragraph(['To see an entry in full: ', code('op-conformance explain ID')]),
      ],
    },
    data,
  }
}

const topicSection = (topic: string, checks: readonly CheckEntry[]): Block =>
  section(topic, {
    kind: 'table',
    head: ['check', 'what it claims'],
    rows: checks.filter((check) => check.topic === topic).map(({ id, title }) => [code(id), title]),
    bare: true,
  })

const requirementTable = (requirements: CheckListing['requirements']): Block => ({
  kind: 'table',
  head: ['level', 'requirement', 'what it says'],
  rows: requirements.map(({ id, level, says, disputed, untested, later, checks }) => {
    const open = untested ? `  [untested: ${untested}]` : later ? `  [later: ${later}]` : ''
    const marks = `${disputed ? '  [disputed]' : ''}${checks.length > 0 ? '' : open}`
    return [level, code(id), `${says}${marks}`]
  }),
  bare: true,
})

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
const register = (requirements: CheckListing['requirements']): Block[] =>
  listed(
    'Disputed requirements with both readings; they never fail a run',
    requirements.flatMap(({ id, disputed }) => (disputed ? [{ text: code(id), below: disputed }] : [])),
  )

/** Returns the ids of the checks that claim a requirement. */
export function judging(requirement: string, checks: readonly CheckEntry[]): string[] {
  return checks.filter(({ claims }) => claims.includes(requirement)).map(({ id }) => id)
}
