import picomatch from 'picomatch'
import { didYouMean } from '../../catalogue/nearest.ts'
import type { Profile } from '../../catalogue/profile.ts'
import type { Requirement } from '../../catalogue/requirement.ts'
import type { Check } from '../../check/kinds/check.ts'
import type { PassiveCheck } from '../../check/kinds/passive.ts'
import type { Suite } from '../../check/suite.ts'
import { ConfigurationError } from '../../core/errors.ts'
import type { PlannedCheck } from '../../core/events.ts'
import type { Level } from '../../core/verdict.ts'

/** The checks that run, and those that `--exclude` removes. */
export interface Chosen {
  selected: ReadonlySet<string>
  excluded: ReadonlySet<string>
}

export type Selection = (
  checks: readonly PlannedCheck[],
  requirements: ReadonlyMap<string, Requirement>,
) => Chosen

/**
 * Selects checks by `--only` and `--exclude`. Each takes checks, topics, operations, requirements or levels, or globs
 * of these, separated by commas. Throws a ConfigurationError if a word matches nothing, naming the nearest known word,
 * or if no check is left.
 */
export const selectionOf =
  ({
    only = [],
    exclude = [],
  }: {
    only?: readonly string[] | undefined
    exclude?: readonly string[] | undefined
  }): Selection =>
  (checks, requirements) => {
    const matched = (words: readonly string[], option: string): Set<string> =>
      new Set(
        words
          .flatMap((word) => word.split(','))
          .flatMap((word) => matching(word.trim(), option, checks, requirements)),
      )
    const excluded = matched(exclude, '--exclude')
    const wanted = only.length > 0 ? matched(only, '--only') : new Set(checks.map(({ id }) => id))
    const selected = new Set([...wanted].filter((id) => !excluded.has(id)))
    if (selected.size === 0) {
      throw new ConfigurationError(
        'ERR_NO_CHECK_SELECTED',
        '--exclude removes every check that --only selects; keep some, or see `op-conformance list`',
      )
    }
    return { selected, excluded }
  }

const matching = (
  word: string,
  option: string,
  checks: readonly PlannedCheck[],
  requirements: ReadonlyMap<string, Requirement>,
): string[] => {
  const isWanted = isGlob(word) ? globOf(word) : wordOf(word)
  const found = checks.filter((check) => [...wordsOf(check, requirements)].some(isWanted)).map(({ id }) => id)
  if (found.length > 0) return found
  if (requirements.has(word))
    throw new ConfigurationError(
      'ERR_UNMATCHED_SELECTOR',
      `${option} ${word} is a requirement that no check judges; see \`op-conformance explain ${word}\``,
    )
  const known = new Set(checks.flatMap((check) => [...wordsOf(check, requirements)]))
  const inTopic = [...known].filter((one) => one.includes('/') && one.startsWith(word.replace(/[^/]*$/, '')))
  const nearest = isGlob(word)
    ? ''
    : didYouMean(word, word.includes('/') && inTopic.length > 0 ? inTopic : known)
  const next = nearest === '' ? '; see' : `${nearest} See`
  throw new ConfigurationError(
    'ERR_UNMATCHED_SELECTOR',
    `${option} ${word} matches no check, topic, operation, requirement or level${next} \`op-conformance list\``,
  )
}

type IsWanted = (known: string) => boolean

const isGlob = (word: string): boolean => /[*?[]/.test(word)

/** Matches as a shell does: `*` stands for anything but a slash, `**` for anything. */
const globOf = (word: string): IsWanted => {
  const matches = picomatch(word, { nobrace: true, noextglob: true, nonegate: true })
  return (known) => matches(known)
}

const wordOf = (word: string): IsWanted => {
  const wanted = levelNamed(word) ?? word
  return (known) => known === wanted
}

const levels: readonly Level[] = ['MUST', 'SHOULD', 'MAY', 'note']

/** Looks up a level by its name, ignoring case. */
const levelNamed = (word: string): Level | undefined =>
  levels.find((level) => level.toLowerCase() === word.toLowerCase())

const wordsOf = (check: PlannedCheck, requirements: ReadonlyMap<string, Requirement>): Set<string> =>
  new Set([
    check.id,
    check.topic,
    ...check.operations,
    ...check.claims,
    ...check.claims.flatMap((claim) => requirements.get(claim)?.level ?? []),
  ])

/**
 * Narrows a suite to a profile, whose requirements are given: checks run on the operations that the profile has, and
 * claim only its requirements. A check that has no operation or no claim left is dropped.
 */
export function suiteIn(
  suite: Suite,
  profile: Profile,
  requirements: ReadonlyMap<string, Requirement>,
): Suite {
  const standing = (claims: readonly string[]): string[] => claims.filter((id) => requirements.has(id))
  const offers = (operation: Profile['operations'][number]): boolean => profile.operations.includes(operation)
  const active = (check: Check): Check[] => {
    const here = check.within?.(profile) ?? check
    const claims = standing(here.claims(profile))
    const isTried = here.operations.length > 0 && here.operations.every(offers)
    return isTried && claims.length > 0 ? [{ ...here, claims: () => claims }] : []
  }
  const passive = (check: PassiveCheck): PassiveCheck[] => {
    const operations = check.operations.filter(offers)
    if (operations.length === 0) return []
    const claims = standing(check.claims(profile))
    return claims.length > 0 ? [{ ...check, operations, claims: () => claims }] : []
  }
  return { ...suite, checks: suite.checks.flatMap(active), passive: suite.passive.flatMap(passive) }
}
