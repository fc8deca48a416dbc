import type { Level } from '../core/verdict.ts'
import type { Report, ReportedCheck } from './data/json.ts'
import { type BrokenClaim, claimsIn, isJudged } from './findings/finding.ts'

/** A change of a requirement between two runs. `new` and `gone` mean that only one of the runs judged it. */
export interface Difference {
  requirement: string
  level: Level
  kind: 'worse' | 'better' | 'new' | 'gone'
  /** The origin of the change. A change is attributed to the target only if nothing else explains it. */
  doing: Doing
  why: string
}

export type Doing = 'target' | 'suite' | 'specification' | 'environment'

/** Returns every requirement that differs between two runs, sorted by id. */
export function changesBetween(before: Report, after: Report): Difference[] {
  const [first, second] = [resultsIn(before), resultsIn(after)]
  const nothing: Omit<Result, 'level'> = { state: 'not judged', witnesses: [] }
  return [...new Set([...first.keys(), ...second.keys()])].sort().flatMap((requirement) => {
    const [one, other] = [first.get(requirement), second.get(requirement)]
    const level = (other ?? one)?.level ?? 'note'
    const [was, is] = [one ?? { ...nothing, level }, other ?? { ...nothing, level }]
    const kind = kindOf(was, is)
    if (!kind) return []
    const because =
      specificationIn(before, after, one, other) ??
      unfinishedIn(kind, before, after) ??
      suiteIn(before, after) ??
      settingsIn(before, after) ??
      (kind === 'better' || kind === 'gone'
        ? notTriedIn(after, 'second', requirement, was)
        : notTriedIn(before, 'first', requirement, is)) ??
      byTarget(was, is)
    return [{ requirement, level, kind, ...because }]
  })
}

/** Returns true if the server itself got worse, whatever else has changed. */
export function isTargetWorse(changes: readonly Difference[]): boolean {
  return changes.some(({ kind, doing }) => kind === 'worse' && doing === 'target')
}

interface Result {
  level: Level
  state: 'failure' | 'warning' | 'held' | 'not judged'
  /** The checks that judged the requirement. For a broken requirement, the checks that showed the breakage. */
  witnesses: Witness[]
  claim?: BrokenClaim | undefined
}

/** A check with its subject, and with the check that sent the request if it judges requests of others. */
interface Witness {
  check: string
  /** Set if the check was not selected. It is then in a report only if it observed something. */
  listens: boolean
  subject?: string | undefined
  sender?: string | undefined
}

type Explained = Pick<Difference, 'doing' | 'why'>

const resultsIn = ({ coverage, findings, checks, exchanges }: Report): Map<string, Result> => {
  const broken = new Map(findings.flatMap(claimsIn).map((claim) => [claim.requirement, claim]))
  const listening = new Set(checks.filter(({ passive }) => passive === 'listening').map(({ id }) => id))
  const senders: ReadonlyMap<number | undefined, string> = new Map(
    exchanges.map(({ number, check }) => [number, check]),
  )
  return new Map(
    coverage.map(({ requirement, level, state }): [string, Result] => {
      const claim = broken.get(requirement)
      if (claim && claim.grade !== 'note') {
        const witnesses = claim.occurrences.map(({ check, subject, exchange }) => ({
          check,
          listens: listening.has(check),
          subject,
          sender: senders.get(exchange),
        }))
        return [requirement, { level, state: claim.grade, witnesses, claim }]
      }
      const witnesses = checks
        .filter(hasJudged(requirement))
        .map(({ id }) => ({ check: id, listens: listening.has(id) }))
      return [requirement, { level, state: state === 'judged' ? 'held' : 'not judged', witnesses }]
    }),
  )
}

const hasJudged =
  (requirement: string) =>
  (check: ReportedCheck): boolean => {
    const { held = 0, broken = 0, noted = 0 } = check.counts[requirement] ?? {}
    return isJudged(check) && held + broken + noted > 0
  }

const rank = { failure: 0, warning: 1, held: 2 } as const

const kindOf = ({ state: before }: Result, { state: after }: Result): Difference['kind'] | undefined => {
  if (before === after) return undefined
  if (before === 'not judged') return 'new'
  if (after === 'not judged') return 'gone'
  return rank[after] < rank[before] ? 'worse' : 'better'
}

