import type { Profile } from '../../catalogue/profile.ts'
import type { Requirement } from '../../catalogue/requirement.ts'
import type { Check } from '../../check/kinds/check.ts'
import type { PassiveCheck } from '../../check/kinds/passive.ts'
import type { Suite } from '../../check/suite.ts'

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
