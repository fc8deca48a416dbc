import type { Profile } from '../catalogue/profile.ts'
import type { Requirement } from '../catalogue/requirement.ts'
import { type Check, topicOf } from '../check/check.ts'
import { type Cost, noCost } from '../check/cost.ts'
import type { Needs } from '../check/need.ts'
import type { PassiveCheck } from '../check/passive.ts'
import type { OperationId } from '../operations.ts'
import type { Start, Suite } from '../run/suite.ts'
import { suiteIn } from '../run/suite-in-profile.ts'

/** What can be looked up: every check and every requirement. */
export interface Reference {
  checks: CheckEntry[]
  requirements: ReadonlyMap<string, Requirement>
  /** The places of the interface, by id. */
  places: ReadonlyMap<string, { title: string }>
  profile: string
}

export interface CheckEntry {
  id: string
  title: string
  topic: string
  kind: 'start' | 'active' | 'passive'
  /** A fault of the mock that makes it fail. */
  notices?: string
  claims: string[]
  operations: OperationId[]
  /** What it cannot do without. */
  needs: NeedEntry[]
  /** What single operations need on top; without, they are left out. */
  partly: Array<{ operation: OperationId; needs: NeedEntry[] }>
  generates: boolean
  /** The most that it sends and leaves behind, shrinking aside; the start's is a handful. */
  cost?: Cost
}

export interface NeedEntry {
  key: string
  meaning: string
}

interface Known {
  suite: Suite
  requirements: ReadonlyMap<string, Requirement>
  places: ReadonlyMap<string, { title: string }>
  profile: Profile
  /** Generated cases a property, for what checks cost. */
  runs: number
}

/** `suite` is every check of any profile. */
export const referenceOf = ({ suite, requirements, places, profile, runs }: Known): Reference => {
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

const activeEntry = (check: Check, profile: Profile, runs: number): CheckEntry => ({
  id: check.id,
  title: check.title,
  topic: topicOf(check),
  kind: 'active',
  notices: check.notices,
  claims: sorted(check.claims(profile)),
  operations: unique(check.operations),
  needs: needsIn(check.needs),
  partly: check.subjects
    .map(({ operation, needs }) => ({ operation, needs: needsIn(needs) }))
    .filter(({ needs }) => needs.length > 0),
  generates: check.generates,
  cost: check.cost(runs),
})

const passiveEntry = (check: PassiveCheck, profile: Profile): CheckEntry => ({
  id: check.id,
  title: check.title,
  topic: topicOf(check),
  kind: 'passive',
  notices: check.notices,
  claims: sorted(check.claims(profile)),
  operations: unique(check.operations),
  needs: needsIn(check.needs),
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

const needsIn = (needs: Needs): NeedEntry[] => {
  const byKey = new Map(Object.values(needs).map(({ key, meaning }) => [key, { key, meaning }]))
  return [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

const sorted = (values: readonly string[]): string[] => unique(values).sort()