const specificationIn = (
  { run: before }: Report,
  { run: after }: Report,
  one: Result | undefined,
  other: Result | undefined,
): Explained | undefined => {
  const doing = 'specification'
  if (before.profile !== after.profile)
    return { doing, why: `the profile is ${after.profile}, was ${before.profile}` }
  if (JSON.stringify(before.overrides) !== JSON.stringify(after.overrides))
    return { doing, why: 'profileOverrides differ' }
  if (!one) return { doing, why: 'it was not a requirement' }
  if (!other) return { doing, why: 'it is no longer a requirement' }
  return one.level === other.level
    ? undefined
    : { doing, why: `its level is ${other.level}, was ${one.level}` }
}

/** A run that did not finish may not have come to what only the other one judged. */
const unfinishedIn = (kind: Difference['kind'], before: Report, after: Report): Explained | undefined => {
  if (kind !== 'new' && kind !== 'gone') return undefined
  const [which, { outcome, sentence }] =
    kind === 'new' ? (['first', before] as const) : (['second', after] as const)
  if (outcome === 'complete') return undefined
  const how = outcome === 'not judged' ? 'could not be judged' : 'did not finish'
  return {
    doing: 'environment',
    why: `the ${which} run ${how}${sentence === undefined ? '' : `: ${sentence}`}`,
  }
}

const suiteIn = ({ run: before }: Report, { run: after }: Report): Explained | undefined =>
  before.harness === after.harness
    ? undefined
    : { doing: 'suite', why: `op-conformance is ${after.harness}, was ${before.harness}` }

const settingsIn = ({ run: before }: Report, { run: after }: Report): Explained | undefined => {
  if (before.seed !== after.seed)
    return { doing: 'environment', why: `the seed is ${after.seed}, was ${before.seed}` }
  return before.runs === after.runs
    ? undefined
    : { doing: 'environment', why: `${after.runs} cases per property, were ${before.runs}` }
}

/** Explains why one run did not judge what the other one showed. */
const notTriedIn = (
  { checks }: Report,
  which: string,
  requirement: string,
  { witnesses }: Result,
): Explained | undefined => {
  const there = new Map(checks.map((check) => [check.id, check]))
  const reasons = witnesses.map((witness) => whyNotTried(witness, there, requirement))
  const why = reasons.find((reason) => reason !== undefined)
  // A change for the worse is the target's if one check judged the requirement before. A change for the better is the
  // target's only if every check that showed the breakage judged it again.
  if (why === undefined || (which === 'first' && reasons.includes(undefined))) return undefined
  return { doing: why.doing, why: `in the ${which} run ${why.why}` }
}

const whyNotTried = (
  { check: id, listens, subject, sender = id }: Witness,
  there: ReadonlyMap<string, ReportedCheck>,
  requirement: string,
): Explained | undefined => {
  const doing = 'environment'
  const [check, from] = [there.get(id), there.get(sender)]
  if (!check && listens) return { doing, why: `${id} did not observe it` }
  if (!check || !from) return { doing: 'suite', why: `there is no check ${check ? sender : id}` }
  if (!isJudged(from)) return { doing, why: `${sender} ${stateOf(from)}` }
  const left = check.partly.find((one) => subject !== undefined && one.startsWith(`${subject}: `))
  if (left !== undefined) return { doing, why: `${id} left out ${left}` }
  return hasJudged(requirement)(check) ? undefined : { doing, why: `${id} ${stateOf(check)}` }
}

const stateOf = ({ verdict }: ReportedCheck): string => {
  switch (verdict?.status) {
    case 'skipped':
      return `was skipped: it needs ${verdict.missing.join('; ')}`
    case 'inconclusive':
      return `was inconclusive: ${verdict.reason}`
    case 'error':
      return 'ended with an error of op-conformance'
    case undefined:
      return 'was not run'
    case 'passed':
    case 'failed':
      return 'did not observe it'
  }
}

const byTarget = (one: Result, other: Result): Explained => {
  const claim = other.claim ?? one.claim
  const [was, is] = [one, other].map((result) => result.claim?.got ?? 'as expected')
  const what = claim ? `${claim.says} ${claim.occurrences[0].check}: expected ${claim.want}; ` : ''
  return { doing: 'target', why: `${what}is ${is}, was ${was}` }
}
