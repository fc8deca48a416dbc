import type { Requirement } from '../catalogue/requirement.ts'
import type { Level } from '../core/verdict.ts'
import { type CheckView, isJudged } from './findings/finding.ts'

/** The state of a requirement after a run. */
export interface Coverage {
  requirement: string
  level: Level
  /** `not exercised` means that its checks were skipped, not selected or inconclusive, or observed nothing. */
  state: 'judged' | 'not exercised' | 'untested'
  /** The reason why it is untested: the recorded decision here, or in `later` the topic that will bring its check. */
  untested?: string
  later?: string
  /** The checks of the run that claim it. */
  checks: string[]
}

/** Returns every requirement of the profile, sorted by id. Only a check that passed or failed judges anything. */
export function coverageOf(
  checks: readonly CheckView[],
  requirements: ReadonlyMap<string, Requirement>,
): Coverage[] {
  const judged = new Set(checks.filter(isJudged).flatMap(({ counts }) => observedIn(counts)))
  const claimedBy = claimants(checks)
  return [...requirements.values()]
    .map((requirement) => ({
      requirement: requirement.id,
      level: requirement.level,
      ...stateOf(requirement, judged),
      checks: claimedBy.get(requirement.id) ?? [],
    }))
    .sort((a, b) => (a.requirement < b.requirement ? -1 : 1))
}

const observedIn = (counts: CheckView['counts']): string[] =>
  Object.entries(counts)
    .filter(([, { held, broken, noted }]) => held + broken + noted > 0)
    .map(([requirement]) => requirement)

/** Maps each requirement to the checks that claim it. */
export function claimants(checks: ReadonlyArray<Pick<CheckView, 'id' | 'claims'>>): Map<string, string[]> {
  const claimedBy = new Map<string, string[]>()
  for (const { id, claims } of checks) {
    for (const claim of claims) claimedBy.set(claim, [...(claimedBy.get(claim) ?? []), id])
  }
  return claimedBy
}

const stateOf = (
  { id, untested, later }: Requirement,
  judged: ReadonlySet<string>,
): Pick<Coverage, 'state' | 'untested' | 'later'> => {
  if (judged.has(id)) return { state: 'judged' }
  if (untested !== undefined) return { state: 'untested', untested }
  if (later !== undefined) return { state: 'untested', later }
  return { state: 'not exercised' }
}
