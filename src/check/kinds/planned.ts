import type { Profile } from '../../catalogue/profile.ts'
import type { PlannedCheck } from '../../core/events.ts'
import type { Check } from './check.ts'
import { topicOf } from './head.ts'

type PlannedFacts = Pick<Check, 'id' | 'title' | 'claims' | 'operations'>

/**
 * Returns a check as an entry of a plan, lacking nothing and sending nothing. The caller adds what depends on the
 * target.
 */
export function plannedCheck(
  { id, title, claims, operations }: PlannedFacts,
  profile: Profile,
): PlannedCheck {
  return { id, title, topic: topicOf({ id }), claims: claims(profile), operations, missing: [], requests: 0 }
}
